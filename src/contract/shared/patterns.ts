// Apart from the schemas: `bursar/signing` needs these too, and does without Zod.
export const evmAddressPattern = /^0x[a-fA-F0-9]{40}$/;
export const hashPattern = /^0x[a-fA-F0-9]{64}$/;
export const decimalPattern = /^\d+(?:\.\d+)?$/;
/** In percent. */
export const defaultSlippage = 0.5;
export const leastSlippage = 0.5;
export const mostSlippage = 99;
