import { expect, test } from "vitest";
import { ConfigurationError } from "../../src/errors/index.js";
import { createSandbox, demoWallet, type Sandbox } from "../../src/sandbox/index.js";
import { inWorld, usdc } from "./open-sandbox.js";
import { bitcoinAddress } from "./swap/swap-requests.js";

const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
const url = "https://app.example/webhooks";
const nft = { account: demoWallet, chainId: 137, token: usdc, tokenId: "7", name: "Seven" };
const funds = { account: demoWallet, chainId: 137, token: usdc, amount: "1" };
const price = { chainId: 137, token: usdc, price: "2" };

function catchError(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

test.each<[method: keyof Sandbox, args: unknown[], message: RegExp]>([
  ["fund", [{ account: demoWallet, chainId: 137, token: usdc, amout: "1" }], /mean amount\?/],
  ["fund", [demoWallet], /fund: expected an object/],
  ["fund", [{ ...funds, chainId: 137, token: "btc" }], /no token "btc" on chain 137/],
  ["fund", [{ ...funds, account: "constructor" }], /as account, got "constructor"/],
  ["fund", [{ ...funds, account: `0x${"0".repeat(38)}Ee` }], /as account/],
  ["fund", [{ ...funds, chainId: 0, token: "btc" }], /Bitcoin address/],
  ["fund", [{ ...funds, account: bitcoinAddress }], /EVM address/],
  ["fund", [{ ...funds, amount: "-1" }], /as amount, got "-1"/],
  ["fund", [{ ...funds, amount: "1e3" }], /as amount, got "1e3"/],
  ["fund", [], /fund: expected an object/],
  ["setPrice", [{ chainId: 137, tokn: usdc, price: "2" }], /mean token\?/],
  ["setPrice", [{ chainId: 137, address: usdc, price: "2" }], /unknown option/],
  ["setPrice", [{ ...price, price: 2 }], /as price, got 2/],
  ["setPrice", [{ ...price, price: "-2" }], /as price, got "-2"/],
  ["setPrice", [{ ...price, chainId: 5 }], /no token/],
  ["setPrice", [{ chainId: 137, price: "2" }], /as token, got undefined/],
  ["fundNft", [{ ...nft, brokn: true }], /mean broken\?/],
  ["fundNft", [{ ...nft, account: "me" }], /as account, got "me"/],
  ["fundNft", [{ ...nft, token: "seven" }], /as token, got "seven"/],
  ["fundNft", [{ ...nft, chainId: "137" }], /as chainId, got "137"/],
  ["fundNft", [{ ...nft, tokenId: 7 }], /a string as tokenId, got 7/],
  ["fundNft", [demoWallet], /fundNft: expected an object/],
  ["registerBitcoinWallet", [], /registerBitcoinWallet: expected an object/],
  ["registerBitcoinWallet", [{ acount: "bc1q" }], /mean account\?/],
  ["registerBitcoinWallet", [{ account: "constructor" }], /Bitcoin mainnet address/],
  ["registerBitcoinWallet", [{ account: demoWallet }], /Bitcoin mainnet address/],
  ["advance", [-1], /advance: .*milliseconds ≥ 0.*got -1/],
  ["advance", [Number.NaN], /advance: .*got NaN/],
  ["advance", [Number.POSITIVE_INFINITY], /advance: .*got Infinity/],
  ["configure", [{ unit: 1 }], /unknown option "unit"/],
  ["configure", [{ units: -1 }], /a whole number .*as units/],
  ["restore", [{}], /expected a snapshot/],
  ["decide", ["session_9", "COMPLETED"], /no session "session_9"/],
  ["decide", ["session_1", "COMPLETE"], /unknown outcome "COMPLETE".* mean COMPLETED\?/],
  ["decide", ["session_1", 5], /unknown outcome 5.* are COMPLETED, FAILED/],
  ["decide", [5, "COMPLETED"], /a string as sessionId, got 5/],
  ["fail", ["swap.qoute"], /unknown operation "swap\.qoute".* mean swap\.quote\?/],
  ["fail", [], /unknown operation undefined/],
  ["fail", ["constructor"], /unknown operation "constructor"/],
  ["fail", ["swap.quote", { statsu: 503 }], /mean status\?/],
  ["fail", ["swap.quote", { status: 200 }], /as status, got 200/],
  ["fail", ["swap.quote", { times: 0 }], /as times, got 0/],
  ["hang", ["swap.qoute"], /mean swap\.quote\?/],
  ["hang", ["swap.quote", { times: Number.NaN }], /as times, got NaN/],
  ["hang", ["swap.quote", { befor: true }], /mean before\?/],
  ["fail", ["swap.quote", { for: "3s" }], /as for, got "3s"/],
  ["delay", ["swap.quote"], /as latency, got undefined/],
  ["delay", ["swap.quote", { latency: -1 }], /as latency, got -1/],
  ["cut", ["swap.qoute"], /mean swap\.quote\?/],
  ["cut", ["swap.quote", { times: "2" }], /as times, got "2"/],
  ["fillOrder", [{ transactionId: "tx_1", percent: 25 }], /cannot fill 25% of .*tx_1/],
  ["fillOrder", [{ transactionId: "tx_1", percent: 0.5 }], /as percent, got 0.5/],
  ["diverge", [{ percent: 101 }], /as percent, got 101/],
  ["node", [5], /no EVM chain 5\. Use one of .*137/],
  ["node", [0], /no EVM chain 0/],
  ["outage", ["queues"], /unknown part "queues".* mean queue\?/],
  ["outage", ["queue", "yes"], /as down, got "yes"/],
  ["webhooks", [{ url, secret, fetsh: () => {} }], /mean fetch\?/],
  ["webhooks", [{ url, secret, fetch: "node" }], /fetch: expected a function/],
  ["webhooks", [], /webhooks: expected an object/],
])("%s rejects %j", (method, args, message) => {
  const sandbox = createSandbox({ now: 0 });
  const before = inWorld(sandbox, (world) => world);
  const error = catchError(() => (sandbox[method] as (...all: unknown[]) => unknown)(...args));
  expect(error).toBeInstanceOf(ConfigurationError);
  const { message: text, hint } = error as ConfigurationError;
  expect(`${text}. ${hint}`).toMatch(message);
  expect(inWorld(sandbox, (world) => world)).toEqual(before);
});

test.each<[options: unknown, message: RegExp]>([
  [null, /expected an object/],
  [{ sead: "one" }, /mean seed\?/],
  [{ now: "2026-01-01" }, /now .* got "2026-01-01"/],
  [{ now: null }, /now/],
  [{ now: Number.NaN }, /now/],
  [{ now: 1e300 }, /now/],
  [{ now: new Date("tomorrow") }, /an invalid date/],
  [{ now: () => "soon" }, /now .* got "soon"/],
  [{ now: () => Number.NaN }, /now/],
  [{ tick: "1" }, /tick: expected milliseconds ≥ 0, got "1"/],
  [{ tick: -1 }, /tick: expected milliseconds ≥ 0, got -1/],
  [{ tick: Number.POSITIVE_INFINITY }, /tick/],
  [{ latency: Number.NaN }, /latency/],
])("createSandbox rejects %j", (options, message) => {
  const error = catchError(() => createSandbox(options as object));
  expect(error).toBeInstanceOf(ConfigurationError);
  const { message: text, hint } = error as ConfigurationError;
  expect(`${text}. ${hint}`).toMatch(message);
});
