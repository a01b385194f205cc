import { describe, expect, test } from "vitest";
import { RequestValidationError } from "../../../src/errors/data.js";
import { drained } from "../../support/drained.js";
import { json, serve } from "../../support/loopback.js";
import { clientFor, failure, listedToken, noQuotes, swapRequest } from "../test-client.js";

describe("extraBody", () => {
  test("adds unvalidated fields to the body", async () => {
    const server = await serve(json(noQuotes));
    await clientFor(server).swap.quote(swapRequest, { extraBody: { referrer: "ana", depth: 2 } });
    const body = JSON.parse(String(server.requests[0]?.body));
    expect(body).toMatchObject({ ...swapRequest, referrer: "ana", depth: 2 });
  });

  test("cannot replace a field of the request", async () => {
    const server = await serve(json(noQuotes));
    const error = await failure(
      clientFor(server).swap.quote(swapRequest, { extraBody: { amountIn: "1000" } }),
    );
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(error).toMatchObject({ issues: [{ path: "extraBody.amountIn" }] });
    expect(await drained(server)).toHaveLength(0);
  });

  test("cannot replace a field of a request that the contract does not contain", async () => {
    const server = await serve(json({}));
    const request = { method: "POST", path: "/x", body: { a: 1 }, query: { b: 1 } } as const;
    const extra = { extraBody: { a: 2, c: 3 }, extraQuery: { b: 2, d: 3 } };
    expect(await failure(clientFor(server).request(request, extra))).toMatchObject({
      issues: [{ path: "extraQuery.b" }, { path: "extraBody.a" }],
    });
    expect(await drained(server)).toHaveLength(0);
  });

  test("cannot set a field that the contract knows, because it would skip its validation", async () => {
    const server = await serve(json(noQuotes));
    for (const extraBody of [{ slippage: 9_999 }, { minAmountOut: "-1" }, { extraFee: {} }]) {
      const error = await failure(clientFor(server).swap.quote(swapRequest, { extraBody }));
      const [name] = Object.keys(extraBody);
      expect(error).toMatchObject({ issues: [{ path: `extraBody.${name}` }] });
    }
    const paging = { extraQuery: { take: 5 } };
    const error = await failure(clientFor(server).liquidity.pools({}, paging));
    expect(error).toMatchObject({ issues: [{ path: "extraQuery.take" }] });
    expect(await drained(server)).toHaveLength(0);
  });

  test("cannot replace the body by toJSON, a proxy or a class", async () => {
    const server = await serve(json(noQuotes));
    const client = clientFor(server);
    const evil = { toJSON: () => ({ amountIn: "1000" }) };
    expect(await failure(client.swap.quote(swapRequest, { extraBody: evil }))).toMatchObject({
      issues: [{ path: "extraBody.amountIn" }],
    });
    for (const extraBody of [new Map([["a", 1]]), new (class Extra {})()]) {
      const options = { extraBody: extraBody as unknown as Record<string, unknown> };
      expect(await failure(client.swap.quote(swapRequest, options))).toMatchObject({
        issues: [{ path: "extraBody" }],
      });
    }
    let reads = 0;
    const unstable = new Proxy(
      {},
      {
        ownKeys: () => (reads++ === 0 ? ["a"] : ["amountIn"]),
        getOwnPropertyDescriptor: () => ({ value: "9", enumerable: true, configurable: true }),
      },
    );
    await client.swap.quote(swapRequest, { extraBody: unstable });
    expect(JSON.parse(String(server.requests[0]?.body))).toMatchObject(swapRequest);
  });

  test("rejects with a typed error if reading it throws", async () => {
    const server = await serve(json(noQuotes));
    const extraBody = {
      get a(): never {
        throw new Error("private text");
      },
    };
    const error = await failure(clientFor(server).swap.quote(swapRequest, { extraBody }));
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(String(error)).not.toContain("private text");
  });

  test("is listed together with the other issues of the request", async () => {
    const server = await serve(json(noQuotes));
    const error = await failure(
      clientFor(server).swap.quote(
        { ...swapRequest, amountIn: "ten" },
        { extraBody: ["no"] as never, extraQuery: "no" as never },
      ),
    );
    expect((error as RequestValidationError).issues.map(({ path }) => path)).toEqual([
      "extraQuery",
      "body.amountIn",
      "extraBody",
    ]);
  });

  test("is rejected for a GET, which has no body", async () => {
    const server = await serve(json({ limits: [] }));
    const error = await failure(
      clientFor(server).kyc.financialLimits("a", { extraBody: { a: 1 } }),
    );
    expect(error).toMatchObject({ issues: [{ path: "extraBody" }] });
    expect(await drained(server)).toHaveLength(0);
  });

  test("is not an option of a client", async () => {
    const server = await serve(json(noQuotes));
    expect(() => clientFor(server, { extraBody: {} } as never)).toThrow(/unknown option/);
  });
});

describe("extraQuery", () => {
  test("adds parameters to the query, on every page of a listing", async () => {
    const page = (address: string) => json({ tokens: [listedToken(address)], total: 2 });
    const server = await serve([page("a"), page("b")]);
    const list = clientFor(server).tokens.list({ perPage: 1 }, { extraQuery: { region: "latam" } });
    for await (const _ of list);
    expect((await drained(server)).map(({ query }) => query.get("region"))).toEqual([
      "latam",
      "latam",
    ]);
  });

  test("leaves out null, undefined and empty values", async () => {
    const server = await serve(json({ limits: [] }));
    const extraQuery = { a: undefined, b: null, c: "", d: [1, 2] };
    await clientFor(server).kyc.financialLimits("x", { extraQuery });
    expect(server.requests[0]?.url.split("?")[1]).toBe("d=1&d=2");
  });

  test("rejects what a query cannot contain", async () => {
    const server = await serve(json({ limits: [] }));
    const { kyc, tokens } = clientFor(server);
    const options = { extraQuery: { filter: { a: 1 } } };
    for (const call of [kyc.financialLimits("x", options), tokens.list({}, options)])
      expect(await failure(call)).toMatchObject({ issues: [{ path: "query.filter" }] });
    expect(await drained(server)).toEqual([]);
  });
});
