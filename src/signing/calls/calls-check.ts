// A chunk of its own: a page loads it before it signs with the option `contracts`.
export { checkContracts } from "./check-contracts.js";
