// Shows what an agent may do with a wallet: reads and quotes of wallets and tokens, payments and
// swaps within a policy, and the registration of a wallet.

import { readFileSync } from "node:fs";
import { createClient } from "bursar";
import { createFileJournal, once } from "bursar/intents";
import { createSigningPolicy } from "bursar/policy";
import { describeOperation, describeQuote } from "bursar/signing";
import { createTools, type ToolConfirmation } from "bursar/tools";
import { privateKeyToAccount } from "viem/accounts";

/** The question for a person before a write, or before a signature. */
function toQuestion({ tool, input, prepared }: ToolConfirmation): string {
  if (!prepared) return `${tool}\n${JSON.stringify(input, undefined, 2)}`;
  const described =
    "tokenIn" in prepared ? describeQuote(prepared) : describeOperation(prepared, {});
  if (!described) throw new Error(`${tool}: what cannot be described is not signed`);
  return `Sign and send this?\n${described.text}`;
}

export type Wallet = ReturnType<typeof openWallet>;

/** Opens the wallet of AGENT_SETTINGS, once per process: its tools share a policy and a journal. */
export function openWallet() {
  const { usdc, receivers, ...files } = JSON.parse(process.env["AGENT_SETTINGS"] ?? "{}");
  // A file that only this process can read. A key management service is better: see
  // docs/signers.md.
  const signer = privateKeyToAccount(JSON.parse(readFileSync(files.keyFile, "utf8")).key);
  const client = createClient(); // BURSAR_BASE_URL and BURSAR_API_KEY
  const policy = createSigningPolicy({
    chains: [137],
    receivers,
    limits: [{ token: usdc, perOperation: "200", windows: [{ hours: 24, max: "300" }] }],
  });
  const journal = createFileJournal(files.journal);
  return {
    /** Creates the tools. `ask` shows a question to a person. */
    createTools: (ask: (question: string) => Promise<boolean>) =>
      createTools(client, {
        allow: ["wallets.*", "tokens.*", "swap.quote", "wallets.register", "pay", "swap"],
        once,
        policy,
        signer,
        journal,
        owner: signer.address,
        signing: { maxGasFee: "5", wait: { interval: 500 } },
        confirm: (asked) => ask(toQuestion(asked)),
      }),
  };
}
