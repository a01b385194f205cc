/** What an account is filed under. The letter case of an EVM address means nothing; that of a Bitcoin address does. */
export function toAccountKey(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address;
}
