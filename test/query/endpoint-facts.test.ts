import { expect, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";

interface Definition {
  readonly getter?: () => { readonly _zod: { readonly def: Definition } };
  readonly shape?: object;
  readonly catchall?: { readonly _zod: { readonly def: { readonly type: string } } };
}

/** The definition of a schema. Schemas of the contract are lazy. */
function definitionOf(schema: unknown): Definition {
  const { def } = (schema as { _zod: { def: Definition } })._zod;
  return def.getter ? definitionOf(def.getter()) : def;
}

const fieldsOf = (schema: unknown) => Object.keys(definitionOf(schema).shape ?? {});

/** Whether the schema has fields or allows unknown fields. */
const takesInput = (schema: unknown) =>
  fieldsOf(schema).length > 0 || definitionOf(schema).catchall?._zod.def.type !== "never";

function factsOf({ effect, params, query, body, headers, paging }: Endpoint): string {
  const inputs = [
    ...(params ? fieldsOf(params) : []),
    ...(query ? ["query"] : []),
    ...(body && takesInput(body) ? ["body"] : []),
    ...(headers ? ["headers"] : []),
  ];
  const list = inputs.map((input) => JSON.stringify(input)).join(", ");
  return `{ effect: "${effect}", inputs: [${list}]${paging ? ", listing: true" : ""} }`;
}

test("src/query/endpoint-facts.ts matches the endpoint values", async () => {
  const file = "../../src/query/endpoint-facts.ts";
  const text = [
    "// Generated from the endpoint values by `npx vitest run test/query/endpoint-facts.test.ts -u`.",
    "// The endpoint values need Zod, which is loaded with the first call. The options exist before it.",
    "export const endpointFacts = {",
    ...endpoints.map((endpoint) => `  "${endpoint.name}": ${factsOf(endpoint as Endpoint)},`),
    "} as const;",
    "",
  ].join("\n");
  await expect(text).toMatchFileSnapshot(file);
});
