// A chunk of its own: a page loads it before it asks the user, simulates or asks a policy.
export { toOperation } from "./expect-changes.js";
export { summarizeQuote } from "./summarize-quote.js";
