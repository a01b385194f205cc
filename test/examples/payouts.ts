import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, onTestFinished } from "vitest";
import { toNodeHandler } from "../../src/proxy/index.js";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.js";
import { createSandboxClient, factory, inWorld, usdc } from "../sandbox/open-sandbox.js";
import { chooseSeed } from "../support/random-runs.js";
import { openExamples } from "./run.js";

/** Handles a request to a node of the sandbox, as a provider does. */
export async function respondAsNode(sandbox: Sandbox, request: Request): Promise<Response> {
  const call = await request.json();
  const reply = await sandbox
    .node(137)
    .request(call)
    .then(
      (result) => ({ result }),
      ({ code, message }) => ({ error: { code, message } }),
    );
  return Response.json({ jsonrpc: "2.0", id: call.id, ...reply });
}

/** Serves a funded wallet, and writes a file with payments. `onRequest` sees each request first. */
export async function openPayouts(total: number, batchSize: number) {
  let ahead = 0;
  const sandbox = createSandbox({ now: () => Date.now() + ahead });
  const ownerKey = generatePrivateKey();
  const { wallet } = await createSandboxClient(sandbox).wallets.register({
    externallyOwnedAccount: privateKeyToAccount(ownerKey).address,
    factory,
  });
  const account = wallet.walletAddress;
  sandbox.fund({ account, chainId: 137, token: usdc, amount: "1000000" });
  const hooks = { onRequest: () => {} };
  const server = createServer(
    toNodeHandler(async (request) => {
      if (new URL(request.url).pathname === "/node") return respondAsNode(sandbox, request);
      hooks.onRequest();
      // So that a wait ends after some requests.
      ahead += 500;
      return sandbox.fetch(request);
    }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { folder } = await openExamples();
  // The machine of the program has the sandbox's time.
  writeFileSync(
    join(folder, "shifted-clock.mjs"),
    "const { now } = Date;\nDate.now = () => now() + Number(process.env.AHEAD);\n",
  );
  const file = `payments-${ownerKey.slice(2, 18)}.csv`;
  const rows = Array.from({ length: total }, (_, i) => {
    const receiver = `0xa${(i + 1).toString(16).padStart(39, "0")}`;
    return { id: `payment-${i}`, receiver, amount: `${(i % 97) + 1}.25` };
  });
  const lines = rows.map(({ id, receiver, amount }) => `${id},${receiver},${amount}\n`);
  writeFileSync(join(folder, file), `id,receiver,amount\n${lines.join("")}`);
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    PATH: process.env.PATH,
    NODE_NO_WARNINGS: "1",
    BURSAR_BASE_URL: baseUrl,
    NODE_URL: `${baseUrl}/node`,
    BURSAR_API_KEY: sandbox.apiKey,
    WALLET: account,
    OWNER_KEY: ownerKey,
    TOKEN: usdc,
    BATCH_SIZE: String(batchSize),
    MAX_GAS_PER_BATCH: "100",
    NODE_OPTIONS: ["short-pauses.mjs", "shifted-clock.mjs"]
      .map((name) => `--import=${pathToFileURL(join(folder, name))}`)
      .join(" "),
  };
  return {
    sandbox,
    rows,
    account,
    hooks,
    ownerKey,
    path: join(folder, file),
    /** Moves beyond the expiry of what was signed. */
    expire: () => {
      ahead += 600_000;
    },
    start(...args: string[]) {
      const child = spawn(process.execPath, ["examples/payouts/payouts.mjs", file, ...args], {
        cwd: folder,
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 300_000,
        env: { ...env, AHEAD: String(ahead) },
      });
      const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
      return { child, ended: ended.then(([out, err, [code]]) => ({ out, err, code })) };
    },
    /** The receivers that did not get exactly their amount. */
    wrong: () =>
      inWorld(sandbox, ({ ledger }) =>
        rows.filter(({ receiver, amount }) => {
          const units = ledger[receiver]?.[`137:${usdc}`] ?? 0n;
          return units !== BigInt(amount.replace(".", "")) * 10_000n;
        }),
      ),
    /** The receivers that got more than their amount. */
    overpaid: () =>
      inWorld(sandbox, ({ ledger }) =>
        rows.filter(({ receiver, amount }) => {
          const units = ledger[receiver]?.[`137:${usdc}`] ?? 0n;
          return units > BigInt(amount.replace(".", "")) * 10_000n;
        }),
      ),
  };
}

/** Kills payouts at random moments, and asserts that each receiver is paid exactly once. */
export async function expectPayouts(total: number, batchSize: number, kills: number) {
  const seed = chooseSeed();
  const opened = await openPayouts(total, batchSize);
  const { hooks, start, expire, wrong, overpaid, ownerKey, path } = opened;
  let random = seed;
  const below = (limit: number) => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (random >>> 8) % limit;
  };
  for (let killed = 0; killed < kills; ) {
    const { child, ended } = start();
    let left = below(8);
    const delay = below(2) === 0 ? 0 : below(10);
    hooks.onRequest = () => {
      if (left-- === 0) setTimeout(() => child.kill("SIGKILL"), delay);
    };
    const { code, err } = await ended;
    if (code === 0) break;
    expect([seed, code, err.replaceAll(/^[█░ \d of]*$/gm, "").trim()]).toEqual([seed, null, ""]);
    killed++;
    expect([seed, overpaid()]).toEqual([seed, []]);
    expire();
  }
  hooks.onRequest = () => {};
  const { code, out, err } = await start().ended;
  expect({ seed, code, err }).toMatchObject({ seed, code: 0 });
  expect(out).toContain(`all ${total} payments are made`);
  expect([seed, wrong()]).toEqual([seed, []]);
  // A further run pays nothing.
  expect((await start().ended).code).toBe(0);
  expect(wrong()).toEqual([]);
  for (const file of [path, `${path}.journal`, `${path}.plan`])
    expect(readFileSync(file, "utf8")).not.toContain(ownerKey.slice(2));
}

/** Asserts that a file with one of these lines pays nothing, and that the error names the line. */
export async function expectInvalid(createLines: (receiver: string) => string[]) {
  const { start, path, wrong, rows } = await openPayouts(1, 1);
  const receiver = `0x${"b".repeat(40)}`;
  for (const line of createLines(receiver)) {
    writeFileSync(path, `id,receiver,amount\nfirst,${receiver},1\n${line}\n`);
    const { code, err } = await start().ended;
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("line 3") });
  }
  expect(wrong()).toEqual(rows);
}
