// The root entry imports the guards from here. The build gives this file its own copy of its
// packages: see tsup.config.ts.
export { isAddress } from "./is-address.js";
export { isBitcoinAddress } from "./is-bitcoin-address.js";
