// A chunk of its own: a page loads it before it asks the user about problems.
export { summarizeQuote } from "../quote/summarize-quote.js";
export { describeParts } from "./describe-parts.js";
