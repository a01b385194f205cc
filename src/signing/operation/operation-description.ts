// A chunk of its own: a page loads it before it asks the user about problems.
export { describeReading } from "./describe-reading.js";
