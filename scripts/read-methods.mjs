// Reads the methods in src/resources: the operations that each calls, its comment and its example.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const resources = fileURLToPath(new URL("../src/resources/", import.meta.url));

/** The comment of a declaration. */
export const docOf = (node) => ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1);

/** The text of a comment, or of one of its tags, as one line. */
export const textOf = (doc) => readText(doc).replace(/\s+/g, " ").trim();

const readText = (doc) => ts.getTextOfJSDocComment(doc?.comment) ?? "";

export const tagOf = (doc, name) => doc.tags?.find(({ tagName }) => tagName.text === name);

/** The methods of a source. The operations that a method calls are named in its return type. */
export function listMethods(source) {
  const methods = [];
  const visit = (node) => {
    if (ts.isMethodDeclaration(node) && node.type) methods.push(readMethod(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest, true));
  return methods;
}

function readMethod(node) {
  const name = node.name.getText();
  const operations = [...node.type.getText().matchAll(/"([\w.]+)"/g)].map(([, each]) => each);
  const doc = docOf(node);
  return {
    node,
    name,
    owner: node.parent.name?.text,
    doc,
    operations,
    /** The operation of the same name. Other methods, such as `ensure`, combine operations. */
    operation: operations.find((each) => each.split(".").at(-1) === name),
    example: doc && readText(tagOf(doc, "example")).replace(/^```ts\n|\n```$/g, ""),
  };
}

export const readMethods = () =>
  readdirSync(resources).flatMap((file) => listMethods(ts.sys.readFile(resources + file)));

/**
 * Replaces the names of methods in a text by what `write` returns for each: {@link Swap.quote}, and
 * of operations also `client.swap.quote` and `swap_quote`.
 */
export function replaceNames(text, methods, write) {
  const names = /\{@link (\w+)\.(\w+)\}|`client\.([\w.]+)`|`([a-z]+(?:_\w+)+)`/g;
  return text.replace(names, (found, owner, name, called, id) => {
    const operation = called ?? id?.replaceAll("_", ".");
    const method = methods.find((each) =>
      owner ? each.owner === owner && each.name === name : each.operation === operation,
    );
    if (owner && !method) throw new Error(`${found}: there is no such method`);
    return method ? write(method, found) : found;
  });
}
