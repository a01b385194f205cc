// Without Zod, which `bursar/signing` and `bursar/bitcoin` do not load.

/** An EVM address: `0x` and 40 hex digits. */
export type Address = `0x${string}`;
/** A hex string: `0x` and an even number of hex digits. */
export type Hex = `0x${string}`;

export const evmAddressPattern = /^0x[a-fA-F0-9]{40}$/;
export const hashPattern = /^0x[a-fA-F0-9]{64}$/;
export const integerPattern = /^\d+$/;
export const decimalPattern = /^\d+(?:\.\d+)?$/;
/** An amount in a response that can be read: a decimal string, also with an exponent. */
export const readableAmountPattern = /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
