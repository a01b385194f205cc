/** The fields of known types, in the form of `formatFieldList`. */
export const lightAccountFields = "bytes message";
export const kernelFields = "bytes32 hash";

export type KnownType = readonly [domainName: string, fields: string];

/** ERC-1271 wrappers of the smart wallets by primary type. The only field is the order's hash. */
export const wrappers: ReadonlyMap<unknown, KnownType> = new Map([
  ["LightAccountMessage", ["LightAccount", lightAccountFields]],
  ["Kernel", ["Kernel", kernelFields]],
]);
