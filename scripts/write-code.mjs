// The hints of errors are plain texts, because consoles print them. Pages mark the code in them.

const fields = ["dedupe", "issues", "options", "paths", "percentage", "token0", "token1"];
const code = new RegExp(
  `\\bclient(?:\\.\\w+)+|\\b[a-z]+(?:[A-Z]\\w*)+\\b(?:\\[\\d+\\])?|\\b[A-Z]+(?:_[A-Z\\d]+)+\\b|\\b(?:${fields.join("|")})\\b`,
  "g",
);

/** Marks the names of methods, options, fields and ids in a text as code. */
export const writeCode = (text) => text.replace(code, "`$&`");
