/** Control characters, characters that change the direction of text, and separators of lines. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text in one line. Text of a response could manipulate the terminal. */
export function toPrintable(text: string): string {
  return text.replace(unprintable, " ");
}

/** Formats a value as JSON that is safe to print: escape sequences stand for such characters. */
export function toPrintableJson(value: unknown, indent?: number): string {
  // `JSON.stringify` escapes only some of them. The line breaks are those of the indentation.
  return JSON.stringify(value, undefined, indent).replace(unprintable, (character) =>
    character === "\n" ? character : character.split("").map(escapeUnit).join(""),
  );
}

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Quotes an argument for a shell, if it needs quotes. */
export function quoteArgument(text: string): string {
  return /^[\w.:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
