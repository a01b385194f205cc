import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { createMasker } from "../../src/check/mask.js";
import { endpoints } from "../../src/contract/endpoints.js";
import { nativeToken } from "../../src/contract/shared/chains/chain-ids.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
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

test("keeps what says nothing about the project, where it is documented", () => {
  const value = {
    status: "COMPLETED",
    ...{ chainId: 137, decimals: 18, total: 3 },
    ...{ createdAt: "2026-01-31T12:00:05.000Z", expiresAt: 1760403439000 },
    ...{ collectedFee: "0", collectedFeePercent: "0.25", slippage: 5, salt: "3" },
    ...{ metadata: null, deployed: false, tokenOut: nativeToken },
    chain: { id: 137, name: "Polygon" },
  };
  const schema = z.looseObject({
    status: z.enum(["COMPLETED"]),
    ...{ chainId: z.number(), decimals: z.number(), total: z.number(), slippage: z.number() },
    ...{ expiresAt: z.number(), collectedFeePercent: z.string(), salt: z.string() },
    chain: z.looseObject({ id: z.number(), name: z.string() }),
  });
  expect(createMasker([], createSeededRandom()).json(value, schema)).toEqual(value);
});

test.each([
  ["text that looks like a word, where the schema has any text", { quoteId: "Q12345ABC" }],
  ["a word that the enumeration does not have", { status: "JOHN" }],
  ["an undocumented word", { receivedBy: "JOHN", projectId: "P4711" }],
  ["an undocumented bank account", { iban: "DE89370400440532013000" }],
  ["every text of metadata", { metadata: { status: "COMPLETED", type: "GIFT", version: "7.25" } }],
  ["times of metadata", { metadata: { message: "2026-01-31T12:00:05.000Z" } }],
  [
    "every text of the message of typed data",
    { typedData: { types: {}, primaryType: "", message: { status: "COMPLETED", type: "GIFT" } } },
  ],
  ["an undocumented small number", { documentNumber: 999_999, pin: 17 }],
  ["digits and addresses in names of fields", { byDocument: { "12345678911": true } }],
])("replaces %s", (_, value) => {
  const schema = z.looseObject({ quoteId: z.string(), status: z.enum(["COMPLETED"]) });
  const masked = createMasker([], createSeededRandom()).json(value, schema);
  const [before, after] = [listPrivate(value), JSON.stringify(masked)];
  expect(before.filter((text) => after.includes(text))).toEqual([]);
});

/** The texts and numbers of a value, and the names that are numbers. */
function listPrivate(value: unknown): string[] {
  if (typeof value !== "object" || value === null)
    return ["string", "number"].includes(typeof value) && value !== "" ? [String(value)] : [];
  const names = Object.keys(value).filter((name) => /^\d{5,}$/.test(name));
  return [...names, ...Object.values(value).flatMap(listPrivate)];
}

const swap = endpoints.find(({ name }: Endpoint) => name === "swap.quote") as Endpoint;
const maskError = (body: unknown) => createMasker([], createSeededRandom()).error(body, swap);

test("keeps ids, codes, types, field names and words of the request in an error", () => {
  const body = {
    id: "BAD_REQUEST",
    message: "Bad Request",
    statusCode: 400,
    errors: [
      { code: "invalid_type", expected: "string", received: "number", path: ["tokenIn"] },
      { code: "invalid_string", validation: "regex", message: "Invalid", path: ["toAddress", 0] },
      {
        code: "invalid_enum_value",
        options: ["ADD_TO_AMOUNT", "DEDUCT_FROM_AMOUNT"],
        expected: "'ADD_TO_AMOUNT' | 'DEDUCT_FROM_AMOUNT'",
        path: ["gasFeePaymentMethod"],
        message: "Invalid enum value. Expected 'ADD_TO_AMOUNT' | 'DEDUCT_FROM_AMOUNT'",
      },
      { code: "too_small", minimum: 1, type: "array", message: "Array must contain at least 1" },
    ],
  };
  expect(maskError(body)).toEqual(body);
});

test.each([
  ["a received value", { errors: [{ received: "JOHN" }] }, ["JOHN"]],
  ["an unknown option", { errors: [{ options: ["JOHN_SILVA"] }] }, ["JOHN_SILVA"]],
  ["an unknown path", { errors: [{ path: ["metadata", "Silva"] }] }, ["Silva"]],
  ["a code that is none", { errors: [{ code: "john" }] }, ["john"]],
  ["an id with digits", { id: "IND4711" }, ["IND4711"]],
  ["names in a message", { message: "Ana Silva (ACME2) is blocked" }, ["Ana", "Silva", "ACME2"]],
  ["quoted text in a message", { message: "The name 'ana' and \"silva\"" }, ["'ana'", "silva"]],
  ["a document number in a message", { message: "Document 12345678911" }, ["12345678911"]],
  ["a document number in groups", { message: "CPF 123.456.789-11." }, ["123.456.789-11", "789"]],
  ["a phone number", { message: "Call +55 11 98765-4321" }, ["55 11", "98765", "4321"]],
  ["metadata that an error quotes", { metadata: { type: "GIFT", no: 71 } }, ["GIFT", "71"]],
])("replaces %s in an error", (_, body, texts) => {
  const text = JSON.stringify(maskError(body)).replaceAll("\\", "");
  expect(texts.filter((each) => text.includes(each))).toEqual([]);
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
  const { message: masked } = masker.error({ message }, swap) as { message: string };
  expect(masked).toMatch(
    /^Wallet "0x[\da-f]{40}" of [A-Z][a-z]+ [A-Z][a-z]+ holds [1-9]{2}\.[1-9] only\.$/,
  );
  expect(masked).toContain(name);
  expect(masked).not.toContain(wallet);
});

test("never writes a secret", () => {
  const key = "eyJhbGciOi.JIUzI1NiJ9";
  const value = { message: `key ${key}`, id: key, [key]: 1, metadata: { [key]: [{ [key]: key }] } };
  expect(JSON.stringify(mask(value, [key]))).not.toContain(key);
  const masker = createMasker([key], createSeededRandom());
  expect(JSON.stringify(masker.error(value, swap))).not.toContain(key);
  expect(masker.field("sessionId", key)).not.toContain(key);
});

test("keeps the type of every value and the names of all fields", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // Addresses and numbers in names of fields are private.
      fc.pre(!/@|\d{5}/.test(JSON.stringify(value)));
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
