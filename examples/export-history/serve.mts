// Shows a sandbox with a long history: it serves a wallet with 100,000 transactions.
// Run it: npx -y tsx export-history/serve.mts

import { tokenAddresses } from "bursar";
import { createSandbox, veteranWallet } from "bursar/sandbox";

const [total = "100000"] = process.argv.slice(2);
const start = Date.parse("2024-01-01");
const end = Date.now();

// The clock of the sandbox. It ends at the present.
let time = start;
const sandbox = createSandbox({ now: () => time });
console.log(`creating ${total} transactions …`);

// The wallet begins with 10,000 from two years. Each deposit adds one.
for (let left = Number(total) - 10_000; left > 0; left--) {
  time = end - Math.floor(((end - start) * left) / Number(total));
  const token = tokenAddresses[137].USDC;
  sandbox.fund({ account: veteranWallet, chainId: 137, token, amount: "1.5" });
}
time = end;

const { url } = await sandbox.listen({ port: Number(process.env["PORT"] ?? 4010) });
console.log(`BURSAR_BASE_URL=${url}\nBURSAR_API_KEY=${sandbox.apiKey}\nwallet ${veteranWallet}`);
