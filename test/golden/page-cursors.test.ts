import { expect, test } from "vitest";
import { veteranWallet } from "../../src/sandbox/index.js";
import { failure } from "../http/test-client.js";
import { openSandbox } from "../sandbox/open-sandbox.js";
import { drained } from "../support/drained.js";
import { readGolden } from "./read-golden.js";

type Client = ReturnType<typeof openSandbox>["client"];
type Name = "wallets.history" | "tokens.list" | "liquidity.pools";
const file = "page-cursors.json";
const cursors = readGolden<Record<Name, object>>("version-1", file);
const newer = readGolden<Record<Name, object>>("version-2", file);

const listings: Record<
  Name,
  (client: Client, query: object) => ReturnType<Client["tokens"]["list"]>
> = {
  "wallets.history": ({ wallets }, query) => wallets.history(veteranWallet, query) as never,
  "tokens.list": ({ tokens }, query) => tokens.list(query),
  "liquidity.pools": ({ liquidity }, query) => liquidity.pools(query) as never,
};
const names = Object.keys(listings) as Name[];

/** The size of the first page in the golden files. */
const sizes: Record<Name, object> = {
  "wallets.history": { take: 2 },
  "tokens.list": { perPage: 2 },
  "liquidity.pools": { take: 1 },
};

test.each(names)(
  "%s continues at a cursor of 0.1.0, and writes it in the same form",
  async (name) => {
    const { client } = openSandbox();
    const pages = listings[name](client, sizes[name]).pages();
    const [first, second] = [(await pages.next()).value, (await pages.next()).value];
    expect(first?.cursor).toEqual(cursors[name]);
    const resumed = await listings[name](client, cursors[name]);
    expect(resumed.items).toEqual(second?.items);
    expect(resumed.items.length).toBeGreaterThan(0);
  },
);

test.each(names)("%s sends no request for a cursor of a later form", async (name) => {
  const { client, sandbox } = openSandbox();
  expect(await failure(listings[name](client, newer[name]).firstPage())).toMatchObject({
    name: "RequestValidationError",
    issues: [{ path: "query.version" }],
  });
  expect(await drained(sandbox)).toEqual([]);
});

test.each(names)("%s sends no request for a cursor of another listing", async (name) => {
  const { client, sandbox } = openSandbox();
  for (const other of names.filter((each) => each !== name))
    expect(await failure(listings[name](client, cursors[other]).firstPage())).toMatchObject({
      name: "RequestValidationError",
      hint: expect.stringContaining("Nothing was sent"),
    });
  expect(await drained(sandbox)).toEqual([]);
});
