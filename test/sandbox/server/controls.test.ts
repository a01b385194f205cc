import { expect, test } from "vitest";
import { withControlRoutes } from "../../../src/sandbox/controls/control-routes.js";
import { controls } from "../../../src/sandbox/controls/create-controls.js";
import { createSandbox, demoWallet, type Sandbox } from "../../../src/sandbox/index.js";
import { createSandboxClient, testStart, usdc, weth } from "../open-sandbox.js";

/** What connects a sandbox, or serves it. */
const connections = ["baseUrl", "apiKey", "fetch", "handlers", "listen", "node"];

function openControls(sandbox: Sandbox = createSandbox({ now: testStart })) {
  const fetch = withControlRoutes(sandbox);
  const send = async (name: string, body?: unknown) => {
    const init = body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    const request = new Request(`http://localhost/__sandbox/${name}`, init || {});
    const response = await fetch(request, { loopback: true });
    return { status: response.status, body: await response.json() };
  };
  return { sandbox, send, client: createSandboxClient(sandbox) };
}

const nft = { account: demoWallet, chainId: 137, token: weth, tokenId: "7", name: "Seven" };
const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";

/** A body of each control, with all its fields, and the arguments of the sandbox's method. */
const calls: Readonly<Record<string, readonly [body: object, ...args: unknown[]]>> = {
  fund: same({ account: demoWallet, chainId: 137, token: usdc, amount: "1" }),
  fundNft: same({ ...nft, broken: true }),
  registerBitcoinWallet: same({ account: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" }),
  setPrice: same({ chainId: 137, token: weth, price: "1" }),
  fillOrder: same({ transactionId: "tx_1", percent: 25 }),
  advance: [{ milliseconds: 5 }, 5],
  configure: same({
    units: 5,
    whitelist: [`137:${usdc}`],
    treasury: null,
    fiat: false,
    liquidityEcho: true,
    deleted: true,
  }),
  decide: [
    { sessionId: "session_1", outcome: "FAILED", failureReason: "BLURRED" },
    ...["session_1", "FAILED", "BLURRED"],
  ],
  fail: fault({
    status: 503,
    id: "SWAP_QUOTE",
    message: "Down",
    times: 2,
    for: 3_000,
    retryAfter: 5,
  }),
  hang: fault({ times: 2, for: 3_000, before: true }),
  cut: fault({ times: 2, for: 3_000, before: true }),
  delay: fault({ latency: 5, times: 2, for: 3_000 }),
  outage: [{ part: "queue", down: false }, "queue", false],
  diverge: same({ percent: 5 }),
  webhooks: same({ url: "http://127.0.0.1:3000/", secret }),
  trigger: [
    { type: "ramp.deposit", overrides: { status: "FAILED" } },
    "ramp.deposit",
    { status: "FAILED" },
  ],
  "webhooks.redeliver": [{ id: "msg_1" }, "msg_1"],
  restore: [{ snapshot: { time: 5 } }, { time: 5 }],
  reset: [{}],
};

function same(body: object): [object, object] {
  return [body, body];
}

function fault(settings: object): [object, string, object] {
  return [{ operation: "swap.quote", ...settings }, "swap.quote", settings];
}

test("every method of the sandbox has a control, and the other way round", () => {
  const sandbox = createSandbox();
  const methods = Object.keys(sandbox).filter((name) => !connections.includes(name));
  methods.push(...Object.keys(sandbox.webhooks).map((name) => `webhooks.${name}`));
  expect(controls.map(({ name }) => name).sort()).toEqual(methods.sort());
});

const posted = controls.filter(({ method }) => method === "POST").map(({ name }) => name);

test.each(posted)("%s passes its fields under the names of the library", async (name) => {
  const [body, ...expected] = calls[name] ?? [];
  const received: unknown[][] = [];
  const sandbox = createSandbox();
  const note = (...args: unknown[]) => void received.push(args);
  const spied = name.startsWith("webhooks.")
    ? { ...sandbox, webhooks: Object.assign(() => {}, { [name.slice(9)]: note }) as never }
    : { ...sandbox, [name]: note };
  expect((await openControls(spied).send(name, body)).status).toBe(200);
  expect(received).toEqual([expected]);
});

test("saves the state over HTTP and restores it, with its balances", async () => {
  const { send, client } = openControls();
  const { body } = await send("snapshot");
  await send("fund", { account: demoWallet, chainId: 137, token: usdc, amount: "5" });
  expect((await send("restore", body)).status).toBe(200);
  const { tokens } = await client.wallets.portfolio(demoWallet);
  expect(tokens).toMatchObject([{ balanceFormatted: "1000" }]);
});
