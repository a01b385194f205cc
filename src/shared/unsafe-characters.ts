/** Control, invisible and bidirectional characters. `DI` is default ignorable. */
const unsafeCharacters = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|\p{DI}|\u2800/gu;
/** Not `\p{Cs}`: React Native's Babel preset compiles it so that it also removes neighbours. */
const unpairedSurrogates =
  /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Unpaired surrogates go first, so that removing a character cannot pair two of them. */
export function removeUnsafeCharacters(text: string): string {
  return text.replace(unpairedSurrogates, "").replace(unsafeCharacters, "");
}
