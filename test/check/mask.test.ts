import fc from "fast-check";
import { expect, test } from "vitest";
import { createMasker } from "../../src/check/mask.js";
import { nativeToken } from "../../src/contract/shared/chain-ids.js";
import { AnyAddress } from "../../src/contract/shared/primitives.js";
import { createSeededRandom } from "./seeded-random.js";

const wallet = `0x${"Ab12".repeat(10)}`;
const hash = `0x${"cd34".repeat(16)}`;
const bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const mask = (value: unknown, secrets: string[] = []) =>
  createMasker(secrets, createSeededRandom()).json(value);

test.each([
  ["an address", { to: wallet }, /^0x[\da-f]{40}$/],
  ["a hash", { userOperationHash: hash }, /^0x[\da-f]{64}$/],
  [
    "calldata, except its function",
    { data: `0xa9059cbb${"12".repeat(64)}` },
    /^0xa9059cbb\w{128}$/,
  ],
  ["a UUID", { id: "99802067-c35d-48ff-88ff-0df338a859da" }, /^\w{8}(?:-\w{4}){3}-\w{12}$/],
  ["a trace id", { traceId: "18d72ce87194fa9330545cdc583e71b0" }, /^[\da-f]{32}$/],
  ["a plain id", { id: "tx_000042" }, /^[a-z]{2}_0000[1-9]{2}$/],
  ["a name", { firstName: "ANA" }, /^[A-Z]{3}$/],
  ["a city in capitals", { city: "RIO" }, /^[A-Z]{3}$/],
  ["an e-mail address", { email: "ana@example.org" }, /^[a-z]{8}@example\.com$/],
  ["a URL", { logo: "https://cdn.test/usdc.png" }, /^https:\/\/masked\.example\/[a-z]{8}$/],
  ["a decimal", { amount: "12.050" }, /^[1-9]{2}\.0[1-9]0$/],
  ["a document number", { document: { id: "12345678900" } }, /^[1-9]{9}00$/],
  ["metadata", { metadata: { order: "FOR ANA 17" } }, /^[A-Z]{3} [A-Z]{3} [1-9]{2}$/],
  ["a birth date", { birthDate: "2001-02-03" }, /^1990-01-01$/],
])("replaces %s and keeps its form", (_, value, form) => {
  const [before, after] = [leavesOf(value)[0], leavesOf(mask(value))[0]];
  expect(after).toMatch(form);
  expect(after).not.toBe(before);
});

test("replaces a Bitcoin address by a valid one", () => {
  const { toAddress } = mask({ toAddress: bitcoin }) as { toAddress: string };
  expect(toAddress).not.toBe(bitcoin);
  expect(AnyAddress.safeParse(toAddress).success).toBe(true);
});

test("keeps what says nothing about the project", () => {
  const value = {
    ...{ id: "BAD_REQUEST", status: "COMPLETED", chainId: 137, decimals: 18, total: 3 },
    ...{ createdAt: "2026-01-31T12:00:05.000Z", expiresAt: 1760403439000 },
    ...{ collectedFee: "0", collectedFeePercent: "0.25", slippage: 5, salt: "3" },
    ...{ metadata: null, deployed: false, tokenOut: nativeToken },
    chain: { id: 137, name: "Polygon" },
    errors: [{ code: "invalid_type", expected: "string", received: "number", path: ["salt"] }],
  };
  expect(mask(value)).toEqual(value);
});

test("replaces a value by the same everywhere, regardless of letter case", () => {
  const masker = createMasker([], createSeededRandom());
  const first = masker.json({ wallet, symbol: "USDC" }) as Record<string, string>;
  expect(masker.json({ wallet: wallet.toLowerCase(), symbol: "usdc" })).toEqual({
    wallet: first.wallet,
    symbol: first.symbol?.toLowerCase(),
  });
  expect(masker.field("walletAddress", wallet)).toBe(first.wallet);
  expect(masker.json(`137-${wallet}`)).toBe(`137-${first.wallet}`);
});

test("replaces values that a message quotes", () => {
  const masker = createMasker([], createSeededRandom());
  const { name } = masker.json({ name: "Silva Ltda" }) as { name: string };
  const message = `Wallet "${wallet}" of Silva Ltda holds 12.5 only.`;
  const { message: masked } = masker.json({ message }) as { message: string };
  expect(masked).toMatch(
    /^Wallet "0x[\da-f]{40}" of [A-Z][a-z]+ [A-Z][a-z]+ holds [1-9]{2}\.[1-9] only\.$/,
  );
  expect(masked).toContain(name);
  expect(masked).not.toContain(wallet);
});

test("never writes a secret", () => {
  const key = "eyJhbGciOi.JIUzI1NiJ9";
  expect(JSON.stringify(mask({ message: `key ${key}`, id: key, key }, [key]))).not.toContain(key);
});

test("keeps the type of every value and the names of all fields", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(shapeOf(mask(value))).toEqual(shapeOf(value));
    }),
  );
});

function leavesOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [value];
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? null : typeof value;
  return Object.entries(value).map(([name, part]) => [name, shapeOf(part)]);
}

test("takes other masks in each run", () => {
  const masks = [1, 2].map(() => createMasker([]).field("walletAddress", wallet));
  expect(masks[0]).not.toBe(masks[1]);
});
