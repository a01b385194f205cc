/** A whole number from 0 to below the limit. */
export type Random = (limit: number) => number;

const letters = "abcdefghijklmnopqrstuvwxyz";

/** Replaces each letter by a letter and each digit by a digit. Zeros, signs and spaces stay. */
export function scramble(lower: string, random: Random): string {
  return [...scrambleDigits(lower, random)]
    .map((char) => (/\p{L}/u.test(char) ? (letters[random(26)] as string) : char))
    .join("");
}

/** Replaces each digit from 1 to 9 by another one, so that zero stays zero and no form changes. */
export function scrambleDigits(text: string, random: Random): string {
  return text.replace(/[1-9]/g, () => String(1 + random(9)));
}

/** Replaces hex digits by hex digits. */
export function scrambleHex(lower: string, random: Random): string {
  return lower.replace(/[\da-f]/g, () => random(16).toString(16));
}
