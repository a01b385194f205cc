// npm run bench:scale: what one unit costs at a size and at a multiple of it, by processor time,
// and the proxy and webhooks beside other packages. A growth of 1 is linear.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Webhook } from "standardwebhooks";
import { createClient } from "../dist/index.js";
import { createFileJournal } from "../dist/intents.js";
import { createMemoryPolicyStore } from "../dist/policy.js";
import { createReplayGuard, signWebhook, verifyWebhook } from "../dist/webhooks.js";
import { page, small } from "./records.mjs";

const collect = globalThis.gc ?? (() => {});
const address = small.wallet.walletAddress;
const baseUrl = "http://127.0.0.1:1";
const apiKey = "bench-key";
const respondWith = (value) => {
  const text = JSON.stringify(value);
  const headers = { "content-type": "application/json" };
  return async () => ({ status: 200, headers, text });
};

/** The microseconds of processor time of a unit, and the kilobytes that it keeps. */
async function measure(units, work) {
  collect();
  const heap = process.memoryUsage().heapUsed;
  const used = process.cpuUsage();
  // Kept until the heap has been read.
  const kept = [await work(units)];
  const { user, system } = process.cpuUsage(used);
  collect();
  const kilobytes = (process.memoryUsage().heapUsed - heap) / 1_024;
  return { micros: (user + system) / units, kilobytes: kilobytes / units, kept };
}

/** Prints a row per size: the lowest of three runs, and its growth from the first. */
async function grow(name, sizes, work) {
  // Compiles.
  for (let i = 0; i < 3; i++) await work(1_000);
  let first;
  for (const size of sizes) {
    const results = [];
    for (let i = 0; i < 3; i++) results.push(await measure(size, work));
    const micros = Math.min(...results.map((each) => each.micros));
    const kilobytes = Math.min(...results.map((each) => each.kilobytes));
    first ??= micros;
    console.log(
      (size === sizes[0] ? name : "").padEnd(44),
      size.toLocaleString("en").padStart(10),
      micros.toFixed(2).padStart(10),
      kilobytes.toFixed(2).padStart(9),
      (micros / first).toFixed(2).padStart(8),
    );
  }
}

console.log(`node ${process.version}\n`);
console.log(`${"".padEnd(44)}      units    µs/unit   kB/unit   growth`);

const wire = respondWith(small);
await grow("clients", [1, 100, 500], async (count) =>
  Array.from({ length: count }, () => createClient({ baseUrl, apiKey, wire })),
);

const free = createClient({ baseUrl, apiKey, wire });
const identity = { externallyOwnedAccount: address, factory: address };
await grow("calls at once", [10, 100, 1_000, 10_000], async (count) => {
  await Promise.all(Array.from({ length: count }, () => free.wallets.check(identity)));
});

await grow("records of one history", [1_000, 10_000, 100_000], async (count) => {
  const text = JSON.stringify(page);
  let left = count / page.transactions.length;
  const wire = async () => {
    const cursor = --left > 0 ? `"${left}"` : "null";
    const others = text.replaceAll("transaction-", `transaction-${left}-`);
    return { status: 200, headers: {}, text: others.replace("null", cursor) };
  };
  const client = createClient({ baseUrl, apiKey, wire });
  for await (const { id } of client.wallets.history(address)) if (id === "") break;
});

const window = { version: 1, hours: 24, max: "1".padEnd(60, "0") };
await grow("reservations of one policy window", [1_000, 10_000, 100_000], async (count) => {
  const store = createMemoryPolicyStore();
  for (let i = 0; i < count; i++) await store.reserve("usdc", "1000000", window);
  return store;
});

await grow("ids of a replay guard", [10_000, 100_000, 1_000_000], async (count) => {
  const guard = createReplayGuard({ max: count });
  for (let i = 0; i < count; i++) (await guard.claim(`msg_${i}`)).complete?.();
  return guard;
});

const parts = { growJournal, compareWebhooks, compareProxies };
for (const part of Object.values(parts)) await part();

/** Each change is flushed to the disk, so one run has to do. */
async function growJournal() {
  const folder = mkdtempSync(join(tmpdir(), "bursar-scale-"));
  const entryOf = (number) => ({
    version: 1,
    intent: `order ${number}`,
    revision: 1,
    state: "begun",
    walletAddress: address,
    chainId: 137,
  });
  console.log("\na file journal: µs of processor time to settle an intent, and of the first begin");
  for (const count of [1_000, 10_000]) {
    const path = join(folder, `${count}.jsonl`);
    const journal = createFileJournal(path);
    const { micros } = await measure(count, async () => {
      for (let i = 0; i < count; i++) {
        await journal.begin(entryOf(i));
        await journal.update({ ...entryOf(i), revision: 2, state: "failed" }, 1);
      }
    });
    const start = await measure(1, () => createFileJournal(path).begin(entryOf(count)));
    console.log(
      `${count.toLocaleString("en").padStart(10)} settled`,
      micros.toFixed(0).padStart(10),
      start.micros.toFixed(0).padStart(10),
    );
  }
  rmSync(folder, { recursive: true, force: true });
}

function printRatios(title, times) {
  const [[, bare]] = Object.entries(times);
  console.log(`\n${title}`);
  for (const [name, micros] of Object.entries(times))
    console.log(
      `${name.padEnd(44)} ${micros.toFixed(1).padStart(8)} µs ${(micros / bare).toFixed(2).padStart(6)}`,
    );
}

/** The median of interleaved rounds. */
async function race(calls, rounds, batch) {
  const samples = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
  for (let round = -5; round < rounds; round++)
    for (const [name, { call, cpu = () => process.cpuUsage() }] of Object.entries(calls)) {
      const before = await cpu();
      for (let i = 0; i < batch; i++) await call();
      const after = await cpu();
      const used = after.user + after.system - before.user - before.system;
      if (round >= 0) samples[name].push(used / batch);
    }
  return Object.fromEntries(
    Object.entries(samples).map(([name, list]) => [
      name,
      list.sort((a, b) => a - b)[Math.floor(list.length / 2)],
    ]),
  );
}

async function compareWebhooks() {
  const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
  const sample = { event_type: "ramp.deposit", orderId: "order_1", status: "COMPLETED" };
  const { headers, body } = await signWebhook(sample, secret);
  const standard = Object.fromEntries(
    ["id", "timestamp", "signature"].map((name) => [
      `webhook-${name}`,
      headers[`svix-${name}`] ?? headers[`webhook-${name}`],
    ]),
  );
  const webhook = new Webhook(secret);
  printRatios(
    `a webhook of ${body.length} bytes`,
    await race(
      {
        "standardwebhooks, not validated": { call: () => webhook.verify(body, standard) },
        "bursar/webhooks, validated": { call: () => verifyWebhook(headers, body, secret) },
      },
      50,
      200,
    ),
  );
}

/** Each proxy runs in a process of its own, which sends its processor time. */
async function compareProxies() {
  const server = fork(fileURLToPath(new URL("./server.mjs", import.meta.url)));
  const [port] = await once(server, "message");
  const proxies = {};
  for (const name of ["a bare reverse proxy", "http-proxy", "bursar/proxy"]) {
    const child = fork(fileURLToPath(new URL("./proxies.mjs", import.meta.url)), [name, port]);
    child.on("exit", (code) => code && process.exit(code));
    const [address] = await once(child, "message");
    const cpu = async () => {
      child.send("cpu");
      return (await once(child, "message"))[0];
    };
    proxies[name] = { child, port: address, cpu };
  }
  const paths = {
    "a small read": `/api/v1/wallets/address?externallyOwnedAccount=${address}&factory=${address}`,
    "a page of 100 records": `/api/v1/wallets/${address}/history`,
  };
  for (const [title, path] of Object.entries(paths)) {
    const calls = Object.fromEntries(
      Object.entries(proxies).map(([name, { port, cpu }]) => [
        name,
        {
          cpu,
          async call() {
            const prefix = name === "bursar/proxy" ? "/api/bursar" : "";
            const response = await fetch(`http://127.0.0.1:${port}${prefix}${path}`);
            if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
            await response.text();
          },
        },
      ]),
    );
    printRatios(`the proxy, ${title}`, await race(calls, 30, 50));
  }
  for (const { child } of [...Object.values(proxies), { child: server }]) child.disconnect();
}
