export function deniesExpiry(message: string): boolean {
  return /\b(?:not|never)\s+(?:yet\s+)?expired\b/i.test(message);
}
