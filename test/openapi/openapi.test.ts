import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { ConfigurationError } from "../../src/errors/data.js";
import { createOpenApi, type JsonSchema, type OpenApiOperation } from "../../src/openapi/index.js";
import { fixtures } from "../support/fixtures/index.js";

const document = createOpenApi({ serverUrl: "https://api.example.com" });
const schemas = document.components.schemas;

/** Follows a reference. */
function resolve(schema: JsonSchema | undefined): JsonSchema {
  const name = schema?.$ref?.split("/").at(-1);
  return name === undefined ? (schema ?? {}) : resolve(schemas[name]);
}

function findOperation(route: string): OpenApiOperation {
  const [method = "", path = ""] = route.split(" ");
  const template = Object.keys(document.paths).find((known) => matches(known, path)) ?? "";
  return document.paths[template]?.[method.toLowerCase()] as OpenApiOperation;
}

/** Parameter names are the service's own. */
const matches = (template: string, path: string) =>
  template.replace(/\{\w+\}/g, "{}") === path.replace(/\{\w+\}|:\w+/g, "{}");

describe("the OpenAPI document", () => {
  it("describes every operation once", () => {
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(ids.sort()).toEqual(endpoints.map(({ name }) => name.replaceAll(".", "_")).sort());
  });

  it("names the server that is given", () => {
    expect(document.servers).toEqual([{ url: "https://api.example.com" }]);
    expect(createOpenApi().servers).toEqual([{ url: "/" }]);
  });

  it("rejects an unknown option", () => {
    expect(() => createOpenApi({ server: "x" } as never)).toThrow(ConfigurationError);
  });

  it("contains every component that it refers to", () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    for (const [, name = ""] of references) expect(Object.keys(schemas)).toContain(name);
  });

  it("is the same document each time, and independent of the first", () => {
    const again = createOpenApi({ serverUrl: "https://api.example.com" });
    expect(again).toEqual(document);
    delete (again.components.schemas as Record<string, unknown>).SwapQuote;
    expect(createOpenApi().components.schemas.SwapQuote).toBeDefined();
  });

  it("offers null in a request only where it is a value, and requires a key", () => {
    const request = resolve({ $ref: "#/components/schemas/SwapQuoteRequest" });
    const { properties = {} } = request;
    const nullable = Object.entries(properties).filter(([, field]) =>
      /null/.test(JSON.stringify(field)),
    );
    expect(nullable.map(([name]) => name)).toEqual(["transactionFeePercent", "individualId"]);
    expect(properties.individualId).toMatchObject({ type: ["string", "null"], minLength: 1 });
    expect(request.required).toContain("amountIn");
    expect(request.required).not.toContain("minAmountOut");
    expect(document.security).toEqual([{ apiKey: [] }]);
  });
});

it("marks exactly the fields as deprecated whose comment in the contract says so", async () => {
  const folder = "src/contract";
  const files = (await readdir(folder, { recursive: true })).filter((name) =>
    /records\.ts$/.test(name),
  );
  const texts = await Promise.all(files.map((name) => readFile(`${folder}/${name}`, "utf8")));
  // The fields that are declared by a schema, not by a type.
  const pattern = /@deprecated.*\*\/\n +(\w+): (?=maybe|essential)/g;
  const expected = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name));
  expect(expected.length).toBeGreaterThan(5);
  const marked = Object.values(schemas).flatMap(({ properties = {} }) =>
    Object.keys(properties).filter((name) => properties[name]?.deprecated === true),
  );
  expect([...marked].sort()).toEqual([...expected].sort());
});

it("marks deprecated query parameters", () => {
  const { parameters = [] } = findOperation("GET /api/v1/wallets/{walletAddress}/history");
  const marked = parameters.filter(({ deprecated }) => deprecated === true);
  expect(marked.map(({ name }) => name)).toEqual(["chainInId", "chainOutId"]);
});

describe.each(fixtures.map((fixture) => [fixture.name, fixture] as const))("%s", (_, fixture) => {
  const operation = findOperation(fixture.route);

  it("lists every documented error under its status", () => {
    for (const error of fixture.errors) {
      const [status = "", id = ""] = error.split(" ");
      expect(operation.responses[status]?.description).toContain(`\`${id}\``);
    }
  });

  it("describes every field of the full request", () => {
    const { sent } = fixture;
    if (sent.body !== undefined) {
      const schema = resolve(operation.requestBody?.content["application/json"]?.schema);
      if (schema.properties && schema.additionalProperties === false)
        for (const field of Object.keys(sent.body as object))
          expect(Object.keys(schema.properties)).toContain(field);
    }
    const names = operation.parameters?.filter((p) => p.in === "query").map(({ name }) => name);
    for (const name of new URLSearchParams(sent.query).keys()) expect(names).toContain(name);
  });

  it("describes every field of the full response", () => {
    const schema = operation.responses["2XX"]?.content?.["application/json"]?.schema;
    if (fixture.full === undefined) return expect(schema).toBeUndefined();
    expect(undescribedFields(schema, fixture.full)).toEqual([]);
  });
});

/** The paths of a value's fields that its schema does not name. */
function undescribedFields(schema: JsonSchema | undefined, value: unknown, path = ""): string[] {
  const forms = listForms(resolve(schema));
  if (Array.isArray(value)) {
    const items = forms.find(({ type }) => type === "array")?.items;
    return value.flatMap((item) => undescribedFields(items, item, `${path}[]`));
  }
  if (typeof value !== "object" || value === null) return [];
  const open = forms.some(
    ({ type, properties, additionalProperties }) =>
      !properties && (additionalProperties !== undefined || type === undefined),
  );
  if (open) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const form = forms.find(({ properties }) => properties && Object.hasOwn(properties, name));
    const at = `${path}.${name}`;
    return form ? undescribedFields(form.properties?.[name], field, at) : [at];
  });
}

function listForms(schema: JsonSchema): JsonSchema[] {
  const forms = schema.anyOf as JsonSchema[] | undefined;
  return forms ? forms.flatMap((form) => listForms(resolve(form))) : [schema];
}
