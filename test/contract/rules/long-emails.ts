const n = 100_000;

/** Long texts that could make a part of the pattern backtrack. */
export const longEmails: Readonly<Record<string, string>> = {
  "letters only": "a".repeat(n),
  "a domain of many labels": `a@${"a.".repeat(n / 2)}`,
  "a domain of many labels and a wrong end": `a@${"a.".repeat(n / 2)}1`,
  "dots before the at sign": `a${".".repeat(n)}@`,
  "single dots before the at sign": `${"a.".repeat(n / 2)}@`,
  "a long domain label": `a@${"a".repeat(n)}`,
  "hyphens in a domain": `a@a${"-".repeat(n)}.`,
  "at signs": "@".repeat(n),
  apostrophes: "'".repeat(n),
  "pluses and hyphens": `${"+-".repeat(n / 2)}@`,
  "line breaks": "\n".repeat(n),
  "a valid address at the end": `${" ".repeat(n)}a@b.co`,
};
