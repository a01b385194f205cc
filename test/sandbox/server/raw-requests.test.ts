import { describe, expect, test } from "vitest";
import { type EndpointName, endpoints } from "../../../src/contract/endpoints.js";
import type { Endpoint } from "../../../src/contract/shared/endpoint.js";
import type { SandboxRequest } from "../../../src/sandbox/index.js";
import { inWorld, openWallet } from "../open-sandbox.js";
import { type RawRequest, sendRaw } from "../send-raw-request.js";
import { validCalls } from "../valid-calls.js";

type Fields = Record<string, unknown>;

const all: readonly Endpoint[] = endpoints;
const named = (list: readonly Endpoint[]) => list.map(({ name }) => name as EndpointName);
const withBody = named(all.filter(({ body }) => body));
const withQuery = named(all.filter(({ query }) => query));
const without = (...names: EndpointName[]) => withBody.filter((name) => !names.includes(name));
/** The fields of its body have not been published, so any object passes. */
const open = "kyc.individual.enhanced.create";
const typed = without(open);
/** Every field of a preparation may be left out. */
const demanding = without(open, "swap.prepareCancellation");
/** Not all fields of a company have been published. */
const closed = without(open, "kyc.business.standard.create");

/** A valid request as it went over the wire, and the world as it was before it. */
async function lastRequest(name: EndpointName) {
  const opened = await openWallet();
  const call = await validCalls[name](opened);
  const before = opened.sandbox.snapshot();
  await call();
  opened.sandbox.restore(before);
  const { method, path, body } = opened.sandbox.requests.at(-1) as SandboxRequest;
  const send = (changes: Partial<RawRequest> = {}) =>
    sendRaw(opened.sandbox, { method, path, body, ...changes });
  return { ...opened, path, body: body as Fields, before, send };
}

const issue = {
  code: expect.any(String),
  path: expect.any(Array),
  message: expect.stringMatching(/./),
};

describe("a raw body", () => {
  test.each(withBody)(
    "for %s is taken as the client sends it, with no client in between",
    async (name) => {
      expect((await (await lastRequest(name)).send()).status).toBeLessThan(300);
    },
  );

  test.each(withBody)(
    "for %s that is no JSON, or no object, is a 400 with issues",
    async (name) => {
      const { send } = await lastRequest(name);
      for (const body of ["{", "not json", "null", "[]", "17", '"text"', "true"]) {
        const answer = await send({ body });
        expect([body, answer.status, answer.body.id]).toEqual([body, 400, "BAD_REQUEST"]);
        expect(answer.body.errors?.[0]).toMatchObject({ ...issue, path: [] });
      }
    },
  );

  test.each(typed)(
    "for %s with any field of a wrong kind is a 400 that names the field",
    async (name) => {
      const { send, body } = await lastRequest(name);
      for (const field of Object.keys(body)) {
        // Nothing takes a list of lists, and every field that takes null or any object takes no text of this kind.
        for (const wrong of [[[]], typeof body[field] === "string" ? { "": {} } : "\u0000"]) {
          const answer = await send({ body: { ...body, [field]: wrong } });
          expect([field, wrong, answer.status]).toEqual([field, wrong, 400]);
          if (answer.body.id === "invalid_metadata")
            expect([name, field]).toEqual(["wallets.updateTransactionMetadata", "metadata"]);
          else expect(answer.body.errors?.map(({ path }) => path[0])).toContain(field);
        }
      }
    },
  );

  test.each(demanding)(
    "for %s without what must be there is a 400 that names all of it at once",
    async (name) => {
      const { send, body } = await lastRequest(name);
      const schema = all.find((endpoint) => endpoint.name === name)?.body;
      const wanted = Object.keys(body).filter(
        (field) => !schema?.safeParse({ ...body, [field]: undefined }).success,
      );
      for (const empty of [{}, ""]) {
        const answer = await send({ body: empty });
        expect(answer).toMatchObject({ status: 400, body: { id: "BAD_REQUEST" } });
        const paths = answer.body.errors?.map(({ path }) => path[0]);
        expect(wanted.filter((field) => !paths?.includes(field))).toEqual(
          name === "lending.quote" ? ["supply"] : [],
        );
      }
    },
  );

  test.each(closed)(
    "for %s with a field that nobody knows is a 400 that names it",
    async (name) => {
      const { send, body } = await lastRequest(name);
      for (const field of [
        "minAmountOutt",
        "constructor",
        "toString",
        "hasOwnProperty",
        "__proto__",
      ]) {
        const answer = await send({ body: { ...body, [field]: "1" } });
        expect([field, answer.status, answer.body.id]).toEqual([field, 400, "BAD_REQUEST"]);
        expect(JSON.stringify(answer.body.errors)).toContain(field);
      }
    },
  );
});

test.each(withQuery)(
  "a query for %s with a parameter that nobody knows is a 400 that names it",
  async (name) => {
    const { send, path } = await lastRequest(name);
    for (const field of ["takee", "constructor", "toString", "__proto__"]) {
      const answer = await send({ path: `${path}&${field}=1` });
      expect([field, answer.status, answer.body.id]).toEqual([field, 400, "BAD_REQUEST"]);
      expect(JSON.stringify(answer.body.errors)).toContain(field);
    }
  },
);

test.each<[EndpointName, query: string, field: string]>([
  ["wallets.check", "factory=0x12&externallyOwnedAccount=0x12", "externallyOwnedAccount"],
  ["wallets.check", "", "factory"],
  ["wallets.portfolio", "timerange=2d", "timerange"],
  ["wallets.portfolio", "includeNFTs=yes", "includeNFTs"],
  ["wallets.history", "take=101", "take"],
  ["wallets.history", "take=ten", "take"],
  ["wallets.history", "take=", "take"],
  ["wallets.history", "createdAtLatest=yesterday", "createdAtLatest"],
  ["wallets.history", "metadataKey=invoice", "metadataValue"],
  ["wallets.history", "chains=137&chains=ten", "chains"],
  ["liquidity.pools", "take=-1", "take"],
  ["liquidity.pools", "tokensAddresses=0x12", "tokensAddresses"],
  ["tokens.list", "page=0", "page"],
  ["tokens.list", "orderBy=name", "orderBy"],
])("a query for %s, %j, is a 400 at its field", async (name, query, field) => {
  const { send, path } = await lastRequest(name);
  const answer = await send({ path: `${path.split("?")[0]}?${query}` });
  expect(answer).toMatchObject({ status: 400, body: { id: "BAD_REQUEST" } });
  expect(answer.body.errors?.every(({ code, message }) => code && message)).toBe(true);
  expect(answer.body.errors?.map(({ path: [first] }) => first)).toContain(field);
});

describe("what is looked at first", () => {
  const documenting = (id: string) =>
    withBody.filter((name) =>
      all.find((one) => one.name === name)?.errors.some((other) => other === id),
    );
  const unregistered = "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT";
  const inPath = documenting(unregistered).filter((name) =>
    all.some((one) => one.name === name && one.path.includes("{walletAddress}")),
  );

  test.each(named(all))("%s: the key, before everything else", async (name) => {
    const { send, path, sandbox } = await lastRequest(name);
    sandbox.configure({ units: 0 });
    for (const apiKey of ["another-key", "", "constructor", "__proto__", null]) {
      const answer = await send({ apiKey, path: `${path.split("?")[0]}?constructor=1`, body: "{" });
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({ message: "Invalid Api key", id: "HTTP_EXCEPTION" });
    }
  });

  test.each(documenting(unregistered))(
    "%s: whether the wallet is registered, before the units and the form",
    async (name) => {
      const { send, sandbox, address, body } = await lastRequest(name);
      inWorld(sandbox, ({ wallets }) => Reflect.deleteProperty(wallets, address));
      sandbox.configure({ units: 0 });
      expect(await send({ body: { ...body, nobodyKnowsThis: 1 } })).toMatchObject({
        status: 404,
        body: { id: unregistered },
      });
    },
  );

  test.each(inPath)(
    "%s: whether the wallet in the path is registered, before a body that is no JSON",
    async (name) => {
      const { send, sandbox, address } = await lastRequest(name);
      inWorld(sandbox, ({ wallets }) => Reflect.deleteProperty(wallets, address));
      for (const body of ["{", "not json"])
        expect(await send({ body })).toMatchObject({ status: 404, body: { id: unregistered } });
    },
  );

  test.each(documenting("UNAVAILABLE_COMPUTE_UNITS"))(
    "%s: the compute units, before the form",
    async (name) => {
      const { send, sandbox, body } = await lastRequest(name);
      sandbox.configure({ units: 0 });
      const refused = { status: 403, body: { id: "UNAVAILABLE_COMPUTE_UNITS" } };
      for (const bad of [{ ...body, nobodyKnowsThis: 1 }, {}, "{"])
        expect(await send({ body: bad })).toMatchObject(refused);
    },
  );
});

describe("a trace", () => {
  test("is in the header of an answer, and of a refusal; an error's body holds another one, a bad request's none", async () => {
    const { send, sandbox } = await lastRequest("wallets.portfolio");
    const traces = new Set<string | null | undefined>();
    for (const [path, status] of [
      [undefined, 200],
      ["/api/v1/wallets/constructor/portfolio", 400],
      ["/api/v1/kyc/identities/nobody/financial-limits", 404],
    ] as const) {
      const answer = await send(path ? { path } : {});
      expect(answer.status).toBe(status);
      expect(answer.headers.get("trace-id")).toMatch(/^[0-9a-f]{32}$/);
      traces.add(answer.headers.get("trace-id"));
      if (status === 404) expect(answer.body.traceId).toMatch(/^[0-9a-f]{32}$/);
      else expect(answer.body).not.toHaveProperty("traceId");
      traces.add(answer.body.traceId ?? `none ${status}`);
    }
    expect(traces.size).toBe(6);
    sandbox.outage("balances");
    expect((await send()).headers.get("trace-id")).toMatch(/^[0-9a-f]{32}$/);
  });

  test("is nowhere when the key is refused or the route does not exist", async () => {
    const { send } = await lastRequest("wallets.portfolio");
    for (const answer of [
      await send({ apiKey: "another-key" }),
      await send({ path: "/api/v1/nothing" }),
    ]) {
      expect(answer.headers.has("trace-id")).toBe(false);
      expect(Object.keys(answer.body).sort()).toEqual(["id", "message"]);
    }
  });
});
