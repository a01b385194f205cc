// Shows a sandbox with a funded wallet and a node, and writes a CSV file with 1,000 payments.
// Run it: npx -y tsx payouts/serve.mts

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
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

const port = Number(process.env["PORT"] ?? 4010);
const { url } = await sandbox.listen({ port });

/** A node of the chain, over HTTP as a provider serves it. */
const node = createServer(async (request, response) => {
  const call = Object(await json(request));
  const reply = await sandbox
    .node(137)
    .request(call)
    .then(
      (result) => ({ result }),
      (error) => ({ error: { code: error.code ?? -32_603, message: error.message } }),
    );
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ jsonrpc: "2.0", id: call.id, ...reply }));
});
node.listen(port + 1, "127.0.0.1");
await once(node, "listening");
console.log(`BURSAR_BASE_URL=${url} BURSAR_API_KEY=${apiKey} NODE_URL=http://127.0.0.1:${port + 1} \\
WALLET=${wallet.walletAddress} OWNER_KEY=${ownerKey} TOKEN=${token}`);
