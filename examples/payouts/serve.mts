// Shows a sandbox with a funded wallet, and writes a CSV file with 1,000 payments.
// Run it: npx -y tsx payouts/serve.mts

import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createClient, factories, tokenAddresses } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const [total = "1000", file = "payments.csv"] = process.argv.slice(2);
const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });
const ownerKey = generatePrivateKey();
const { wallet } = await client.wallets.ensure({
  externallyOwnedAccount: privateKeyToAccount(ownerKey).address,
  factory: factories.lightAccount["2.0.0"],
});
const token = tokenAddresses[137].USDC;
sandbox.fund({ account: wallet.walletAddress, chainId: 137, token, amount: "1000000" });

const lines = Array.from(
  { length: Number(total) },
  (_, i) => `payment-${i + 1},0x${randomBytes(20).toString("hex")},${(i % 97) + 1}.25`,
);
await writeFile(file, `id,receiver,amount\n${lines.join("\n")}\n`);

const { url } = await sandbox.listen({ port: Number(process.env["PORT"] ?? 4010) });
console.log(`BURSAR_BASE_URL=${url} BURSAR_API_KEY=${apiKey} \\
WALLET=${wallet.walletAddress} OWNER_KEY=${ownerKey} TOKEN=${token}`);
