import { describe, expect, it, test } from "vitest";
import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { errorCatalogue } from "../../src/contract/shared/error-catalogue.js";
import { ConfigurationError } from "../../src/index.js";
import { createTools, type JsonSchema, type ToolsOptions } from "../../src/tools/index.js";
import { nameTools } from "../../src/tools/tool-names.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { flatten } from "../support/flatten.js";
import { clientOn, recorder } from "../support/recorder.js";
import { writes } from "./effects.js";

const names = endpoints.map(({ name }) => name);
const client = clientOn(recorder([]));
const toolName = (name: string) => name.replaceAll(".", "_");
const toolOf = (name: EndpointName, on = client) => {
  const [tool] = createTools(on, { allow: [name] });
  if (!tool) throw new RangeError(name);
  return tool;
};
const noop = async () => ({}) as never;
const all = createTools(client, { allow: names });
const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
const schemasOf = (tools: typeof all) =>
  tools.map(({ inputSchema, outputSchema }) => ({ inputSchema, outputSchema }));

describe("the tools", () => {
  it("are one per operation, with names that every client accepts", () => {
    expect(all.map(({ name }) => name)).toEqual(names.map(toolName));
    for (const { name } of all) expect(name).toMatch(/^[a-zA-Z0-9_]{1,64}$/);
  });

  test.each(endpoints)("$name annotates what the contract's words say", ({ name }) => {
    const isWrite = fixtureOf(name).effect === "write";
    expect(Object.hasOwn(writes, name)).toBe(isWrite);
    expect(toolOf(name).annotations).toEqual({
      readOnlyHint: !isWrite,
      destructiveHint: writes[name] === "changes",
      idempotentHint: !isWrite,
      openWorldHint: true,
    });
  });

  it("are the reads and quotes by default, without those of personal data", () => {
    const reads = names.filter((name) => !Object.hasOwn(writes, name));
    const isPersonal = /^kyc\.|^fiat\.quoteWithdrawal$/;
    const expected = reads.filter((name) => !isPersonal.test(name)).map(toolName);
    expect(createTools(client).map(({ name }) => name)).toEqual(expected);
    expect(createTools(client, { allow: ["*"] }).map(({ name }) => name)).toEqual(expected);
  });

  it("fit into the context of a model", () => {
    expect(sizeOf(all)).toBeLessThanOrEqual(50_000);
    expect(sizeOf(schemasOf(createTools(client)))).toBeLessThanOrEqual(18_000);
  });

  it("take a write only by its full name", () => {
    const nameTools = (...allow: NonNullable<ToolsOptions["allow"]>[number][]) =>
      createTools(client, { allow }).map(({ name }) => name);
    expect(nameTools("swap.*")).toEqual(["swap_quote", "swap_prepareCancellation"]);
    expect(nameTools("kyc.documentUrls")).toEqual(["kyc_documentUrls"]);
    expect(() => nameTools("kyc.*")).toThrow(ConfigurationError);
    expect(nameTools("swap.*", "swap.quote", "swap.cancelLimitOrder")).toEqual([
      "swap_quote",
      "swap_prepareCancellation",
      "swap_cancelLimitOrder",
    ]);
    expect(nameTools()).toEqual([]);
  });

  const unknown = [
    "wallet.*",
    "wallets",
    "wallets.*.history",
    "w*",
    "",
    "kyc.individual",
    "transfer",
  ];
  test.each([...unknown, 5, null, undefined, {}])("reject %j, which names nothing", (name) => {
    expect(() => createTools(client, { allow: [name] as never })).toThrow(ConfigurationError);
  });

  test.each(["pay", "swap", "place_order"] as const)(
    "sign nothing without a policy, a journal and a signer (%s)",
    (allowed) => {
      const settings = {
        once: async () => ({}) as never,
        policy: { reserve: async () => ({ problems: [], release: async () => {} }) },
        signer: {} as never,
        journal: {} as never,
      };
      expect(createTools(client, { allow: [allowed], ...settings })).toHaveLength(1);
      for (const missing of Object.keys(settings))
        expect(() =>
          createTools(client, { allow: [allowed], ...settings, [missing]: undefined }),
        ).toThrow(`${missing}: expected a value for "${allowed}"`);
      expect(createTools(client, settings).map(({ name }) => name)).not.toContain(allowed);
    },
  );

  it("reject an unknown option, and a policy that cannot refuse", () => {
    expect(() => createTools(client, { allows: [] } as never)).toThrow(ConfigurationError);
    expect(() => createTools(client, { policy: {} } as never)).toThrow(ConfigurationError);
  });

  it("are what descriptions and hints name", () => {
    const hints = Object.values(errorCatalogue).map(({ hint }) => nameTools(hint));
    const texts = [...all.map(({ description }) => description), ...hints].join("\n");
    const named = texts.match(/\b[a-z]+(?:_[a-zA-Z]+)+\b/g) ?? [];
    expect(named.length).toBeGreaterThan(10);
    expect(names.map(toolName)).toEqual(expect.arrayContaining(named));
    expect(texts).not.toMatch(/client\.|`once`/);
  });

  it("say the unit of every amount and percentage", () => {
    const listFields = ({ properties = {}, items }: JsonSchema): [string, JsonSchema][] => [
      ...Object.entries(properties).flatMap((each) => [each, ...listFields(each[1])]),
      ...(items ? listFields(items) : []),
    ];
    const settings = { once: noop, policy: { reserve: noop }, signer: {}, journal: {} } as never;
    const allow = [...names, ...(["pay", "swap", "place_order"] as const)];
    const tools = createTools(client, { ...Object(settings), allow });
    const fields = tools.flatMap(({ inputSchema }) => listFields(inputSchema));
    const withUnit = fields.filter(([name]) =>
      /^(?!.*Fiat).*amount|minReceived|percent|slippage/i.test(name),
    );
    expect(withUnit.length).toBeGreaterThan(30);
    const isUnknown = ({ description }: JsonSchema) =>
      !/whole tokens|percent/.test(String(description));
    expect(withUnit.filter(([, schema]) => isUnknown(schema))).toEqual([]);
  });

  it("describe their data as an object if its fields are described", () => {
    for (const { outputSchema } of all) {
      const { data } = outputSchema.properties ?? {};
      expect(data?.type).toBe(data?.properties && "object");
    }
  });

  it("describe every input that is not deprecated, and the size of a page", () => {
    const isHidden = /^chain(?:In|Out)Id$/;
    for (const endpoint of endpoints as readonly Endpoint[]) {
      const { inputSchema, description, title } = toolOf(endpoint.name as EndpointName);
      const { args } = fixtureOf(endpoint.name as EndpointName);
      const known = Object.keys(inputSchema.properties ?? {});
      const given = Object.keys(flatten(endpoint, args)).filter((name) => !isHidden.test(name));
      if (endpoint.body?.kind === "request" || !endpoint.body)
        expect(known).toEqual(expect.arrayContaining(given));
      expect(description.startsWith(title)).toBe(true);
    }
    expect(toolOf("wallets.history").inputSchema.properties?.take?.default).toBe(10);
  });
});
