import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  chainIds,
  documentedDefaults,
  ListPoolsQuery,
  ListTokensQuery,
  nativeToken,
} from "../../../src/contract/index.js";
import { countries } from "../../../src/contract/shared/countries.js";

describe("the lists of the contract", () => {
  it("name the ten chains with the contract's ids", () => {
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

  it("name the native coin with the contract's constant", () => {
    expect(nativeToken).toBe(`0x${"ee".repeat(20)}`);
  });

  it("hold 248 countries, each once, in words", () => {
    expect(countries).toHaveLength(248);
    expect(new Set(countries).size).toBe(248);
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

  it("spell every country as the contract does", () => {
    // The digest of the contract's list, sorted: 248 words would only be the source once more.
    const digest = createHash("sha256")
      .update([...countries].sort().join(","))
      .digest("hex");
    expect(digest).toBe("a79e781330152167cc36222d11e5df8b875ff564a77888c862d196d789f79e72");
  });

  it("are part of the schemas that the package exports, with the documented defaults beside them", () => {
    expect(ListTokensQuery.safeParse({ perPage: 100 }).success).toBe(true);
    expect(ListPoolsQuery.safeParse({}).data).toEqual({ filterWhitelist: true });
    expect(documentedDefaults).toBeDefined();
  });
});
