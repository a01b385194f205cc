import { spawnSync } from "node:child_process";
import ts from "typescript";
import { beforeAll, expect, test } from "vitest";
import { createOperationPages } from "../../../scripts/operation-pages.mjs";
import { cases } from "../../../scripts/operation-rules.mjs";
import { sections, siteFile } from "../../../site/.vitepress/pages.mjs";
import { endpoints } from "../../../src/contract/endpoints.js";
import { fieldsOf, listForms } from "../../../src/contract/records/fields.js";
import type { Schema } from "../../../src/contract/records/schema.js";
import { visit } from "../../../src/contract/records/visit.js";
import type { Endpoint } from "../../../src/contract/shared/endpoint.js";
import { type ErrorId, errorCatalogue } from "../../../src/contract/shared/error-catalogue.js";
import { metadataSizeExpected } from "../../../src/contract/shared/primitives.js";
import { listNamedSchemas } from "../../../src/openapi/named-schemas.js";
import { formatPath } from "../../../src/shared/format-path.js";
import { anchorsOf } from "../../docs/markdown.js";
import { compile } from "../../support/compiler/client.js";

type Pages = Awaited<ReturnType<typeof createOperationPages>>;
let pages: Pages;
// The generator runs each example in the sandbox, and throws if one fails.
beforeAll(async () => {
  pages = await createOperationPages();
});

const all: readonly Endpoint[] = endpoints;
const names = all.map(({ name }) => name);
const pageOf = (name: string) => pages.get(name) as NonNullable<ReturnType<Pages["get"]>>;

test("every operation has a page with its title, method, path and effect", () => {
  expect([...pages.keys()]).toEqual(names);
  for (const { name, method, path, effect } of all) {
    const { text } = pageOf(name);
    expect(text).toContain(`\n# ${name}\n`);
    expect(text).toContain(`| request | \`${method} ${path}\` |`);
    expect(text).toMatch(new RegExp(`\\| effect \\| .*a ${effect}: `));
  }
});

/** The fields of a schema, and of every record in it. */
function listFieldNames(schema: Schema | undefined, seen = new Set<unknown>()): string[] {
  return (schema ? listForms(schema) : []).flatMap((form) => {
    if (form.kind === "list" || form.kind === "map") return listFieldNames(form.item, seen);
    if (!("fields" in form) || seen.has(form.fields)) return [];
    seen.add(form.fields);
    return fieldsOf(form).flatMap(({ name, inner }) => [name, ...listFieldNames(inner, seen)]);
  });
}

/** The names in the first column of the tables of a section, sorted. */
function listRows(text: string, section: string): string[] {
  const [, part = ""] = text.split(`\n## ${section}\n`);
  const [own = ""] = part.split("\n## ");
  return [...own.matchAll(/^\| (`.*?`) \|/gm)]
    .flatMap(([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name))
    .sort();
}

test.each(names)("%s: the tables have every field of its schemas, once per record", (name) => {
  const {
    params,
    query,
    body,
    response,
    headers = {},
  } = all.find((each) => each.name === name) as Endpoint;
  const { text } = pageOf(name);
  const inRequest = new Set<unknown>();
  const request = [params, query, body].flatMap((each) => listFieldNames(each, inRequest));
  expect(listRows(text, "Request")).toEqual([...request, ...Object.values(headers)].sort());
  // A record that the request has, too, is described there.
  expect(listRows(text, "Response")).toEqual(listFieldNames(response, inRequest).sort());
});

test.each(names)("%s: the table of errors has the documented ids", (name) => {
  const { errors } = all.find((each) => each.name === name) as Endpoint;
  const [, part = ""] = pageOf(name).text.split("\n## Errors\n");
  const [own = ""] = part.split("\n## ");
  expect([...own.matchAll(/^\| \[`(\w+)`\]/gm)].map(([, id]) => id)).toEqual(errors);
});

test("required fields of a request are marked, with defaults and limits of the others", () => {
  const { text } = pageOf("swap.quote");
  const rowOf = (field: string) =>
    text.split("\n").find((line) => line.startsWith(`| \`${field}\``));
  expect(rowOf("amountIn")).toMatch(
    /^\| `amountIn` \| string \| \*\*yes\*\* \| The amount .*<br>Valid: a decimal string/,
  );
  expect(rowOf("slippage")).toMatch(
    /^\| `slippage` \| number \| no \| .*<br>Valid: 0.5 to 99<br>Default: `0.5` \|$/,
  );
  expect(rowOf("quotes")).toMatch(
    /^\| `quotes` \| list of \[SwapQuote\]\(#swapquote-1\) \| never \|/,
  );
  expect(rowOf("revertReason")).toMatch(/\| \[RevertReason\]\(#revertreason\) \| yes \|/);
});

/** The lines of a page that have a rule between fields, with the heading above each. */
function listRuleLines(text: string) {
  const [, request = ""] = /\n## Request\n([\s\S]*?)\n## /.exec(text) ?? [];
  return request.split(/^### /m).flatMap((part, i) => {
    const record = i === 0 ? undefined : (part.split("\n")[0] ?? "");
    const lines = [...part.matchAll(/^- (.+?): (.+)\. Rejected: `(\{.*\})`$/gm)];
    return lines.map(([, field = "", expected = "", code = ""]) => ({
      record,
      field: field.replace(/^`|`$/g, ""),
      expected: expected.replaceAll("`", ""),
      rejected: new Function(`return ${code}`)() as unknown,
    }));
  });
}

/** The name of a record. Its forms have the same fields. */
const nameOf = ({ fields }: Schema & { readonly fields: unknown }) =>
  Object.entries(listNamedSchemas()).find(
    ([, each]) => "fields" in each && each.fields === fields,
  )?.[0];

/** The schemas with a rule in a request, by the record that has their table. */
function listRules(schema: Schema | undefined, isOuter = true): [string | undefined, Schema][] {
  return (schema ? listForms(schema) : []).flatMap((form) => {
    if (form.kind === "list" || form.kind === "map") return listRules(form.item, false);
    if (!("fields" in form)) return [];
    const inside = fieldsOf(form).flatMap(({ inner }) => listRules(inner, false));
    return form.rule ? [[isOuter ? undefined : nameOf(form), form], ...inside] : inside;
  });
}

test("each rule between the fields of a request has its text, and an example that it rejects", () => {
  const records = new Set<string | undefined>();
  for (const { name, params, query, body } of all) {
    const lines = listRuleLines(pageOf(name).text);
    const rules = new Map([params, query, body].flatMap((each) => listRules(each)));
    for (const schema of rules.values()) if ("fields" in schema) records.add(nameOf(schema));
    expect(new Set(lines.map(({ record }) => record)), name).toEqual(new Set(rules.keys()));
    for (const { record, field, expected, rejected } of lines) {
      const schema = rules.get(record) as Schema;
      const { issues } = visit(schema, rejected, { limit: 50, isRequest: true });
      const found = issues.filter(({ isRule }) => isRule);
      expect(
        found.map(({ path, expected }) => [formatPath(path) || "the object", expected]),
        name,
      ).toContainEqual([field, expected]);
    }
  }
  expect([...records].sort()).toEqual(Object.keys(cases).sort());
});

/** What the rules of requests can report: the second argument of each `report(` that they reach. */
function listReports(): RegExp[] {
  const files = ts.sys.readDirectory("src/contract", [".ts"]);
  const options = { lib: ["lib.es2022.d.ts"], types: [], strict: true };
  const program = ts.createProgram(files, { ...options, module: ts.ModuleKind.NodeNext });
  const checker = program.getTypeChecker();
  const reports: RegExp[] = [];
  const seen = new Set<ts.Node>();
  const toPattern = (...texts: string[]) =>
    new RegExp(`^${texts.map((text) => text.replace(/[()[\].+*?$^|\\]/g, "\\$&")).join(".+")}$`);

  function declarationOf(node: ts.Node) {
    const symbol = checker.getSymbolAtLocation(node);
    const isAlias = symbol && symbol.flags & ts.SymbolFlags.Alias;
    return (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.valueDeclaration;
  }

  function add(text: ts.Expression): void {
    const type = checker.getTypeAtLocation(text);
    const types = type.isUnion() ? type.types : [type];
    const declared = ts.isIdentifier(text) ? declarationOf(text) : undefined;
    if (types.every((each) => each.isStringLiteral()))
      reports.push(...types.map(({ value }) => toPattern(value)));
    else if (ts.isConditionalExpression(text)) [text.whenTrue, text.whenFalse].forEach(add);
    else if (ts.isTemplateExpression(text))
      reports.push(
        toPattern(text.head.text, ...text.templateSpans.map(({ literal }) => literal.text)),
      );
    else if (declared && ts.isVariableDeclaration(declared) && declared.initializer)
      add(declared.initializer);
    // `follow` reads the table of patterns that it is from.
    else if (!declared || !ts.isBindingElement(declared))
      throw new TypeError(`no text: ${text.getText()}`);
  }

  /** Visits a rule, and the functions and constants of the contract that it uses. */
  function follow(node: ts.Node): void {
    if (seen.has(node)) return;
    seen.add(node);
    if (ts.isCallExpression(node) && node.expression.getText() === "report")
      add(node.arguments[1] as ts.Expression);
    if (ts.isArrayLiteralExpression(node)) {
      const [pattern, expected] = node.elements;
      if (pattern && expected && ts.isRegularExpressionLiteral(pattern)) add(expected);
    }
    const used = ts.isIdentifier(node) ? declarationOf(node) : undefined;
    if (used?.getSourceFile().fileName.includes("src/contract/")) follow(used);
    ts.forEachChild(node, follow);
  }

  function findRules(node: ts.Node): void {
    if (ts.isObjectLiteralExpression(node)) {
      const propertyOf = (name: string) =>
        node.properties.find((each) => each.name?.getText() === name);
      const rule = propertyOf("rule");
      if (rule && propertyOf("kind")?.getText().endsWith('request"')) follow(rule);
    }
    ts.forEachChild(node, findRules);
  }
  for (const file of files) findRules(program.getSourceFile(file) as ts.SourceFile);
  return reports;
}

test("every text that a rule of a request can report is in a page", () => {
  const lines = names.flatMap((name) => listRuleLines(pageOf(name).text));
  const reports = listReports();
  expect(reports.length).toBeGreaterThan(25);
  expect(reports.filter((report) => !lines.some(({ expected }) => report.test(expected)))).toEqual(
    [],
  );
});

test("the rules of swap.quote say what minAmountOut and the chains require", () => {
  const lines = listRuleLines(pageOf("swap.quote").text);
  expect(lines.map(({ field }) => field)).toEqual([
    ...["expiration", "partialFillable", "tokenIn", "tokenIn", "tokenOut"],
    ...["walletAddress", "walletAddress", "toAddress", "toAddress"],
  ]);
  expect(pageOf("swap.quote").text).toContain(
    "- `expiration`: nothing here unless `minAmountOut` is given: only limit orders take it. Rejected: `{ expiration: 600 }`\n",
  );
});

test("the row of a field has each rule of its text", () => {
  let count = 0;
  for (const { name, params, query, body } of all)
    for (const field of [params, query, body].flatMap(fieldsOf)) {
      const rows = pageOf(name).text.split("\n");
      const row = rows.find((line) => line.startsWith(`| \`${field.name}\` |`));
      const rules = listForms(field.inner).flatMap((form) =>
        form.kind === "text" ? (form.rules ?? []) : [],
      );
      for (const { expected } of rules) expect(row, name).toContain(expected.split(" (")[0]);
      count += rules.length;
    }
  expect(count).toBeGreaterThan(40);
  expect(pageOf("swap.cancelLimitOrder").text).toMatch(/^\| `signature` \| .*not empty/m);
});

test("the facts of an operation have the defaults of the client", () => {
  const { text } = pageOf("swap.quote");
  expect(text).toContain("| retried | [by default up to 2 times, after a temporary failure]");
  expect(text).toContain(
    "| time limits | by default 30 s per attempt (90 s for slow route profiles), 120 s in all |",
  );
});

test("metadata has its limit in requests only", () => {
  const limit = `Valid: ${metadataSizeExpected}`;
  const rowsOf = (name: string) =>
    pageOf(name)
      .text.split("\n")
      .filter((line) => line.startsWith("| `metadata` |"));
  expect(rowsOf("swap.quote").map((row) => row.includes(limit))).toEqual([true, false]);
  expect(rowsOf("wallets.updateMetadata")[0]).toContain(limit);
  expect(rowsOf("wallets.history")).toHaveLength(1);
  expect(rowsOf("wallets.history")[0]).not.toContain(limit);
});

test.each(names)("%s: each error has its cause, and says when it is retried", (name) => {
  const { errors, effect, slow } = all.find((each) => each.name === name) as Endpoint;
  const { text } = pageOf(name);
  for (const id of errors) {
    const { meaning, retry } = errorCatalogue[id as ErrorId];
    const row = text.split("\n").find((line) => line.startsWith(`| [\`${id}\`]`)) ?? "";
    const [retried, cause] = row.split(" | ").slice(-3);
    expect(cause?.toLowerCase()).toBe(`${meaning}.`.toLowerCase());
    const isRetried = retry && effect !== "write";
    expect(retried).toBe(
      isRetried ? `yes${slow ? ", except with a slow route profile" : ""}` : "no",
    );
  }
});

test("pages of operations with a revertReason say that a success may not be executable", () => {
  const noted = names.filter((name) =>
    /A success can have a `revertReason`/.test(pageOf(name).text),
  );
  expect(noted).toEqual([
    "swap.quote",
    "liquidity.createWithSwap",
    "liquidity.create",
    "liquidity.rebalance",
    "liquidity.change",
    "liquidity.collectFees",
    "lending.quote",
    "operations.transfer",
    "operations.batch",
  ]);
  expect(pageOf("swap.quote").text).toContain("`pickExecutable`\nthrows [`UnsafeToSignError`]");
});

test.each(names)("%s: the output is what the example prints", (name) => {
  const { text, exchange } = pageOf(name);
  const [, title, shown] = /\n(It prints.*):\n\n```text\n([\s\S]*?)```\n/.exec(text) ?? [];
  if (exchange.output === "") return expect(shown).toBeUndefined();
  const isWhole = title === "It prints";
  expect(isWhole ? exchange.output : exchange.output.slice(0, shown?.length)).toBe(shown);
  expect(shown?.split("\n").length).toBeLessThan(15);
});

test("every link resolves, with its anchor", () => {
  const files = new Map(
    sections
      .flatMap((section) => section.pages)
      .map(([name]) => [`/${siteFile(name).replace(/\.md$/, "")}`, `docs/${name}.md`]),
  );
  const broken: string[] = [];
  let count = 0;
  for (const [name, { text }] of pages) {
    for (const [, target = ""] of text.matchAll(/\]\(([^)]+)\)/g)) {
      count += 1;
      const [path = "", anchor] = target.split("#");
      const operation = path.replace(/^\/reference\//, "");
      const file = files.get(path);
      // The build of the site fails if TypeDoc does not write the page.
      if (/^bursar\/interfaces\/[A-Z]\w+$/.test(operation)) continue;
      const isKnown = ["", "operations", ...names].includes(operation) || file;
      // The next test follows the links inside of a page.
      const isAnchor = !file || anchor === undefined || anchorsOf(file).has(anchor);
      if (!isKnown || !isAnchor) broken.push(`${name}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
  expect(count).toBeGreaterThan(500);
});

/** The title of each heading by its anchor. A repeated anchor has a number, as on the site. */
function listTitles(text: string): Map<string, string> {
  const titles = new Map<string, string>();
  for (const [, title = ""] of text.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/^#+ (.+)$/gm)) {
    const slug = title
      .toLowerCase()
      .replace(/[^a-z\d -]/g, "")
      .replaceAll(" ", "-");
    titles.set(titles.has(slug) ? `${slug}-1` : slug, title);
  }
  return titles;
}

test("every link to a record leads to its table", () => {
  const wrong = [...pages].flatMap(([name, { text }]) => {
    const titles = listTitles(text);
    return [...text.matchAll(/\[(\w+)\]\(#([^)]+)\)/g)]
      .filter(([, record, anchor = ""]) => titles.get(anchor) !== record)
      .map(([link]) => `${name}: ${link}`);
  });
  expect(wrong).toEqual([]);
  expect(pageOf("swap.quote").text).toContain("[SwapQuote](#swapquote-1)");
});

test("every example compiles with the strictest settings", async () => {
  const programs = [...pages].map(([name, { program }], i) => ({
    name: `operation-${i}.ts`,
    text: `${program}\nexport {};\n`,
    where: name,
  }));
  expect(await compile(programs)).toEqual([]);
});

test("no line of a code block is wider than the column for it", () => {
  const wide = [...pages].flatMap(([name, { text }]) =>
    // The site wraps output.
    [...text.matchAll(/^```(?!text\n)\w+\n([\s\S]*?)^```$/gm)]
      .flatMap(([, code = ""]) => code.split("\n"))
      .filter((line) => line.length > 72)
      .map((line) => `${name}: ${line}`),
  );
  expect(wide).toEqual([]);
});

/** Prints the arguments of curl, one per line, as JSON. */
const printer =
  'curl() { for each in "$@"; do printf "%s" "$each" | od -An -v -tx1 | tr -d " \\n"; echo; done; }';

/** The arguments that a shell passes to curl. */
function readArguments(command: string): string[] {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", `${printer}\n${command}`], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, BURSAR_BASE_URL: "https://service.test", BURSAR_API_KEY: "key" },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const lines = stdout.trim().split("\n");
  return lines.map((line) => Buffer.from(line, "hex").toString("utf8"));
}

test.each(names)("%s: the curl command sends the request of the example", (name) => {
  const { text, exchange } = pageOf(name);
  const [, command = ""] = /```sh\n([\s\S]*?)```/.exec(text) ?? [];
  const given = readArguments(command);
  const valuesOf = (...options: string[]) =>
    given.flatMap((each, i) => (options.includes(given[i - 1] ?? "") ? [each] : []));
  const [path = "", query] = exchange.url.split("?");
  expect(given).toContain(`https://service.test${path}`);
  const sent = new URLSearchParams(query);
  const data = valuesOf("-d", "--data-urlencode");
  const [method = "GET"] = valuesOf("-X");
  expect(method).toBe(exchange.method);
  expect(given.includes("-G")).toBe(query !== undefined);
  if (query !== undefined) expect(data).toEqual([...sent].map(([key, value]) => `${key}=${value}`));
  const [body] = query === undefined ? data : [];
  if (exchange.text === "") expect(body).toBeUndefined();
  else expect(JSON.parse(body ?? "")).toEqual(JSON.parse(exchange.text));
  expect(command).not.toContain("…");
  expect(valuesOf("-H")).toContain("x-api-key: key");
});

/** A page shows one item of a list, two of all currencies, and both ends of a long text. */
function expectShown(shown: unknown, value: unknown): void {
  if (typeof shown !== "object" || shown === null) {
    const [begin = "", end] = String(shown).split("…");
    if (end === undefined) expect(shown).toBe(value);
    else expect(value).toSatisfy((text: string) => text.startsWith(begin) && text.endsWith(end));
  } else if (Array.isArray(value)) {
    expect(shown).toHaveLength(Math.min(value.length, 1));
    if (value.length > 0) expectShown((shown as unknown[])[0], value[0]);
  } else {
    const fields = value as Readonly<Record<string, unknown>>;
    expect(Object.keys(shown)).toEqual("sats" in fields ? ["usd", "eur"] : Object.keys(fields));
    for (const [name, each] of Object.entries(shown)) expectShown(each, fields[name]);
  }
}

test.each(names)("%s: the response is that of the sandbox, without further items", (name) => {
  const { text, exchange } = pageOf(name);
  const [, json] = /```json\n([\s\S]*?)```/.exec(text) ?? [];
  if (!exchange.response) return expect(json).toBeUndefined();
  expectShown(JSON.parse(json ?? ""), exchange.response);
  expect(text).toContain(`\n### The response of the sandbox\n\nStatus ${exchange.status}.`);
  const hasCurrencies = JSON.stringify(exchange.response).includes('"sats"');
  expect(text.includes("show `usd` and `eur` only.")).toBe(hasCurrencies);
});
