import { describe, expect, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { AbortedError } from "../../src/index.js";
import { createQueries } from "../../src/query/index.js";
import { drained } from "../support/drained.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { clientOn, recorder } from "../support/recorder.js";
import { findFactory, mutate, openQueryClient } from "./query-kit.js";

const all = endpoints.map(
  (endpoint) => [endpoint.name, endpoint as Endpoint, fixtureOf(endpoint.name)] as const,
);

const fetched = all.filter(([, { effect }]) => effect !== "write");

function open(json: unknown) {
  const fetch = recorder([json === undefined ? { status: 204 } : { json }]);
  const client = clientOn(fetch);
  return { fetch, client, queries: createQueries(client), queryClient: openQueryClient() };
}

describe("the options of every operation", () => {
  test.each(all)(
    "%s send what the client's method sends, and return its data",
    async (name, endpoint, fixture) => {
      const { fetch, queries, queryClient } = open(fixture.full);
      const createOptions = findFactory(queries, name);
      let data: unknown;
      if (endpoint.effect === "write") {
        const { args } = fixture;
        data = await mutate(
          queryClient,
          createOptions() as never,
          args.length === 1 ? args[0] : args,
        );
      } else if (endpoint.paging) {
        const infinite = await queryClient.fetchInfiniteQuery(
          createOptions(...fixture.args) as never,
        );
        data = {
          [endpoint.paging.items]: (infinite as unknown as { pages: { items: unknown }[] }).pages[0]
            ?.items,
        };
      } else {
        data = await queryClient.fetchQuery(createOptions(...fixture.args) as never);
      }
      expect(await drained(fetch)).toHaveLength(1);
      const [request] = fetch.requests;
      expect(request?.path).toBe(fixture.sent.path);
      expect(request?.query).toBe(fixture.sent.query ?? "");
      expect(request?.json).toEqual(fixture.sent.body);
      for (const [header, value] of Object.entries(fixture.sent.headers ?? {}))
        expect(request?.headers.get(header)).toBe(value);
      if (fixture.full === undefined) expect(data).toBeUndefined();
      else expect(fixture.full).toMatchObject(data as object);
    },
  );

  test.each(all)(
    "%s match the effect and paging of the endpoint",
    (name, { effect, paging }, { args }) => {
      const { queries } = open(undefined);
      const options = findFactory(queries, name)(...(effect === "write" ? [] : args));
      expect(options.retry).toBe(false);
      expect(options).toHaveProperty(effect === "write" ? "mutationFn" : "queryFn");
      expect("getNextPageParam" in options).toBe(paging !== undefined);
      expect("refetchInterval" in options).toBe(effect === "quote");
      const key = options.mutationKey ?? options.queryKey;
      expect(key.slice(0, 2)).toEqual(["bursar", name]);
      expect(key).toHaveLength(effect === "write" ? 2 : 3);
    },
  );

  test.each(fetched)("%s pass the signal of the query to the call", async (name, _, fixture) => {
    const { fetch, queries, queryClient } = open(fixture.full);
    const { queryFn, queryKey } = findFactory(queries, name)(...fixture.args);
    const context = { client: queryClient, queryKey, signal: AbortSignal.abort(), pageParam: null };
    await expect(queryFn({ ...context, meta: undefined } as never)).rejects.toThrow(AbortedError);
    expect(await drained(fetch)).toEqual([]);
  });

  test.each(fetched)("%s have the path parameters in the key", (name, _, fixture) => {
    const { path, sent, args } = fixture;
    const { queryKey } = findFactory(open(undefined).queries, name)(...args);
    const values = sent.path.split("/").map(decodeURIComponent);
    const params = path
      .split("/")
      .flatMap((part, i) => (part.startsWith("{") ? [[part.slice(1, -1), values[i]]] : []));
    const key = queryKey[2] as { params?: unknown };
    expect(key.params ?? {}).toEqual(Object.fromEntries(params));
  });

  test("cover every method of the client", () => {
    const { client, queries } = open(undefined);
    const missing: string[] = [];
    let methods = 0;
    const walk = (node: object, path: string) => {
      const proto = Object.getPrototypeOf(node);
      for (const name of proto === Object.prototype ? [] : Object.getOwnPropertyNames(proto)) {
        if (name === "constructor") continue;
        methods += 1;
        try {
          findFactory(queries, `${path}${name}`);
        } catch {
          missing.push(`${path}${name}`);
        }
      }
      for (const [name, value] of Object.entries(node))
        if (typeof value === "object") walk(value as object, `${path}${name}.`);
    };
    walk(client, "");
    expect(missing).toEqual([]);
    expect(methods).toBeGreaterThan(endpoints.length);
    expect(() => findFactory(queries, "wallets.nothing")).toThrow(RangeError);
  });
});
