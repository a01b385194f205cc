import { endpoints } from "../contract/endpoints.js";
import { errorCatalogue } from "../contract/shared/error-catalogue.js";

/** Words that start or appear in capitals in messages of services, of Zod and of HTTP. */
const others = `
  a an the this that these those it its no not none all any each only one two is are was were be
  has have had can cannot could did do does must may should will would please try again later
  accepted access already amount api array authentication authorization bad balance bigint body boolean
  bytes call chain code conflict contract country currency data date denied document duplicate email
  empty entity error exceeded exceeds exception execution exist exists expected expired failed field
  file forbidden found gateway get head hash id identity input insufficient integer internal invalid
  json key length limit list literal method missing must nan native network nonce null number object
  operation options order page param parameter patch path payload payment permission pool post
  processable project provider put query quote rate received request requests required resource
  response reverted route router schema server service session signature simulation slippage status
  string swap timeout token too many transaction transfer type undefined unable unauthorized
  unavailable unexpected union unknown unprocessable unrecognized unsupported url user uuid validation
  value wallet word you your when where while with without for from in of on or and at by if to as
  erc20 erc721 v1 v2 v3`;

let commonWords: ReadonlySet<string> | undefined;

/**
 * Whether a word of a message is no name: it is written in small letters, or it is one of the
 * words of messages. Names in small letters cannot be told from other words.
 */
export function isCommonWord(word: string): boolean {
  commonWords ??= new Set(splitWords([others, ...listSentences()].join(" ")));
  return /^\p{Ll}+$/u.test(word) || /^\d{1,4}$/.test(word) || commonWords.has(word.toLowerCase());
}

function listSentences(): string[] {
  return [
    ...Object.values(errorCatalogue).map(({ meaning }) => meaning),
    ...endpoints.map(({ title }) => title),
  ];
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z\d]+/g) ?? [];
}
