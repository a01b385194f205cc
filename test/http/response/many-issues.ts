import { describe, expect, test } from "vitest";
import { ResponseValidationError } from "../../../src/errors/data.js";
import { token as factory, failure, swapRequest, wallet } from "../test-client.js";
import { pathsOf, quote, reading, token, withMetadata } from "./drift-reading.js";

const rest = Array.from({ length: 19 }, () => expect.anything());

interface Sizes {
  readonly items: number;
  readonly quotes: number;
  readonly names: number;
}

/** Tests responses with so many malformed items, quotes, and fields of an open object. */
export function testManyIssues({ items, quotes, names }: Sizes): void {
  describe("very many issues", () => {
    test(`of ${items} items are drift, and do not hide an essential one behind them`, async () => {
      const many = Array.from({ length: items }, () => token);
      const { client, drifts } = await reading({ tokens: many, pnl: "last" });
      expect((await client.wallets.portfolio(wallet)).tokens).toHaveLength(items);
      expect(drifts[0]?.issues).toHaveLength(20);
      expect(pathsOf(drifts[0])).toContain("pnl");
      const strange = many.map((item) => ({ ...item, address: null }));
      const without = await reading({ tokens: [...strange, { ...token, address: undefined }] });
      const error = await failure(without.client.wallets.portfolio(wallet));
      expect(error).toBeInstanceOf(ResponseValidationError);
      expect(error).toMatchObject({ issues: [{ path: `tokens[${items}].address` }, ...rest] });
    });

    test(`of ${quotes} unreadable quotes hide no readable one, and reject without one`, async () => {
      const unreadable = Array.from({ length: quotes }, () => ({}));
      const body = { quotes: [...unreadable, quote] };
      const { client } = await reading(body);
      expect((await client.swap.quote(swapRequest)).quotes).toHaveLength(quotes + 1);
      const alone = await reading({ quotes: unreadable });
      const error = await failure(alone.client.swap.quote(swapRequest));
      expect(error).toBeInstanceOf(ResponseValidationError);
    });

    test(`of ${names} names in an open object are drift`, async () => {
      const fields = Array.from({ length: names }, (_, i) => [`k${i}`, 5]);
      const body = withMetadata(Object.fromEntries(fields));
      const { client, drifts } = await reading(body);
      const checked = await client.wallets.check({
        externallyOwnedAccount: wallet,
        factory,
      });
      expect(checked).toEqual(body);
      expect(drifts[0]?.issues).toHaveLength(20);
    });
  });
}
