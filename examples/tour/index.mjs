// A guided tour of the SDK in the terminal, on a sandbox in memory: no key, no money, no network.
// Run it: npm start
//
// Each step is a file in ./steps. The tour prints the code of a step and then runs it.

import { createStepConsole, formatSource, styles, write } from "./terminal.mjs";

const order = [
  "open",
  "register",
  "portfolio",
  "quote",
  "read",
  "sign",
  "wait",
  "transfer",
  "history",
  "limit-order",
  "cancel-order",
  "verify",
  "verified",
  "fiat",
  "invalid-request",
  "wallet-not-registered",
  "outcome-unknown",
];
const steps = await Promise.all(order.map((name) => import(`./steps/${name}.mjs`)));

write(
  `\n${styles.strong("A tour of bursar")}\nEverything runs in this process, on a sandbox of the service.\n`,
);

/** The values that the steps so far have returned. */
let values = {};
for (const [i, { title, code }] of steps.entries()) {
  write(`\n${styles.strong(`${i + 1}/${steps.length}  ${title}`)}\n\n${formatSource(code)}\n\n`);
  const { console, progress, end } = createStepConsole();
  values = { ...values, ...(await code({ ...values, console, progress })) };
  end();
}

write(`
${styles.strong("Next steps")}

  examples/quickstart.mts                one swap from end to end
  examples/sign-a-swap.mts               describe, check and sign a quote; reject a tampered one
  examples/limit-order-and-cancel.mts    place an order, then cancel it
  examples/eip-7702.mts                  an EIP-7702 wallet, and the contract of its delegation
  examples/bitcoin.mts                   validate addresses, sign messages and PSBTs
  examples/export-history                100,000 transactions to a CSV file, with a progress bar
  examples/proxy                         a server that keeps the key
  examples/test-your-app                 your own tests against the sandbox
  npx bursar sandbox --port 4010         the same sandbox over HTTP, for any language
  README.md                              a table of all operations

`);
