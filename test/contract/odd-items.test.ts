import { describe, expect, it } from "vitest";
import { formatPath } from "../../src/shared/format-path.js";
import { read } from "../properties/damaged-records.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { type Path, valueAt, withValue } from "./walk.js";

const poolId = `0x${"5a".repeat(32)}`;
const solana = { id: 1399811149, name: "SOLANA", logo: "" };
const mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const sui = { id: 9270000000000000, name: "SUI", logo: "" };
const coin = `0x${"2".repeat(64)}::sui::SUI`;
const bitcoin = { id: 0, name: "BITCOIN", logo: "" };

type OddList = readonly [name: Parameters<typeof fixtureOf>[0], at: Path, identity: string];

/** The lists of records, with the field that identifies an item. */
const lists: readonly OddList[] = [
  ["tokens.list", ["tokens"], "address"],
  ["wallets.portfolio", ["tokens"], "address"],
  ["wallets.portfolio", ["portfolio"], "address"],
  ["wallets.portfolio", ["nfts"], "address"],
  ["liquidity.pools", ["pools"], "address"],
  ["wallets.history", ["transactions"], "id"],
];

const withAddress = lists.filter(([, , identity]) => identity === "address");

/** A list of the fixture's item, and the same item with other fields. */
function withOddItem([name, list]: OddList, fields: object) {
  const { full } = fixtureOf(name);
  const item = valueAt(full, [...list, 0]) as object;
  return withValue(full, list, [item, { ...item, ...fields }]);
}

describe.each(lists)("one item of %s in %j", (...list) => {
  const [name, at] = list;

  // test/properties/records.test.ts has an item without an identity, or with an odd one.
  it("rejects if it is no object", async () => {
    const json = withValue(withOddItem(list, {}), [...at, 1], null);
    expect((await read(fixtureOf(name), json)).rejected).toEqual([formatPath([...at, 1])]);
  });
});

describe.each(withAddress)("an address in %s in %j", (...list) => {
  const [name, at] = list;
  const fixture = fixtureOf(name);
  const place = (field: string) => formatPath([...at, 1, field]);

  it.each([
    ["a mint", solana, mint],
    ["a coin", sui, coin],
  ])("is any text on a chain that is not known, which is reported: %s", async (...row) => {
    const [, chain, address] = row;
    const { rejected, drifts } = await read(fixture, withOddItem(list, { chain, address }));
    expect({ rejected, drifts }).toEqual({ rejected: [], drifts: [[place("chain.id")]] });
  });

  it("is any text on Bitcoin", async () => {
    const json = withOddItem(list, { chain: bitcoin, address: "0x17:rune" });
    const { rejected, drifts } = await read(fixture, json, "strict");
    expect({ rejected, drifts }).toEqual({ rejected: [], drifts: [] });
  });

  it.each([poolId, mint, "0x12"])("is reported on an EVM chain if it is %s", async (address) => {
    const { rejected, drifts } = await read(fixture, withOddItem(list, { address }));
    expect({ rejected, drifts }).toEqual({ rejected: [], drifts: [[place("address")]] });
  });
});

it("takes an empty revert reason for none, beside a field that is reported", async () => {
  const fixture = fixtureOf("swap.quote");
  const path = ["quotes", 0, "amountInUSD"] as const;
  const empty = withValue(fixture.full, ["quotes", 0, "revertReason"], { raw: null });
  const { rejected, drifts } = await read(fixture, withValue(empty, path, 5));
  expect({ rejected, drifts }).toEqual({ rejected: [], drifts: [[formatPath(path)]] });
});

describe("a chain of a token in a list", () => {
  const tokens: OddList = ["tokens.list", ["tokens"], "address"];
  const chains: readonly (readonly [chain: unknown])[] = [
    ["solana"],
    [null],
    [{ id: "solana" }],
    [{ id: null }],
  ];

  it.each(chains)("is reported if it is %j", async (chain) => {
    const json = withOddItem(tokens, { chain });
    const { rejected, drifts } = await read(fixtureOf("tokens.list"), json);
    expect(rejected).toEqual([]);
    expect(drifts[0]?.[0]).toMatch(/^tokens\[1\]\.chain/);
  });

  it("rejects without an id", async () => {
    const json = withOddItem(tokens, { chain: { name: "SOLANA", logo: "" } });
    const { rejected } = await read(fixtureOf("tokens.list"), json);
    expect(rejected).toEqual(["tokens[1].chain.id"]);
  });
});

describe("an item of a response that is about one record", () => {
  it("rejects if its identity is strange, because the call is about it", async () => {
    const fixture = fixtureOf("wallets.updateTransactionMetadata");
    const json = withValue(fixture.full, ["transaction", "id"], "");
    expect((await read(fixture, json)).rejected).toEqual(["transaction.id"]);
  });
});
