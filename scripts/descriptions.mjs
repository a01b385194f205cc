// Collects what the OpenAPI document says about records, fields, parameters and operations. The
// source is the TSDoc of the records and of the methods in src/resources, which does not exist at
// run time. `npm run reference` writes the result into src/openapi/descriptions.ts.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { docOf, readMethods, replaceNames, textOf } from "./read-methods.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));

/**
 * A sentence about this package says nothing about the service: one that names a function, a method
 * or an error of it, or what the client does with a value.
 */
const ownSentence =
  /bursar|@|\bclient\b|`(?:is|has|to|pick|check|sign)[A-Z]\w*`|\w+Error`|`FinalSessionStatus`|`approval`|`cursor`|\b(?:kept|checked|unchecked|retried|reported as drift)\b|sent (?:again|unchanged)|never repeated|Always sent|The (?:call rejects|types require)|A page opens/;

/**
 * The texts of records and events by their name, and of operations: what each is, by the name "",
 * and its fields or parameters.
 */
export function readTexts(names, endpoints) {
  const methods = readMethods();
  const modules = readdirSync(`${root}src/contract`, { recursive: true })
    .map((name) => `${root}src/contract/${name.replaceAll("\\", "/")}`)
    .filter((name) => /(?:records|endpoints|chains|countries)\.ts$/.test(name));
  modules.push(`${root}src/webhooks/events.ts`);
  // Other types of the language and of packages are not needed, and take most of the time.
  const options = { lib: ["lib.es5.d.ts"], types: [], module: ts.ModuleKind.NodeNext };
  const program = ts.createProgram(modules, options);
  const checker = program.getTypeChecker();
  const exports = new Map(
    modules
      .flatMap((file) => checker.getSymbolAtLocation(program.getSourceFile(file)))
      .flatMap((module) => checker.getExportsOfModule(module))
      .map((symbol) => [symbol.name, symbol]),
  );

  /** The text of a comment, without sentences about this package. */
  function toText(declaration) {
    const doc = docOf(declaration);
    const tags = (doc?.tags ?? []).map((tag) => {
      const content = textOf(tag).replace(/[.?]$/, "");
      if (tag.tagName.text === "deprecated") return textOf(tag);
      return tag.tagName.text === "unverified" ? `Unverified${content && `: ${content}`}.` : "";
    });
    const sentences = [textOf(doc), ...tags].join(" ").trim().split(sentenceEnd);
    return sentences
      .map(withNames)
      .filter((each) => !ownSentence.test(each))
      .join(" ");
  }

  /** Replaces names of this package by those of the document, as far as it has them. */
  function withNames(sentence) {
    const own = sentence
      .replace("a `Date`, or ISO", "ISO")
      .replace("`nativeToken`", "`0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`");
    return replaceNames(own, methods, ({ operation }, found) =>
      operation ? `\`${operation.replaceAll(".", "_")}\`` : found,
    );
  }

  /**
   * The texts of an object type's fields. A field without a comment has an empty text. The comment
   * of an index signature, by the name "*", is for all fields.
   */
  function textsOf(type) {
    const texts = type
      .getProperties()
      .map(({ name, declarations: [declaration] }) => [name, toText(declaration)]);
    const all = checker.getIndexInfoOfType(type, ts.IndexKind.String)?.declaration;
    if (all && docOf(all)) texts.push(["*", toText(all)]);
    return Object.fromEntries(texts);
  }

  /** The fields that a schema declares by its property `fields`. */
  function fieldsOf(node) {
    const declared = ts.isIdentifier(node) ? resolve(node) : node;
    if (!declared || !ts.isObjectLiteralExpression(declared)) return {};
    const fields = checker.getTypeAtLocation(declared).getProperty("fields");
    const type = fields && checker.getTypeOfSymbolAtLocation(fields, declared);
    const [signature] = type?.getCallSignatures() ?? [];
    return signature ? textsOf(checker.getReturnTypeOfSignature(signature)) : {};
  }

  function resolve(identifier) {
    const symbol = checker.getSymbolAtLocation(identifier);
    const target =
      symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return target?.valueDeclaration?.initializer;
  }

  function describe(name) {
    const { declarations, valueDeclaration } = exports.get(name);
    // The comment of the type, which is declared before the schema.
    const [text = ""] = declarations.map(toText).filter(Boolean);
    const fields = valueDeclaration
      ? fieldsOf(valueDeclaration.initializer)
      : textsOf(checker.getTypeAtLocation(declarations[0]));
    return { "": text, ...fields };
  }

  const texts = Object.fromEntries(names.map((name) => [name, describe(name)]));
  for (const { operation, node } of methods) if (operation) texts[operation] = { "": toText(node) };
  visitAll(program.getSourceFiles(), (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== "endpoint") return;
    const get = (key) =>
      node.arguments[0].properties.find((each) => each.name?.getText() === key)?.initializer;
    const params = get("params");
    if (params) Object.assign(texts[get("name").text], fieldsOf(params));
  });
  const languages = describe("SessionLanguages");
  for (const { name, headers = {} } of endpoints)
    for (const [parameter, header] of Object.entries(headers))
      texts[name][header] = languages[parameter];
  return texts;
}

/**
 * Splits the texts by record into the text of each whole record, the most frequent text of each
 * field name, and the other texts of that name by record.
 */
export function groupTexts(texts) {
  const records = {};
  const counts = {};
  for (const [record, { "": whole, ...fields }] of Object.entries(texts)) {
    if (whole) records[record] = whole;
    for (const [name, text] of Object.entries(fields)) {
      if (name === "*") continue;
      counts[name] ??= new Map();
      counts[name].set(text, (counts[name].get(text) ?? 0) + 1);
    }
  }
  const byName = Object.entries(counts).map(([name, count]) => {
    const [[text]] = [...count].sort(([, a], [, b]) => b - a);
    return [name, text];
  });
  const fields = Object.fromEntries(byName);
  const exceptions = Object.entries(texts).map(([record, { "": _whole, ...own }]) => [
    record,
    Object.fromEntries(Object.entries(own).filter(([name, text]) => text !== fields[name])),
  ]);
  return {
    records,
    fields: Object.fromEntries(byName.filter(([, text]) => text)),
    exceptions: Object.fromEntries(exceptions.filter(([, own]) => Object.keys(own).length > 0)),
  };
}

function visitAll(sources, each) {
  const visit = (node) => {
    each(node);
    ts.forEachChild(node, visit);
  };
  for (const source of sources) visit(source);
}

/** The end of a sentence, before the next one. */
const sentenceEnd = /(?<=[.?!](?:\*\*)?) (?=[A-Z*`])/;
