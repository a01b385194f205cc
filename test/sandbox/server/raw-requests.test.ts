import { describe, expect, test } from "vitest";
import { type EndpointName, endpoints } from "../../../src/contract/endpoints.js";
import { isValid } from "../../../src/contract/records/check.js";
import type { Endpoint } from "../../../src/contract/shared/endpoint.js";
import { inWorld } from "../open-sandbox.js";
import { prepareRequest } from "../prepare-request.js";

const all: readonly Endpoint[] = endpoints;
const named = (list: readonly Endpoint[]) => list.map(({ name }) => name as EndpointName);
const withBody = named(all.filter(({ body }) => body));
const withQuery = named(all.filter(({ query }) => query));
const without = (...names: EndpointName[]) => withBody.filter((name) => !names.includes(name));
/** Its fields are undocumented, so any object is accepted. */
const open = "kyc.individual.enhanced.create";
/** Without swap.prepareCancellation, whose request has only optional fields. */
const demanding = without(open, "swap.prepareCancellation");

const prepared = new Map<EndpointName, ReturnType<typeof prepareRequest>>();

/** The request of an operation, prepared once. Each test starts with the state before it. */
async function lastRequest(name: EndpointName) {
  const preparing = prepared.get(name) ?? prepareRequest(name);
  prepared.set(name, preparing);
  const { resend: send, ...opened } = await preparing;
  opened.sandbox.restore(opened.before);
  return { ...opened, send };
}

const issue = {
  code: expect.any(String),
  path: expect.any(Array),
  message: expect.stringMatching(/./),
};

describe("a request body", () => {
  test.each(withBody)("for %s is accepted without the client", async (name) => {
    expect((await (await lastRequest(name)).send()).status).toBeLessThan(300);
  });

  test.each(withBody)("for %s is rejected with issues if it is not a JSON object", async (name) => {
    const { send } = await lastRequest(name);
    for (const body of ["{", "not json", "null", "[]", "17", '"text"', "true"]) {
      const response = await send({ body });
      expect([body, response.status, response.body.id]).toEqual([body, 400, "BAD_REQUEST"]);
      expect(response.body.errors?.[0]).toMatchObject({ ...issue, path: [] });
    }
  });

  test.each(demanding)(
    "for %s is rejected with the name of a field of the wrong type",
    async (name) => {
      const { send, body } = await lastRequest(name);
      expect(Object.keys(body)).not.toHaveLength(0);
      for (const field of Object.keys(body)) {
        // No field accepts a list of lists, and no field that accepts objects accepts this text.
        for (const wrong of [[[]], typeof body[field] === "string" ? { "": {} } : "\u0000"]) {
          const response = await send({ body: { ...body, [field]: wrong } });
          expect([field, wrong, response.status]).toEqual([field, wrong, 400]);
          if (response.body.id === "invalid_metadata")
            expect([name, field]).toEqual(["wallets.updateTransactionMetadata", "metadata"]);
          else expect(response.body.errors?.map(({ path }) => path[0])).toContain(field);
        }
      }
    },
  );

  test.each(demanding)("for %s is rejected with the names of all missing fields", async (name) => {
    const { send, body } = await lastRequest(name);
    const schema = all.find((endpoint) => endpoint.name === name)?.body;
    const wanted = Object.keys(body).filter(
      (field) => schema && !isValid(schema, { ...body, [field]: undefined }),
    );
    for (const empty of [{}, ""]) {
      const response = await send({ body: empty });
      expect(response).toMatchObject({ status: 400, body: { id: "BAD_REQUEST" } });
      const paths = response.body.errors?.map(({ path }) => path[0]);
      expect(wanted.filter((field) => !paths?.includes(field))).toEqual(
        name === "lending.quote" ? ["supply"] : [],
      );
    }
  });

  test.each(withBody)("for %s may have unknown fields, which are ignored", async (name) => {
    const { send, body, before, sandbox } = await lastRequest(name);
    const expected = await send();
    sandbox.restore(before);
    const unknown = ["signerAddress", "constructor", "toString", "__proto__"]
      .map((field) => `"${field}":"1",`)
      .join("");
    const changed = `{${unknown}${JSON.stringify(body).slice(1)}`;
    const response = await send({ body: changed.replace(/,\}$/, "}") });
    expect([response.status, response.text]).toEqual([expected.status, expected.text]);
  });
});

test.each(withQuery)("ignores unknown parameters of a query for %s", async (name) => {
  const { send, path, before, sandbox } = await lastRequest(name);
  const expected = await send();
  sandbox.restore(before);
  const unknown = ["takee", "constructor", "toString", "__proto__"].join("=1&");
  const response = await send({ path: `${path}${path.includes("?") ? "&" : "?"}${unknown}=1` });
  expect([response.status, response.text]).toEqual([expected.status, expected.text]);
});

test.each<[EndpointName, query: string, field: string]>([
  ["wallets.check", "factory=0x12&externallyOwnedAccount=0x12", "externallyOwnedAccount"],
  ["wallets.check", "", "factory"],
  ["wallets.portfolio", "timerange=2d", "timerange"],
  ["wallets.portfolio", "includeNFTs=yes", "includeNFTs"],
  ["wallets.history", "take=101", "take"],
  ["wallets.history", "take=ten", "take"],
  ["wallets.history", "take=", "take"],
  ["wallets.history", "createdAtLatest=yesterday", "createdAtLatest"],
  ["wallets.history", "chains=137&chains=ten", "chains"],
  ["liquidity.pools", "take=-1", "take"],
  ["liquidity.pools", "tokensAddresses=0x12", "tokensAddresses"],
  ["tokens.list", "page=0", "page"],
  ["tokens.list", "orderBy=name", "orderBy"],
])("rejects the %s query %j with its field", async (name, query, field) => {
  const { send, path } = await lastRequest(name);
  const response = await send({ path: `${path.split("?")[0]}?${query}` });
  expect(response).toMatchObject({ status: 400, body: { id: "BAD_REQUEST" } });
  expect(response.body.errors?.every(({ code, message }) => code && message)).toBe(true);
  expect(response.body.errors?.map(({ path: [first] }) => first)).toContain(field);
});

describe("the order of the checks", () => {
  const documenting = (id: string) => {
    const found = withBody.filter((name) =>
      all.find((one) => one.name === name)?.errors.some((other) => other === id),
    );
    if (found.length === 0) throw new TypeError(`no operation documents ${id}`);
    return found;
  };
  const unregistered = "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT";
  const inPath = documenting(unregistered).filter((name) =>
    all.some((one) => one.name === name && one.path.includes("{walletAddress}")),
  );

  const keyless = "kyc.individual.standard.process";
  const withKey = named(all).filter((name) => name !== keyless);
  test.each(withKey)("%s: the API key before everything else", async (name) => {
    const { send, path, sandbox } = await lastRequest(name);
    sandbox.configure({ units: 0 });
    for (const apiKey of ["another-key", "", "constructor", "__proto__", null]) {
      const response = await send({
        apiKey,
        path: `${path.split("?")[0]}?constructor=1`,
        body: "{",
      });
      expect(response.status).toBe(403);
      expect(response.body).toEqual({ message: "Invalid Api key.", id: "HTTP_EXCEPTION" });
    }
  });

  test.each(documenting(unregistered))(
    "%s: the registered wallet before compute units and schema",
    async (name) => {
      const { send, sandbox, address, body } = await lastRequest(name);
      inWorld(sandbox, ({ wallets }) => Reflect.deleteProperty(wallets, address));
      sandbox.configure({ units: 0 });
      expect(await send({ body: { ...body, unknownField: 1 } })).toMatchObject({
        status: 404,
        body: { id: unregistered },
      });
    },
  );

  test.each(inPath)("%s: the wallet in the path before invalid JSON", async (name) => {
    const { send, sandbox, address } = await lastRequest(name);
    inWorld(sandbox, ({ wallets }) => Reflect.deleteProperty(wallets, address));
    for (const body of ["{", "not json"])
      expect(await send({ body })).toMatchObject({ status: 404, body: { id: unregistered } });
  });

  test.each(documenting("UNAVAILABLE_COMPUTE_UNITS"))(
    "%s: the compute units before the schema",
    async (name) => {
      const { send, sandbox, body } = await lastRequest(name);
      sandbox.configure({ units: 0 });
      const refused = { status: 403, body: { id: "UNAVAILABLE_COMPUTE_UNITS" } };
      for (const bad of [{ ...body, unknownField: 1 }, {}, "{"])
        expect(await send({ body: bad })).toMatchObject(refused);
    },
  );
});

describe("a trace id", () => {
  test("is in the header of every response, and another one in the body of an error", async () => {
    const { send, sandbox } = await lastRequest("wallets.portfolio");
    const traces = new Set<string | null | undefined>();
    for (const [path, status] of [
      [undefined, 200],
      ["/api/v1/wallets/constructor/portfolio", 400],
      ["/api/v1/kyc/identities/unknown/financial-limits", 404],
    ] as const) {
      const response = await send(path ? { path } : {});
      expect(response.status).toBe(status);
      expect(response.headers.get("trace-id")).toMatch(/^[0-9a-f]{32}$/);
      traces.add(response.headers.get("trace-id"));
      if (status === 404) expect(response.body.traceId).toMatch(/^[0-9a-f]{32}$/);
      else expect(response.body).not.toHaveProperty("traceId");
      traces.add(response.body.traceId ?? `none ${status}`);
    }
    expect(traces.size).toBe(6);
    sandbox.outage("balances");
    expect((await send()).headers.get("trace-id")).toMatch(/^[0-9a-f]{32}$/);
  });

  test("is missing for an invalid API key and an unknown route", async () => {
    const { send } = await lastRequest("wallets.portfolio");
    for (const response of [
      await send({ apiKey: "another-key" }),
      await send({ path: "/api/v1/nothing" }),
    ]) {
      expect(response.headers.has("trace-id")).toBe(false);
      expect(Object.keys(response.body).sort()).toEqual(["id", "message"]);
    }
  });
});
