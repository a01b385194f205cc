// A process that pays with a mandate, by `once`. It is built with esbuild.
import { writeSync } from "node:fs";
import { privateKeyToAccount } from "viem/accounts";
import { createClient } from "../../src/client.js";
import { createFileJournal, once } from "../../src/intents/index.js";
import { createSigningPolicy, type Mandate } from "../../src/policy/index.js";

interface Settings {
  baseUrl: string;
  apiKey: string;
  journal: string;
  key: `0x${string}`;
  mandate: Mandate;
}

const settings: Settings = JSON.parse(process.argv[2] ?? "");
const { baseUrl, apiKey, key, mandate } = settings;
const signer = privateKeyToAccount(key);
const client = createClient({ baseUrl, apiKey, logLevel: "off" });
const { request, intent } = mandate.terms;
const { walletAddress, chainId, token, toAddress } = request as never as {
  walletAddress: `0x${string}`;
  chainId: number;
  token: `0x${string}`;
  toAddress: `0x${string}`;
};
const approvers = [JSON.parse(process.argv[3] ?? "")];
const policy = createSigningPolicy({
  name: mandate.terms.policy,
  chains: [chainId],
  receivers: [toAddress],
  limits: [{ token, perOperation: "1000" }],
  approval: { above: [{ token, amount: "1" }], approvers },
});
const journal = createFileJournal(settings.journal);
const options = { intent, journal, walletAddress, chainId, signer, policy, mandate };
const { state } = await once(client, { ...options, wait: { interval: 20 } }, async (metadata) =>
  client.operations.transfer({ ...(request as never as object), metadata } as never),
);
writeSync(1, state);
