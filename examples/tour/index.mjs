// A guided tour of the SDK in the terminal, on a sandbox in memory: no key, no money, no network.
// Run it: npm start
//
// Every step is a file in ./steps. The code that is shown is the code that runs.

import { say, sourceOf, stepConsole, tones } from "./terminal.mjs";

const order = [
  "open",
  "register",
  "portfolio",
  "quote",
  "read",
  "sign",
  "wait",
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

say(
  `\n${tones.strong("A tour of bursar")}\nEverything runs in this process, on a sandbox of the service.\n`,
);

let known = {};
for (const [i, { title, code }] of steps.entries()) {
  say(`\n${tones.strong(`${i + 1}/${steps.length}  ${title}`)}\n\n${sourceOf(code)}\n\n`);
  const { console, progress, end } = stepConsole();
  known = { ...known, ...(await code({ ...known, console, progress })) };
  end();
}

say(`
${tones.strong("Where next")}

  examples/quickstart.mjs                           one swap from end to end
  examples/sign-a-swap.mjs                          read, check and sign; a tampered quote is refused
  examples/limit-order-and-cancel.mjs               an order that waits, and taking it back
  examples/eip-7702-wallet.mjs                      an EIP-7702 wallet, and whom its account is handed to
  examples/bitcoin-deposit-address.mjs              addresses, messages and PSBTs, right to the last byte
  examples/read-history.mjs                         stop dates, and resuming from a saved cursor
  examples/test-your-app-with-the-sandbox           your own tests against the sandbox
  npx bursar sandbox --port 4010                    the same sandbox over HTTP, for any language
  README.md                                         all operations, and what to know about each

`);
