// A chunk of its own: a page loads it before it asks the user about problems.
export { summarizeQuote } from "./summarize-quote.js";
