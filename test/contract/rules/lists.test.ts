import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  chainIds,
  ListPoolsQuery,
  ListTokensQuery,
  nativeToken,
} from "../../../src/contract/index.js";
import { fieldsOf } from "../../../src/contract/records/fields.js";
import { countries } from "../../../src/contract/shared/countries.js";
import * as tokens from "../../../src/contract/tokens/records.js";

describe("the lists of the contract", () => {
  it("have the chain ids of the contract", () => {
    expect(chainIds).toEqual({
      arbitrum: 42161,
      avalanche: 43114,
      base: 8453,
      bnb: 56,
      ethereum: 1,
      gnosis: 100,
      optimism: 10,
      polygon: 137,
      xLayer: 196,
      bitcoin: 0,
    });
  });

  it("have the address of the native coin", () => {
    expect(nativeToken).toBe(`0x${"ee".repeat(20)}`);
  });

  it("have each country once, as words", () => {
    expect(countries).not.toHaveLength(0);
    expect(new Set(countries).size).toBe(countries.length);
    for (const country of countries) expect(country).toMatch(/^[A-Z]{2,}(?:_[A-Z]+)*$/);
    expect(countries).toEqual(
      expect.arrayContaining([
        "BRAZIL",
        "COTE_DIVOIRE",
        "CURACAO",
        "REUNION",
        "NORTH_MACEDONIA",
        "ZIMBABWE",
      ]),
    );
  });

  it("spell every country as in the contract", () => {
    // The digest of the contract's sorted list. A copy of the list would repeat the source.
    const digest = createHash("sha256")
      .update([...countries].sort().join(","))
      .digest("hex");
    expect(digest).toBe("a79e781330152167cc36222d11e5df8b875ff564a77888c862d196d789f79e72");
  });

  it("are in the exported schemas, with the documented defaults", () => {
    expect(ListTokensQuery.safeParse({ perPage: 100 }).success).toBe(true);
    expect(ListPoolsQuery.safeParse({}).data).toEqual({ filterWhitelist: true });
    const defaults = fieldsOf(tokens.ListTokensQuery).map((field) => [field.name, field.default]);
    expect(Object.fromEntries(defaults)).toMatchObject({
      page: 1,
      perPage: 10,
      filterWhitelist: true,
    });
  });
});
