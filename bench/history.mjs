// npm run bench:history: pages through 10,000 records with the client, on the sandbox's fetch.
// No network is involved.
import { createClient } from "../dist/index.js";
import { createSandbox, veteranWallet } from "../dist/sandbox.js";

const rounds = Number(process.env.ROUNDS ?? 5);
const collect = globalThis.gc ?? (() => {});
const sandbox = createSandbox({ seed: "bench" });
const client = createClient({
  baseUrl: sandbox.baseUrl,
  apiKey: sandbox.apiKey,
  fetch: sandbox.fetch,
});

console.log(
  `node ${process.version}, ${globalThis.gc ? "garbage collected before each walk" : "run node --expose-gc for steadier heap figures"}\n`,
);
console.log("walk  records  seconds  records/s  peak heap growth MB  heap kept MB");
// The first walk also creates the records, compiles the schemas and warms up the engine.
for (let round = 0; round <= rounds; round++) {
  collect();
  const before = process.memoryUsage().heapUsed;
  let peak = before;
  let records = 0;
  const startedAt = performance.now();
  for await (const _ of client.wallets.history(veteranWallet)) {
    records++;
    if (records % 100 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  collect();
  const kept = process.memoryUsage().heapUsed - before;
  console.log(
    (round === 0 ? "cold" : String(round)).padStart(4),
    String(records).padStart(8),
    seconds.toFixed(3).padStart(8),
    Math.round(records / seconds)
      .toLocaleString("en")
      .padStart(10),
    megabytes(peak - before).padStart(20),
    megabytes(kept).padStart(13),
  );
}

function megabytes(bytes) {
  return (bytes / 2 ** 20).toFixed(1);
}
