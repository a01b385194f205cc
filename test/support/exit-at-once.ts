/**
 * Ends the process of Vitest as soon as nothing is left to do. Otherwise Node first closes the
 * handles of native modules, and Node 20 was seen to wait for them forever after all tests passed.
 */
process.once("beforeExit", () => {
  process.on("exit", (code) => process.exit(code));
});
