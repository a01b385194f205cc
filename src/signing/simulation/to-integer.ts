/** Reads an integer as callers and services write it. Undefined if it is no integer. */
export const toInteger = (text: string | undefined): bigint | undefined =>
  typeof text === "string" && /^\d+$/.test(text) ? BigInt(text) : undefined;
