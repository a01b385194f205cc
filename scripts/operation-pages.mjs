// Writes one page of the site per operation, from what the package itself uses: the endpoint
// values, the records, the error catalogue, the TSDoc of the methods, and the sandbox.
import { mkdirSync, writeFileSync } from "node:fs";
import { shorten } from "./examples.mjs";
import { importSources } from "./import-sources.mjs";
import { createPrograms, runProgram, writeCurl, writeJson } from "./operation-examples.mjs";
import { createTables, writeTable } from "./operation-tables.mjs";
import { readMethods, replaceNames, tagOf, textOf } from "./read-methods.mjs";
import { writeCode } from "./write-code.mjs";

const sources = `
export * as accounts from "viem/accounts";
export * as bursar from "./src/index.js";
export * as sandbox from "./src/sandbox/index.js";
export * as signing from "./src/tasks/index.js";
export { endpoints } from "./src/contract/endpoints.js";
export { listFields, unwrap } from "./src/contract/records/fields.js";
export { errorCatalogue } from "./src/contract/shared/error-catalogue.js";
export { defaultRetry, defaultTotalTimeout } from "./src/http/config/resolve-config.js";
export { defaultTimeout, slowTimeout } from "./src/http/transport.js";
export { describeField, describeWhole } from "./src/openapi/json-schemas.js";
export { listNamedSchemas } from "./src/openapi/named-schemas.js";`;

/** The pages are beside those of TypeDoc. */
const folder = "reference";
const toLink = (name) => `[\`${name}\`](/${folder}/${name})`;
const toMethodUrl = ({ owner, name }) =>
  `/${folder}/bursar/interfaces/${owner}#${name.toLowerCase()}`;

/** The guides about the operations whose names begin so: the longest beginning counts. */
const guides = {
  wallets: [["Wallets and factories", "/wallets"]],
  "wallets.history": [["History and exports", "/history"]],
  "wallets.updateTransactionMetadata": [["History and exports", "/history"]],
  "wallets.requestTaxExport": [["History and exports", "/history"]],
  "wallets.scheduleTaxExport": [["History and exports", "/history"]],
  swap: [["Limit orders", "/limit-orders"]],
  "swap.quote": [
    ["Swaps", "/swaps"],
    ["Limit orders", "/limit-orders"],
    ["Signing", "/signing"],
  ],
  liquidity: [["Liquidity", "/liquidity"]],
  lending: [["Lending", "/lending"]],
  fiat: [["Fiat", "/fiat"]],
  tokens: [["Swaps", "/swaps"]],
  kyc: [["KYC", "/kyc"]],
  operations: [["Transfers, batches and custom operations", "/transfers"]],
  "operations.execute": [
    ["Signing", "/signing"],
    ["Once per intent", "/intents"],
  ],
};

/** Returns the pages by operation, with the name of each in the order of the contract. */
export async function createOperationPages() {
  const modules = await importSources(sources);
  const methods = readMethods();
  const { endpoints } = modules;
  const methodOf = ({ name }) => methods.find(({ operation }) => operation === name);
  const programs = createPrograms(
    new Map(endpoints.map((each) => [each.name, methodOf(each).example])),
  );
  const pages = new Map();
  for (const endpoint of endpoints) {
    const { name } = endpoint;
    const program = programs.get(name);
    const exchange = await runProgram(name, program, modules);
    const method = methodOf(endpoint);
    pages.set(name, writePage({ endpoint, method, methods, program, exchange, modules }));
  }
  return pages;
}

/** Writes the pages, a list of them, and for the sidebar their names. Returns the files. */
export async function writeOperationPages(site) {
  const target = `${site}${folder}/`;
  mkdirSync(target, { recursive: true });
  const pages = await createOperationPages();
  for (const [name, { text }] of pages) writeFileSync(`${target}${name}.md`, text);
  writeFileSync(`${target}operations.md`, writeList(pages));
  writeFileSync(`${target}operations.json`, JSON.stringify([...pages.keys()]));
  return [...pages.keys(), "operations"].map((name) => `${folder}/${name}.md`);
}

function writeList(pages) {
  const lists = new Map();
  for (const [name, { effect, title }] of pages) {
    const [resource] = name.split(".");
    const rows = lists.get(resource) ?? [];
    lists.set(resource, rows);
    rows.push({ operation: toLink(name), effect, "what it does": title });
  }
  const sections = [...lists].map(([resource, rows]) => `## ${resource}\n\n${writeTable(rows)}`);
  return `---
editLink: false
---

# Operations

You find the request, the response and the errors of every operation. Each page has an example that
runs in the sandbox.

${sections.join("\n")}`;
}

function writePage({ endpoint, method, methods, program, exchange, modules }) {
  const { name, title, effect, response } = endpoint;
  const { listFields, unwrap } = modules;
  const linkNames = createLinker(methods, method);
  const tables = createTables({
    title: name,
    fieldTools: { listFields, unwrap, nameOf: createNames(modules) },
    texts: modules,
    linkNames,
  });
  const unknown = textOf(tagOf(method.doc, "unverified"));
  const unverified = unknown && ` The service's documentation does not say ${unknown}.`;
  const parts = [
    `---
description: ${JSON.stringify(`${name}: ${title}.`)}
editLink: false
---

# ${name}

${linkNames(textOf(method.doc))}${unverified}

${writeFacts(endpoint, { method, modules, linkNames })}`,
    `## Request\n\n${writeRequest(endpoint, tables)}`,
    `## Response\n\n${
      response
        ? `\`no\`: the field is documented as always there, and a missing one is only reported. \`never\`:
without it, [the call rejects](/configuration#validation-of-responses).

${tables.describe(response, name, false).join("\n")}`
        : "The response has no body.\n"
    }`,
    `## Errors\n\n${writeErrors(endpoint, modules, linkNames)}`,
    `## Example\n\nThe program runs in the sandbox: no account, no key, no money.\n\n${block("ts", program)}${writeOutput(exchange)}`,
    `### The request as curl\n\n${writeCommand(exchange)}`,
    `### The response of the sandbox\n\n${writeResponse(exchange)}`,
    `## See also\n\n${writeLinks(endpoint, method)}`,
  ];
  return { text: parts.join("\n"), title, effect, program, exchange };
}

const block = (language, code) => `\`\`\`${language}\n${code}\`\`\`\n`;

/** Links the names of methods to the pages of their operations, or to their reference. */
function createLinker(methods, self) {
  const write = (method) => {
    const { owner, name, operation } = method;
    if (method === self) return `\`${operation}\``;
    return operation ? toLink(operation) : `[\`${owner}.${name}\`](${toMethodUrl(method)})`;
  };
  return (text) => replaceNames(text, methods, write);
}

/** The forms of a record have the same fields, and one name. */
function createNames({ listNamedSchemas }) {
  const named = Object.entries(listNamedSchemas());
  const bySchema = new Map(named.map(([name, schema]) => [schema, name]));
  const byFields = new Map(named.map(([name, schema]) => [schema.fields ?? schema, name]));
  return (schema) => bySchema.get(schema) ?? byFields.get(schema.fields ?? schema);
}

const effects = {
  read: "a read: it changes nothing",
  quote: "a quote: it changes nothing",
  write: "**a write: it changes something**",
};

const sourcesOfPath = {
  contract: "",
  published: "The path is from other documentation of the service.",
  inferred: "**The path is inferred.** The client option [`paths`](/configuration) corrects it.",
};

const toSeconds = (ms) => `${ms / 1_000} s`;

function writeFacts(endpoint, { method, modules, linkNames }) {
  const { name, path, effect, known, slow, lookup, paging, serverOnly } = endpoint;
  const { defaultRetry, defaultTimeout, slowTimeout, defaultTotalTimeout } = modules;
  const slowCalls = slow ? "; slow route profiles like a write" : "";
  const slowLimit = slow ? ` (${toSeconds(slowTimeout)} for slow route profiles)` : "";
  const parameters = method.node.parameters.map(
    (each) => `${each.name.getText()}${each.questionToken || each.initializer ? "?" : ""}`,
  );
  const call = `\`client.${name}(${parameters.join(", ")})\``;
  const rows = [
    ["request", `\`${endpoint.method} ${path}\``],
    ["effect", effects[effect]],
    [
      "retried",
      effect === "write"
        ? "[only if nothing arrived](/retries#what-is-retried)"
        : `[by default up to ${defaultRetry.limit} times, after a temporary failure](/retries#what-is-retried)${slowCalls}`,
    ],
    [
      "time limits",
      `by default ${toSeconds(defaultTimeout)} per attempt${slowLimit}, ${toSeconds(defaultTotalTimeout)} in all`,
    ],
    ["after an unknown outcome", linkNames(writeCode(lookup ?? ""))],
    [
      "pages",
      paging
        ? `${paging.sizes.default} items, at most ${paging.sizes.max} (\`${paging.size}\`). \`for await\` reads all pages.`
        : "",
    ],
    ["where", serverOnly ? "servers only: the [proxy](/proxy) never forwards it" : ""],
    ["source", sourcesOfPath[known]],
  ];
  return writeTable(
    rows.filter(([, text]) => text).map(([fact, text]) => ({ call: fact, [call]: text })),
  );
}

function writeRequest(endpoint, tables) {
  const { name, params, query, body, headers } = endpoint;
  const places = [
    ["Path", params],
    ["Query", query],
    ["Body", body],
  ].filter(([, schema]) => schema);
  const parts = places.map(([place, schema]) => {
    const [own, ...records] = tables.describe(schema, name, true);
    return [`**${place}**\n\n${own}`, ...records].join("\n");
  });
  if (headers) parts.push(`**Headers**\n\n${tables.describeHeaders(headers, name)}`);
  return parts.length > 0 ? parts.join("\n") : "The request has no parameters.\n";
}

function writeErrors({ errors, effect, slow, response }, modules, linkNames) {
  const { errorCatalogue: catalogue } = modules;
  const retried = `yes${slow ? ", except with a slow route profile" : ""}`;
  const rows = errors.map((id) => {
    const { status, retry, meaning, hint } = catalogue[id];
    return {
      id: `[\`${id}\`](/error-ids#${id.toLowerCase()})`,
      status: [status].flat().join(" or "),
      retried: retry && effect !== "write" ? retried : "no",
      cause: `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`,
      "what to do": linkNames(writeCode(hint)),
    };
  });
  const own = rows.length > 0 ? `${writeTable(rows)}\n` : "The service documents no ids of it. ";
  return `${own}Any call can also reject with [other ids](/error-ids), such as \`BAD_REQUEST\`, or with errors of [other kinds](/errors#kinds).\n${writeReverts(response, modules)}`;
}

const unsafe = "[`UnsafeToSignError`](/errors#unsafetosignerror)";

/** A response can have status 200, and nothing that can be executed. */
function writeReverts(response, { listFields, unwrap }) {
  if (!response) return "";
  const inner = listFields(unwrap(response)).map((field) => unwrap(field.inner));
  const hasReason = (schema) =>
    "fields" in schema && listFields(schema).some(({ name }) => name === "revertReason");
  const isList = inner.some((each) => each.kind === "list" && hasReason(unwrap(each.item)));
  if (isList)
    return `\nA success can have a \`revertReason\` in every item. Then none can be executed, and \`pickExecutable\`
throws ${unsafe}.\n`;
  if ([unwrap(response), ...inner].some(hasReason))
    return `\nA success can have a \`revertReason\`. Then it cannot be executed, and signing it rejects with
${unsafe}.\n`;
  return "";
}

const mostLines = 12;

function writeOutput({ output }) {
  if (output === "") return "";
  const lines = output.trimEnd().split("\n");
  const title = lines.length > mostLines ? `It prints (the first ${mostLines} lines)` : "It prints";
  return `\n${title}:\n\n${block("text", `${lines.slice(0, mostLines).join("\n")}\n`)}`;
}

function writeCommand(exchange) {
  const command = writeCurl(exchange);
  const note = command.includes("'\\\n'") ? "The shell joins the lines of a long text.\n\n" : "";
  return note + block("sh", command);
}

function writeResponse({ status, response }) {
  if (!response) return `Status ${status}, without a body.\n`;
  const currencies = JSON.stringify(response).includes('"sats":')
    ? "\nAmounts in other currencies show `usd` and `eur` only."
    : "";
  return `Status ${status}. Lists are cut after one item, and long texts are shortened.${currencies}

${block("json", writeJson(shorten(response)))}`;
}

function writeLinks({ name, effect }, method) {
  const found = Object.keys(guides).filter((key) => name === key || name.startsWith(`${key}.`));
  const [longest] = found.sort((a, b) => b.length - a.length);
  const links = guides[longest].map(([title, path]) => `- [${title}](${path})`);
  const kind = effect === "write" ? "a mutation" : "a query";
  return [
    ...links,
    `- [The method](${toMethodUrl(method)}), with the types of its options`,
    `- [TanStack Query](/query): \`queries.${name}\`, ${kind}`,
    `- [All operations](/${folder}/operations)\n`,
  ].join("\n");
}
