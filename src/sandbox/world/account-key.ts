/** The ledger key of an account. EVM addresses ignore letter case, Bitcoin addresses do not. */
export function toAccountKey(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address;
}
