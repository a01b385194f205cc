// The first program of Getting started. Short blocks of other pages continue it.
import { readFileSync } from "node:fs";

/** Returns the program, in TypeScript. */
export function readProgram() {
  const page = readFileSync(new URL("../docs/getting-started.md", import.meta.url), "utf8");
  return /^```ts\n([\s\S]*?)^```$/m.exec(page)[1];
}

/** Returns the program up to its first output. It passes the names for other blocks to `define`. */
export function readSetup(define) {
  const [setup] = readProgram().split(/^console\.log\(/m);
  const names = "sandbox, client, account, walletAddress, usdc, weth, request, quote";
  return `${setup}${define}({ ${names} });\n`;
}
