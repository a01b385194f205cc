// Not in a schema file, because `bursar/signing` uses these without Zod.
export const evmAddressPattern = /^0x[a-fA-F0-9]{40}$/;
export const hashPattern = /^0x[a-fA-F0-9]{64}$/;
export const decimalPattern = /^\d+(?:\.\d+)?$/;
/** Percent. */
export const defaultSlippage = 0.5;
export const minSlippage = 0.5;
export const maxSlippage = 99;
