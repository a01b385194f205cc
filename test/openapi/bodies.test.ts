import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { createOpenApi, type JsonSchema, type OpenApiOperation } from "../../src/openapi/index.js";
import { type Path, pathsOf, withValue } from "../contract/walk.js";
import { responses } from "../properties/records-cases.js";
import { fieldsOf } from "../properties/records-judge.js";
import { loadRecordings } from "../recorded/recording.js";
import { fixtures } from "../support/fixtures/index.js";
import { samples } from "../webhooks/sample-deliveries.js";

const document = createOpenApi();
// An unknown keyword is an error. A format has no rule here.
const ajv = new Ajv2020({ strict: true, strictRequired: false, validateFormats: false });
ajv.addKeyword("components");
ajv.addSchema({ $id: "document", components: document.components });

const validators = new Map<string, ValidateFunction>();

/** The problems of a body, by a validator that knows only the document. */
function listProblems(schema: JsonSchema | undefined, body: unknown): string[] {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validate);
  if (validate(body)) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

const json = "application/json";
const requestOf = (operation: OpenApiOperation) => operation.requestBody?.content[json];
const responseOf = (operation: OpenApiOperation) => operation.responses["2XX"]?.content?.[json];

function findOperation({ method, path }: { method: string; path: string }) {
  const [pathname = ""] = path.split("?");
  const templates = Object.keys(document.paths).filter((template) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
  );
  const found = templates.find((template) => !template.includes("{")) ?? templates[0] ?? "";
  return document.paths[found]?.[method.toLowerCase()];
}

/**
 * Their responses have records for which `{}` stands for none, several forms, a field that only an
 * executable response must have, or objects whose fields are not documented.
 */
const takesMore =
  /^(?:swap\.(?:quote|prepareCancellation)|lending\.quote|operations\.(?:transfer|batch)|liquidity\.(?:createWithSwap|create|rebalance|change|collectFees))$/;

describe.each(fixtures.map((fixture) => [fixture.name, fixture] as const))("%s", (_, fixture) => {
  const { method, path, sent } = fixture;
  const operation = findOperation({ method, path }) as OpenApiOperation;

  it("has a request and responses that validate", () => {
    const { full, minimal, otherForms = [] } = fixture;
    if (sent.body !== undefined)
      expect(listProblems(requestOf(operation)?.schema, sent.body)).toEqual([]);
    for (const body of [full, minimal, ...otherForms.map((form) => form.full)])
      if (body !== undefined) expect(listProblems(responseOf(operation)?.schema, body)).toEqual([]);
  });

  it("has a complete example of each body, which validates", () => {
    for (const content of [requestOf(operation), responseOf(operation)]) {
      if (!content) continue;
      const { value } = content.examples?.complete ?? {};
      expect(value).toBeDefined();
      expect(listProblems(content.schema, value)).toEqual([]);
    }
  });

  it("takes null in the response fields that may be missing, and in no other field", () => {
    const { full } = fixture;
    const facts = responses[fixture.name]?.[0];
    const documented = facts ? fieldsOf(facts, full) : [];
    const optional = [
      ...documented.filter(({ isOptional }) => isOptional).map(({ shown }) => shown),
      ...(facts?.optional?.split(" ") ?? []),
    ];
    const schema = responseOf(operation)?.schema;
    const name = (path: string) => path.replace(/\.\d+|\[\]/g, "[]");
    const paths = pathsOf(full).filter((path) => typeof path.at(-1) === "string");
    const nullable = paths.filter(
      (path) => listProblems(schema, withValue(full, path, null)).length === 0,
    );
    const names = (all: Path[]) => [...new Set(all.map((path) => name(path.join("."))))].sort();
    const expected = names(
      paths.filter((path) => optional.map(name).includes(name(path.join(".")))),
    );
    if (takesMore.test(fixture.name))
      expect(names(nullable)).toEqual(expect.arrayContaining(expected));
    else expect(names(nullable)).toEqual(expected);
  });

  it("has a schema that refuses another body", () => {
    const { schema } = requestOf(operation) ?? responseOf(operation) ?? {};
    if (schema) expect(listProblems(schema, [5])).not.toEqual([]);
  });
});

/** The values of the percentages of fees and of slippage in an example, with their places. */
function listPercentages(place: string, value: unknown): [place: string, percent: number][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    /slippage|fee\w*percent|^percent(?:age)?$/i.test(name)
      ? [[`${place}.${name}`, Number(each)] as [string, number]]
      : listPercentages(`${place}.${name}`, each),
  );
}

it("has no example with a fee or slippage above 1 %, because examples are copied", () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const found = operations.flatMap((operation) =>
    [requestOf(operation), responseOf(operation)].flatMap((content) =>
      listPercentages(operation.operationId, content?.examples?.complete?.value),
    ),
  );
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(([, percent]) => !(percent <= 1))).toEqual([]);
  const fees = found.filter(([place]) => place.endsWith("transactionFeePercent"));
  expect(fees).toEqual([]);
});

describe("a recorded exchange validates:", () => {
  const recordings = loadRecordings().filter(([, recording]) => findOperation(recording));

  it("most are of operations that the document has", () => {
    expect(recordings.length).toBeGreaterThan(25);
  });

  it.each(recordings)("%s", (_, recording) => {
    const operation = findOperation(recording) as OpenApiOperation;
    const { request, response } = recording;
    const isSuccess = recording.status < 300;
    const content = isSuccess
      ? responseOf(operation)
      : operation.responses.default?.content?.[json];
    expect(listProblems(content?.schema, response)).toEqual([]);
    // A recording names one account by a placeholder.
    if (isSuccess && request && !JSON.stringify(request).includes("{{"))
      expect(listProblems(requestOf(operation)?.schema, request)).toEqual([]);
  });
});

describe("the webhooks of the document", () => {
  it("have the three signature headers, and no API key", () => {
    expect(Object.keys(document.webhooks)).toEqual(["ramp.deposit", "ramp.withdraw", "ping"]);
    for (const { post } of Object.values(document.webhooks)) {
      const headers = ["svix-id", "svix-timestamp", "svix-signature"];
      expect(post.parameters?.map(({ name }) => name)).toEqual(headers);
      expect(post.parameters?.every((each) => each.required && each.in === "header")).toBe(true);
      expect(post.security).toEqual([]);
    }
  });

  it.each(samples.map((sample) => [sample.event.event_type, sample] as const))(
    "%s: accept what is accepted, and refuse what is rejected",
    (type, { event, required, strict }) => {
      const schema = requestOf(document.webhooks[type]?.post as OpenApiOperation)?.schema;
      expect(listProblems(schema, event)).toEqual([]);
      const post = document.webhooks[type]?.post as OpenApiOperation;
      expect(requestOf(post)?.examples?.complete.value).toEqual(event);
      expect(listProblems(schema, { ...event, another: 5 })).toEqual([]);
      for (const field of required)
        for (const value of [undefined, null, "", 5])
          expect(listProblems(schema, { ...event, [field]: value })).not.toEqual([]);
      for (const field of strict) {
        expect(listProblems(schema, { ...event, [field]: null })).toEqual([]);
        expect(listProblems(schema, { ...event, [field]: 5 })).not.toEqual([]);
      }
    },
  );
});
