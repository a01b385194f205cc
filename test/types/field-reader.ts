import { forms as cases } from "../properties/damaged-records.js";
import { fieldsOf } from "../properties/records-judge.js";

/** The field that only the named form of a liquidity operation has. */
const forms = { operation: "nftAddress", echo: "chainId" } as const;

/** Fields with evidence that depends on others, such as the hash of what can be executed. */
const conditional = [
  "expiresAt",
  "transfer.expiresAt",
  "operation.userOperationHash",
  "quotes[].userOperationHash",
  "quotes[].minAmountOut",
  "quotes[].expiresAt",
  "signData[].hash",
  "signData[].typedData",
];

/** A tree of the fields of a response. */
interface Field {
  readonly path: string;
  readonly inner: Map<string, Field>;
}

function treeOf(paths: Iterable<string>): Field {
  const root: Field = { path: "", inner: new Map() };
  for (const path of paths) {
    let at = root;
    for (const key of path.replaceAll("[]", ".[]").split(".")) {
      const inner = key === "[]" ? `${at.path}[]` : at.path === "" ? key : `${at.path}.${key}`;
      const found: Field = at.inner.get(key) ?? { path: inner, inner: new Map() };
      at.inner.set(key, found);
      at = found;
    }
  }
  return root;
}

/** The statements that read every field. Only fields with evidence are tested for absence. */
class Reader {
  private variables = 0;

  constructor(
    private readonly fields: ReadonlyMap<string, ReturnType<typeof fieldsOf>[number]>,
    private readonly isOptional: (path: string) => boolean,
  ) {}

  read(value: string, field: Field): string[] {
    return [...field.inner].flatMap(([key, inner]) =>
      key === "[]" ? this.readItems(value, inner) : this.readField(`${value}.${key}`, inner),
    );
  }

  private readItems(list: string, items: Field): string[] {
    const item = `item${this.variables++}`;
    return [
      `for (const ${item} of ${list}) {`,
      `present(${item});`,
      ...this.read(item, items),
      "}",
    ];
  }

  private readField(expression: string, field: Field): string[] {
    const facts = this.fields.get(field.path);
    // The type is unknown, so there is nothing to read in it.
    if (facts?.isAny) return [`use(${expression});`];
    const name = `field${this.variables++}`;
    const inner = this.read(name, field);
    const narrowed =
      facts?.isUnion && inner.length > 0
        ? [`if (typeof ${name} === "object") {`, ...inner, "}"]
        : inner;
    const lines = [`present(${name});`, ...narrowed];
    const isOptional = this.isOptional(field.path);
    return [
      `const ${name} = ${expression};`,
      ...(isOptional ? [`if (${name} !== undefined && ${name} !== null) {`, ...lines, "}"] : lines),
    ];
  }
}

function functionOf({ fixture, full, facts }: (typeof cases)[number], i: number): string {
  const fields = new Map(fieldsOf(facts, full).map((field) => [field.shown, field]));
  const paths = [...fields.keys()];
  const present = new Set(paths);
  const seen = paths.filter((path) => fields.get(path)?.isOptional);
  const optional = new Set([...seen, ...conditional]);
  const listed = fixture.list === undefined ? "" : `${fixture.list}[]`;
  const read = paths.filter((path) => path.startsWith(listed) && path !== listed);
  const reader = new Reader(fields, (path) => optional.has(path));
  const tree = treeOf(listed === "" ? read : read.map((path) => path.replace(listed, "items[]")));
  const isLiquidity = fixture.name.startsWith("liquidity.") && present.has("operation");
  const isEcho = isLiquidity && !present.has("operation.nftAddress");
  const narrowing = isLiquidity
    ? [`if (!("${forms[isEcho ? "echo" : "operation"]}" in response.operation)) return;`]
    : [];
  const result = `Awaited<ReturnType<Client${fixture.name
    .split(".")
    .map((key) => `["${key}"]`)
    .join("")}>>`;
  return [
    `export function read${i}(response: ${result}): void {`,
    ...narrowing,
    ...reader.read("response", renameList(tree, fixture.list)),
    "}",
  ].join("\n");
}

/** The items of a page have the paths of the list in the response. */
function renameList(tree: Field, list: string | undefined): Field {
  if (list === undefined) return tree;
  const rename = (field: Field): Field => ({
    path: field.path.replace(/^items/, list),
    inner: new Map([...field.inner].map(([key, inner]) => [key, rename(inner)])),
  });
  return rename(tree);
}

const header = `import type { Client } from "bursar";
declare function present(value: NonNullable<unknown>): void;
declare function use(value: unknown): void;
`;

export { cases };

/** Returns a program that reads every documented field of these responses. */
export function writeReader(of: typeof cases): string {
  const functions = of.map(functionOf);
  return `${header}${functions.join("\n")}`;
}

/** The same program, but without one of the checks that a field is there. */
export const withoutNullChecks = (reader: string): string =>
  reader.replaceAll(/ !== undefined && \w+ !== null/g, " !== undefined");
