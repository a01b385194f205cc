import * as ethers from "ethers";
import fc from "fast-check";
import { hashTypedData as viemHash } from "viem/utils";
import { expect } from "vitest";
import { isBursarError, type SwapQuote } from "../../../src/index.js";
import {
  describeQuote,
  fromUnits,
  hashTypedData,
  normaliseTypedData,
  toUnits,
} from "../../../src/signing/index.js";
import { typedData } from "../../signing/typed-data/random-typed-data.js";
import { fixtureOf } from "../../support/fixtures/index.js";
import { fuzzTarget } from "../fuzz.js";
import { changed, hostileText } from "../random-json.js";

/** Runs code that may throw. Errors of other libraries and of the engine fail the test. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!isBursarError(error)) throw error;
    return undefined;
  }
}

const orUndefined = <T>(run: () => T): T | undefined => {
  try {
    return run();
  } catch {
    return undefined;
  }
};

const toJson = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (_, each) => (typeof each === "bigint" ? each.toString() : each)),
  );

interface AnyTypedData {
  domain: ethers.TypedDataDomain;
  types: Record<string, ethers.TypedDataField[]>;
  primaryType: string;
  message: Record<string, unknown>;
}

const withoutArrays = (type: string) => type.replace(/\[.*$/, "");

/**
 * ethers rejects types that the primary type does not use, which do not change the hash. It finds
 * no primary type if all types are used by others: the result is then undefined.
 */
const hashByEthers = ({ domain, types, primaryType, message }: AnyTypedData) => {
  const used: AnyTypedData["types"] = {};
  const add = (name: string): void => {
    const fields = types[name];
    if (!fields || used[name]) return;
    used[name] = fields;
    for (const { type } of fields) add(withoutArrays(type));
  };
  add(primaryType);
  const isUsed = Object.values(used)
    .flat()
    .some(({ type }) => withoutArrays(type) === primaryType);
  if (isUsed) return undefined;
  return ethers.TypedDataEncoder.hash(domain, used, message);
};

const typedDataTarget = fuzzTarget("hashes typed data as viem and ethers do, or rejects it", {
  kept: "typed-data",
  runs: 20,
  accepted: 0.1,
  input: typedData.chain((valid) => changed(toJson(valid), 2)),
  check: (given) => {
    const hash = attempt(() => hashTypedData(given as never));
    const normal = attempt(() => normaliseTypedData(given as never));
    expect(normal === undefined).toBe(hash === undefined);
    if (hash === undefined || normal === undefined) return false;
    expect(viemHash(normal as never)).toBe(hash);
    const normalHash = hashByEthers(normal as never);
    if (normalHash !== undefined) expect(normalHash).toBe(hash);
    const byViem = orUndefined(() => viemHash(given as never));
    const byEthers = orUndefined(() => hashByEthers(given as never));
    // Where they differ, the data is ambiguous.
    if (byViem !== undefined && byViem === byEthers) expect(hash).toBe(byViem);
    return true;
  },
});

const digits = fc.stringMatching(/^\d{1,90}$/);
const amount = fc.oneof(
  digits,
  fc.tuple(digits, digits).map((parts) => parts.join(".")),
  fc.tuple(digits, fc.nat(300)).map(([part, zeros]) => `${part}.${"0".repeat(zeros)}`),
  fc.tuple(digits, hostileText, digits).map((parts) => parts.join("")),
  fc.stringMatching(/^[-+.,_' \deExX\u0660-\u0669]{0,12}$/),
  hostileText,
);

/** The units of an amount, one digit at a time. Undefined if it is no amount of the token. */
function readUnits(text: string, decimals: number): bigint | undefined {
  const parts = text.split(".");
  if (parts.length > 2 || parts.some((part) => part === "")) return undefined;
  let value = 0n;
  for (const digit of parts.join("")) {
    const at = "0123456789".indexOf(digit);
    if (at < 0) return undefined;
    value = value * 10n + BigInt(at);
  }
  const scaled = value * 10n ** BigInt(decimals);
  const divisor = 10n ** BigInt(parts[1]?.length ?? 0);
  return scaled % divisor === 0n ? scaled / divisor : undefined;
}

const toUnitsTarget = fuzzTarget("converts amounts as integer arithmetic does, or rejects them", {
  kept: "to-units",
  runs: 200,
  accepted: 0.1,
  input: fc.record({ text: amount, decimals: fc.integer({ min: 0, max: 255 }) }),
  check: ({ text, decimals }) => {
    const units = attempt(() => toUnits(text, decimals));
    expect(units).toBe(readUnits(text, decimals));
    return units !== undefined;
  },
});

const fromUnitsTarget = fuzzTarget("converts units to the shortest amount, which converts back", {
  kept: "from-units",
  runs: 100,
  accepted: 0.9,
  input: fc.record({ text: digits, decimals: fc.integer({ min: 0, max: 255 }) }),
  check: ({ text, decimals }) => {
    const units = BigInt(text);
    const shown = fromUnits(units, decimals);
    expect(readUnits(shown, decimals)).toBe(units);
    const divisor = 10n ** BigInt(decimals);
    const fraction = (units % divisor).toString().padStart(decimals, "0").replace(/0+$/, "");
    expect(shown).toBe(`${units / divisor}${fraction && decimals > 0 ? `.${fraction}` : ""}`);
    return true;
  },
});

const { full } = fixtureOf("swap.quote") as unknown as { full: { quotes: SwapQuote[] } };
const titles = new RegExp(
  `^(?:${[
    ...[
      "You sign",
      "You give",
      "Leaves the wallet",
      "You get at least",
      "From",
      "To",
      "Sign before",
      "Valid until",
    ],
    ...["You asked to give", "Order fills for at least", "You asked for at least"],
    ...["Total cost", "Loss"],
    ...["You asked for an expiry after seconds", "Fee \\([\\w ?.-]{1,27}\\)", "Permission"],
    ...[
      "Warning",
      "Problem",
      "Hash of the operation",
      "Domain Hash",
      "Message Hash",
      "EIP-712 Digest",
    ],
    ...["Hash of the approval", "Hash of the authorization", "Worth by the quote", "Typed data"],
    ...["Contract of the typed data", "Chain of the typed data", "Value of [ -~]{1,80}"],
    ...["Domain Hash", "Message Hash", "EIP-712 Digest", "Hash of the authorization"].map(
      (title) => `${title} of the approval`,
    ),
  ].join("|")}): [ -~]+$`,
);

/** The lines of other data than an order. */
const dataLine =
  /^(?:Typed data|Contract of the typed data|Chain of the typed data|Value of .*|Warning: (?:Only a part of|Only the first) .*)/;

function listStrings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(listStrings)
    : [];
}

const describeQuoteTarget = fuzzTarget(
  "describes any quote with one fact per line, in printable characters",
  {
    kept: "describe-quote",
    runs: 30,
    accepted: 0.5,
    input: fc.record({
      quote: fc.constantFrom(...full.quotes).chain((quote) => changed(quote, 5)),
      hasRequest: fc.boolean(),
    }),
    check: ({ quote, hasRequest }) => {
      const [expect_] = fixtureOf("swap.quote").args;
      const options = { now: 1_700_000_000_000, ...(hasRequest && { expect: expect_ as never }) };
      const summary = attempt(() => describeQuote(quote as SwapQuote, options));
      if (summary === undefined) return false;
      const { text, fees, leaves, permissions, warnings, problems, digests, loss, kind } = summary;
      const lines = text.split("\n");
      for (const line of lines) expect(line).toMatch(titles);
      const isOrder = kind === "limit order" ? 1 : 0;
      const lists = [fees, leaves, permissions, warnings, problems];
      const listed = lists.reduce((sum, { length }) => sum + length, 0);
      const requested = lines.filter((line) => line.startsWith("You asked for")).length;
      const given = lines.filter((line) => line.startsWith("You asked to give")).length;
      const hashes = listStrings(digests).length;
      const data = lines.filter((line) => dataLine.test(line)).length;
      expect(requested).toBeLessThanOrEqual(2 * isOrder);
      expect(given).toBeLessThanOrEqual(hasRequest ? 1 : 0);
      // You sign, give, get, from, to, the expiry, the worth and the total cost.
      const always = 8 + (loss ? 1 : 0);
      expect(lines.length).toBe(always + listed + given + requested + hashes + data);
      for (const line of [...lines, ...listStrings({ ...summary, text: "" })])
        expect(line).not.toMatch(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}|\p{DI}/u);
      for (const line of lines) expect(line.length).toBeLessThan(1_000);
      return true;
    },
  },
);

export const signingTargets = [
  typedDataTarget,
  toUnitsTarget,
  fromUnitsTarget,
  describeQuoteTarget,
];
