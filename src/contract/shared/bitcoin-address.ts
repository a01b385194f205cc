// Not in a schema file, because `bursar/bitcoin` uses these without Zod.
/** The pattern of the service, and bech32 in upper case, which BIP 173 allows. */
export const bitcoinAddressPattern =
  /^(?:[13][a-km-zA-HJ-NP-Z1-9]{25,35}|bc1q[02-9ac-hj-np-z]{38}|bc1q[02-9ac-hj-np-z]{58}|bc1p[02-9ac-hj-np-z]{10,70}|BC1Q[02-9AC-HJ-NP-Z]{38}|BC1Q[02-9AC-HJ-NP-Z]{58}|BC1P[02-9AC-HJ-NP-Z]{10,70})$/;

/** Hex and bech32 ignore letter case. It is significant in all other Bitcoin addresses. */
export function toComparableAddress(address: string): string {
  return /^(?:0x|bc1)/i.test(address) ? address.toLowerCase() : address;
}
