// A guided tour of the SDK in the terminal, on a sandbox in memory: no key, no money, no network.
// Run it: npm start, or npm start -- --all
//
// Each step is a file in ./steps. The tour prints the code of a step and then runs it. In a
// terminal, it waits for Enter between two steps.

import { createStepConsole, formatSource, styles, waitForEnter, write } from "./terminal.mjs";

const first = ["wallet", "quote", "attack", "swap", "once"];
const more = [
  "portfolio",
  "bridge",
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

const unknown = process.argv.slice(2).find((argument) => argument !== "--all");
if (unknown !== undefined) {
  write(`Unknown argument ${unknown}. Use --all for every step, or none for the short tour.\n`);
  process.exit(1);
}
const isAll = process.argv.includes("--all");
const order = isAll ? [...first, ...more] : first;
const steps = await Promise.all(order.map((name) => import(`./steps/${name}.mjs`)));
const count = steps.length + 1;

const heading = (i, title) => write(`\n${styles.strong(`${i}/${count}  ${title}`)}\n\n`);

write(
  `\n${styles.strong("A tour of bursar")}\nEverything runs in this process, on a sandbox of the service.\n`,
);

/** The values that the steps so far have returned. */
let values = {};
for (const [i, { title, code }] of steps.entries()) {
  heading(i + 1, title);
  write(`${formatSource(code)}\n\n`);
  const { console, progress, end } = createStepConsole();
  values = { ...values, ...(await code({ ...values, console, progress })) };
  end();
  await waitForEnter("\nPress Enter for the next step. ");
}

heading(count, "Now you");
write(`  Attack quotes in a page, and see which check refuses them:

    npx bursar playground                in this repository: npm run playground

  Pay a list of people once each, with limits, and go on after a crash:

    examples/payouts/payouts.mts

  One swap in your own project:

    examples/quickstart.mts              from the quote to the result
    examples/sign-a-swap.mts             describe, check and sign a quote

  The same sandbox over HTTP, for any language:

    npx bursar sandbox --port 4010

${
  isAll
    ? `  More programs, and a table of all operations:

    examples/limit-order-and-cancel.mts  place an order, then cancel it
    examples/eip-7702.mts                an EIP-7702 wallet, and its delegation
    examples/bitcoin.mts                 addresses, messages and PSBTs
    examples/export-history              100,000 transactions to a CSV file
    examples/proxy                       a server that keeps the key
    examples/test-your-app               your own tests against the sandbox
    README.md
`
    : "  Limit orders, fiat, verification, errors and more: npm start -- --all\n"
}
`);
