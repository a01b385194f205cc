import { hashKey } from "@tanstack/query-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createQueries } from "../../src/query/index.js";
import { clientOn, recorder } from "../support/recorder.js";
import { openQueryClient } from "./query-kit.js";

const client = clientOn(recorder());
const queries = createQueries(client);
const wallet = "0x52908400098527886E0F7030069857D2E4169EE7";

/** Requests with arbitrary fields. The tests compare their keys and send nothing. */
const request = fc.dictionary(
  fc.constantFrom("tokenIn", "amount", "chainId", "parts", "deep"),
  fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.oneof(fc.string(), fc.integer())),
    fc.dictionary(fc.constantFrom("a", "b"), fc.string()),
  ),
  { noNullPrototype: true },
);
const hashOf = (input: object) => hashKey(queries.swap.quote(input as never).queryKey);
const shuffled = (input: object) => Object.fromEntries(Object.entries(input).reverse());

describe("keys", () => {
  test("start with the package name, the scope and the operation", () => {
    const { queryKey } = queries.wallets.portfolio("0xabc", { includeTokens: true });
    expect(queryKey).toEqual([
      "bursar",
      "wallets.portfolio",
      { params: { walletAddress: "0xabc" }, query: { includeTokens: true } },
    ]);
    const scoped = createQueries(client, { scope: "ana" });
    expect(scoped.tokens.list().queryKey).toEqual(["bursar", "ana", "tokens.list", {}]);
    expect(scoped.keys()).toEqual(["bursar", "ana"]);
    expect(scoped.keys("tokens.list")).toEqual(["bursar", "ana", "tokens.list"]);
    expect(scoped.wallets.register().mutationKey).toEqual(["bursar", "ana", "wallets.register"]);
  });

  test("are equal for equal inputs, regardless of field order and of undefined fields", () => {
    fc.assert(
      fc.property(request, (input) => {
        expect(hashOf({ ...shuffled(input), left: undefined })).toBe(
          hashOf(structuredClone(input)),
        );
      }),
    );
    expect(hashKey(queries.tokens.list({}).queryKey)).toBe(
      hashKey(queries.tokens.list(undefined).queryKey),
    );
    expect(hashKey(queries.tokens.list({ symbol: undefined } as never).queryKey)).toBe(
      hashKey(queries.tokens.list().queryKey),
    );
  });

  test("differ for different inputs", () => {
    const canonical = (input: unknown) =>
      JSON.stringify(input, (_, value) => (isRecord(value) ? sorted(value) : value));
    fc.assert(
      fc.property(request, request, (one, other) => {
        expect(hashOf(one) === hashOf(other)).toBe(canonical(one) === canonical(other));
      }),
    );
    expect(hashOf({ amount: "1" })).not.toBe(hashOf({ amount: 1 }));
    expect(hashOf({ amount: 10n })).not.toBe(hashOf({ amount: "10" }));
    expect(hashOf({ amount: Number.POSITIVE_INFINITY })).not.toBe(hashOf({ amount: null }));
    expect(hashOf({ amount: new Date(0) })).not.toBe(hashOf({ amount: new Date(1) }));
    expect(hashOf({ parts: ["a", "b"] })).not.toBe(hashOf({ parts: ["b", "a"] }));
  });

  test("ignore the case of addresses at any depth, but not of other text", () => {
    const key = (address: string) => hashKey(queries.wallets.portfolio(address).queryKey);
    expect(key(wallet)).toBe(key(wallet.toLowerCase()));
    expect(hashOf({ parts: [{ token: wallet }] })).toBe(
      hashOf({ parts: [{ token: wallet.toLowerCase() }] }),
    );
    expect(hashOf({ tokenIn: "USDC" })).not.toBe(hashOf({ tokenIn: "usdc" }));
    // Metadata is free text of the caller.
    const history = (metadataValue: string) =>
      hashKey(queries.wallets.history(wallet, { metadataKey: "k", metadataValue }).queryKey);
    expect(history(wallet)).not.toBe(history(wallet.toLowerCase()));
  });

  test("can be created for values that JSON cannot represent, which the call then rejects", async () => {
    const wrong = queries.wallets.history(wallet, {
      take: 10n,
      createdAtFrom: Number.NaN,
    } as never);
    expect(() => hashKey(wrong.queryKey)).not.toThrow();
    await expect(openQueryClient().fetchInfiniteQuery(wrong)).rejects.toMatchObject({
      kind: "request_validation",
    });
  });

  test("without a query are a prefix of keys with a query, so one call invalidates all of a wallet", async () => {
    const queryClient = openQueryClient();
    const narrow = queries.wallets.portfolio(wallet, { includeTokens: true });
    const stranger = queries.wallets.portfolio("0x1111111111111111111111111111111111111111");
    for (const { queryKey } of [narrow, stranger]) queryClient.setQueryData(queryKey, {} as never);
    await queryClient.invalidateQueries({ queryKey: queries.wallets.portfolio(wallet).queryKey });
    expect(queryClient.getQueryState(narrow.queryKey)?.isInvalidated).toBe(true);
    expect(queryClient.getQueryState(stranger.queryKey)?.isInvalidated).toBe(false);
    await queryClient.invalidateQueries({ queryKey: queries.keys("wallets.portfolio") });
    expect(queryClient.getQueryState(stranger.queryKey)?.isInvalidated).toBe(true);
  });
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const sorted = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
