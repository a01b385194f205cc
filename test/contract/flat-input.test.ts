import { describe, expect, it, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { fieldsOf } from "../../src/contract/records/fields.js";
import {
  callMethod,
  describeFlatInput,
  listFlatFields,
  splitFlatInput,
} from "../../src/contract/routing/flat-input.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { flatten } from "../support/flatten.js";
import { clientOn, recorder } from "../support/recorder.js";

const all = endpoints.map((endpoint) => [endpoint.name, endpoint as Endpoint] as const);
const named = (name: string) => endpoints.find((each) => each.name === name) as Endpoint;

describe("the flat input of an operation", () => {
  test.each(all)("%s has each name once", (_, endpoint) => {
    const names = listFlatFields(endpoint).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    const headers = Object.keys(endpoint.headers ?? {});
    const { params, query, body } = endpoint;
    const fields = [params, query, body].flatMap((part) => fieldsOf(part).map(({ name }) => name));
    expect(names).toEqual([...fields, ...headers]);
    expect(Object.keys(describeFlatInput(endpoint).properties ?? {})).toEqual(names);
  });

  test.each(all)("%s sends what the method sends", async (name, endpoint) => {
    const { args, sent, full } = fixtureOf(name);
    const fetch = recorder([full === undefined ? { status: 204 } : { json: full }]);
    const input = splitFlatInput(endpoint, flatten(endpoint, args));
    await callMethod(clientOn(fetch), endpoint, input);
    const [request] = fetch.requests;
    expect(input.unknown).toEqual([]);
    expect(request?.path).toBe(sent.path);
    expect(request?.query).toBe(sent.query ?? "");
    expect(request?.json).toEqual(sent.body);
    for (const [header, value] of Object.entries(sent.headers ?? {}))
      expect(request?.headers.get(header)).toBe(value);
  });

  test.each(all)("%s loses no unknown field, and makes none a call option", (_, endpoint) => {
    for (const name of ["timeout", "apiKey", "__proto__", "params", "headers"]) {
      const input = JSON.parse(`{ "${name}": 1 }`);
      const { unknown, headers, params, query, body } = splitFlatInput(endpoint, input);
      expect({ ...headers, ...params }).toEqual({});
      const kept = [...unknown, ...Object.keys(query), ...Object.keys(body)];
      expect(kept).toEqual([name]);
      const canReject = endpoint.query !== undefined || fieldsOf(endpoint.body).length > 0;
      if (!canReject && endpoint.body?.kind !== "map") expect(unknown).toEqual([name]);
    }
  });

  it("requires what the request requires", () => {
    const { required, additionalProperties } = describeFlatInput(named("wallets.deposit"));
    expect(required).toEqual(["walletAddress", "amount", "chainId", "token", "fromAddress"]);
    expect(additionalProperties).toBe(false);
  });

  it("takes undocumented fields only where they are sent", () => {
    const open = all.filter(([, each]) => describeFlatInput(each).additionalProperties !== false);
    expect(open.map(([name]) => name)).toEqual([
      "kyc.individual.enhanced.create",
      "kyc.business.standard.create",
    ]);
  });
});
