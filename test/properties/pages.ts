import { expect } from "vitest";
import { createClient } from "../../src/index.js";
import { listedPool, listedToken, transaction } from "../http/test-client.js";
import { createRandom } from "../support/random-runs.js";
import type { BranchCounter } from "./branches.js";
import { createLister, drawListing, type Listing } from "./pages-cases.js";
import { judgeWalk } from "./pages-judge.js";
import { wallet } from "./paid-once-service.js";

/** The items of a page, and its fields as the service names them. */
const toBody = {
  history: (ids: string[], next: unknown) => ({
    transactions: ids.map((id) => transaction(id)),
    nextLastId: next,
  }),
  tokens: (ids: string[], _: unknown, total: unknown) => ({
    tokens: ids.map((id) => listedToken(id)),
    page: 1,
    totalPerPage: ids.length,
    total,
  }),
  pools: (ids: string[]) => ({ pools: ids.map((id) => listedPool(id)) }),
};

async function walk(listing: Listing, lister: ReturnType<typeof createLister>): Promise<string[]> {
  const { style, size, how, limit, prefetch } = listing;
  const client = createClient({
    baseUrl: "https://api.example.com",
    apiKey: "sandbox-key",
    logLevel: "off",
    fetch: async ({ url }) => {
      const { ids, next, stated } = lister.serve(new URL(url).searchParams);
      return Response.json(toBody[style](ids, next, stated));
    },
  });
  const options = { prefetch };
  const list = (cursor: object = {}) => {
    if (style === "history")
      return client.wallets.history(wallet, { take: size, ...cursor }, options);
    if (style === "tokens") return client.tokens.list({ perPage: size, ...cursor }, options);
    return client.liquidity.pools({ take: size, ...cursor }, options);
  };
  const items: object[] = [];
  const collect = async (more: AsyncIterable<object>) => {
    for await (const item of more) items.push(item);
  };
  if (how === "for await") await collect(list());
  if (how === "toArray") items.push(...(await list().toArray({ limit })));
  if (how === "pages") for await (const page of list().pages()) items.push(...page);
  if (how === "page") await collect(await list());
  if (how === "resume")
    for (let cursor: object | undefined = {}; cursor; ) {
      const page: { cursor: object | undefined; items: readonly object[] } = await list(cursor);
      items.push(...page.items);
      // As after a restart.
      cursor = page.cursor && JSON.parse(JSON.stringify(page.cursor));
    }
  if (how === "readers") {
    const iterator = list()[Symbol.asyncIterator]();
    const read = async () => {
      for (let next = await iterator.next(); !next.done; next = await iterator.next())
        items.push(next.value);
    };
    await Promise.all([read(), read(), read()]);
  }
  return items.map((item) => (item as { id: string }).id);
}

/** Iterates `total` random listings. Asserts that nothing is wrong with any of them. */
export async function walkMany(total: number, seed: number, counter: BranchCounter): Promise<void> {
  for (let run = seed; run < seed + total; run++) {
    const random = createRandom(run);
    const listing = drawListing(random);
    const lister = createLister(listing, random);
    const seen = await walk(listing, lister).catch((error) => [String(error)]);
    const { served, always } = lister;
    const wrong = judgeWalk({ listing, seen, served, always: always() });
    expect({ seed: run, wrong, listing: wrong.length > 0 && listing }).toEqual({
      seed: run,
      wrong: [],
      listing: false,
    });
    const pages = served.length > 3 ? "more" : served.length;
    const changes = new Set(listing.changes.slice(0, served.length - 1));
    counter.add([
      `${listing.style}, ${listing.how}`,
      `requests: ${pages}`,
      ...[...changes].map((change) => `${listing.style}: an item ${change}`),
      ...(listing.ids.length === 0 ? ["an empty list"] : []),
      ...(listing.prefetch ? ["prefetch"] : []),
      ...(listing.cap < (listing.size ?? 0) ? ["smaller pages than asked for"] : []),
    ]);
  }
}

/** Each way to iterate each kind of list, and each change, at least once in 200. */
export function expectWalks(counter: BranchCounter): void {
  console.log(counter.print("listings"));
  const shares = counter.percents();
  const rare = ["an empty list", "prefetch", "smaller pages than asked for", "requests: more"];
  for (const style of ["history", "tokens", "pools"]) {
    for (const how of ["for await", "pages", "page", "resume", "readers", "toArray"])
      rare.push(`${style}, ${how}`);
    for (const change of ["appears first", "appears last", "vanishes"])
      rare.push(`${style}: an item ${change}`);
  }
  for (const branch of rare)
    expect([branch, (shares.get(branch) ?? 0) >= 0.5]).toEqual([branch, true]);
}
