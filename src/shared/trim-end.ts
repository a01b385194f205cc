/**
 * Removes a character from the end of a text, however often it stands there. Linear: the regular
 * expression `/0+$/` is quadratic for a long run of zeros that is followed by another character.
 */
export function trimEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
