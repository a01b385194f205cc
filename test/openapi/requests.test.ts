import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { createOpenApi, type JsonSchema } from "../../src/openapi/index.js";
import { type ContractField, contractTable } from "./contract-table.js";

const { paths, components } = createOpenApi();

/** Follows references. Keywords beside a reference stay. */
function resolve({ $ref, ...schema }: JsonSchema): JsonSchema {
  const name = $ref?.split("/").at(-1);
  return name === undefined ? schema : { ...resolve(components.schemas[name] ?? {}), ...schema };
}

/** The countries are too many for the table. */
const maxWords = 50;

function toField(described: JsonSchema, required: boolean): ContractField {
  const schema = resolve(described);
  const forms = (schema.anyOf as JsonSchema[] | undefined) ?? [schema];
  const words = schema.enum as ContractField["enum"];
  return {
    type: forms.flatMap((form) => resolve(form).type).join(" | "),
    ...(schema.items && { items: String(resolve(schema.items).type) }),
    ...(required && { required }),
    ...(words && words.length <= maxWords && { enum: words }),
    ...(schema.default !== undefined && { default: schema.default as string }),
    ...(schema.format !== undefined && { format: schema.format as string }),
  };
}

/** The fields of an operation's request, by place. */
function describeRequest(route: string) {
  const [method = "", path = ""] = route.split(" ");
  const operation = paths[path]?.[method.toLowerCase()];
  const places: Record<string, Record<string, ContractField>> = {};
  for (const { name, in: place, schema, required } of operation?.parameters ?? [])
    places[place] = { ...places[place], [name]: toField(schema, required) };
  const body = operation?.requestBody?.content["application/json"]?.schema;
  if (body) {
    const { properties = {}, required = [] } = resolve(body);
    places.body = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        name,
        toField(field, required.includes(name)),
      ]),
    );
  }
  return places;
}

describe("a request in the OpenAPI document is that of the contract:", () => {
  it.each(Object.entries(contractTable))("%s", (route, { label: _, ...places }) => {
    expect(describeRequest(route)).toEqual(places);
  });

  it("the table has every operation of the contract", () => {
    const labels = (endpoints as readonly Endpoint[]).flatMap(({ label = [] }) => label);
    const inTable = Object.values(contractTable).map(({ label }) => label);
    expect(inTable.sort()).toEqual(labels.sort());
  });
});

describe("the operations that the contract does not describe", () => {
  it("state the defaults of the service, too", () => {
    const { query } = describeRequest("GET /api/v1/wallets/address");
    expect(query).toMatchObject({ salt: { default: "0" }, eip7702: { default: false } });
    const { body } = describeRequest("POST /api/v1/liquidity/change");
    expect(body).toMatchObject({ slippage: { default: 0.5 }, tokenId: { required: true } });
  });
});

describe("a component", () => {
  it("is referred to only where its name fits", () => {
    const text = JSON.stringify({ paths, components });
    const name = "#/components/schemas/CreateEnhancedSessionRequest";
    expect(text.split(name)).toHaveLength(2);
  });

  it("of a request offers null only for two fields, and has no mark of this package", () => {
    const schemas = Object.entries(components.schemas).filter(([id]) => /Request$|Query$/.test(id));
    expect(schemas.length).toBeGreaterThan(10);
    for (const [, { properties = {} }] of schemas)
      for (const [field, described] of Object.entries(properties))
        if (!["individualId", "transactionFeePercent"].includes(field))
          expect(JSON.stringify(described)).not.toContain('"null"');
    expect(JSON.stringify({ paths, components })).not.toContain("x-bursar");
  });
});
