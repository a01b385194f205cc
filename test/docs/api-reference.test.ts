import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { entryPoints, joinThrows } from "../../scripts/reference-pages.mjs";

const root = new URL("../../", import.meta.url);

test("the API reference has every entry point of the package, by its import path", () => {
  const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
  const paths = Object.keys(exports)
    .map((path) => path.replace(".", "bursar"))
    // A page of its own lists the schemas.
    .filter((path) => !["bursar/package.json", "bursar/schemas"].includes(path));
  expect(Object.keys(entryPoints)).toEqual(paths);
  for (const file of Object.values(entryPoints))
    expect(existsSync(new URL(file, root)), file).toBe(true);
});

test("the errors that a function throws are one list, and each class is a link", () => {
  const page = `# Function: pay()

## Throws

UnsafeToSignError with every problem.

## Throws

\`ApiError\` with the id \`SWAP_QUOTE\`,
\`HTTP_EXCEPTION\`.

## Example
`;
  expect(joinThrows(page)).toBe(`# Function: pay()

## Throws

- [\`UnsafeToSignError\`](/errors#unsafetosignerror) with every problem.
- [\`ApiError\`](/errors#apierror) with the id \`SWAP_QUOTE\`, \`HTTP_EXCEPTION\`.

## Example
`);
});

test("the build of the reference fails if TypeDoc has dropped the class of an error", () => {
  const page = "## Throws\n\nwith every problem.\n\n## Example\n";
  expect(() => joinThrows(page)).toThrow("@throws without the class of the error: with every");
});

test("every @throws begins with the class of the error, which TypeDoc drops in braces", () => {
  const files = readdirSync(new URL("src", root), { recursive: true, encoding: "utf8" });
  const tags = files
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [
      ...readFileSync(new URL(`src/${name}`, root), "utf8").matchAll(/^ *\* @throws (.*)$/gm),
    ])
    .map(([, text = ""]) => text);
  expect(tags.length).toBeGreaterThan(90);
  // An error that a callback of the caller throws has any class.
  const known = /^(?:`?[A-Z]\w+Error`? |the error of )/;
  expect(tags.filter((text) => !known.test(text))).toEqual([]);
});
