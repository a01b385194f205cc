/** Reads an id or a liquidity that the caller states. Undefined if it is no integer. */
export const toInteger = (text: string | undefined): bigint | undefined =>
  typeof text === "string" && /^\d+$/.test(text) ? BigInt(text) : undefined;
