import { keccak_256 } from "@noble/hashes/sha3";

/**
 * Whether the letter case of an EVM address matches its EIP-55 checksum. True for an address in one
 * case, which has no checksum.
 */
export function hasValidChecksum(address: string): boolean {
  const hex = address.slice(2);
  const lower = hex.toLowerCase();
  if (hex === lower || hex === hex.toUpperCase()) return true;
  return hex === toChecksumCase(lower);
}

function toChecksumCase(lower: string): string {
  const hash = keccak_256(lower);
  let result = "";
  for (let i = 0; i < lower.length; i++) {
    const byte = hash[i >> 1] as number;
    const nibble = i % 2 === 0 ? byte >> 4 : byte & 15;
    const letter = lower.charAt(i);
    result += nibble > 7 ? letter.toUpperCase() : letter;
  }
  return result;
}
