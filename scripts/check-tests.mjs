// Fails on tests that depend on how fast the machine is: `performance.now()` or `Date.now()` in an
// assertion, directly or through a variable or function of the same file. Count requests, timers or
// steps instead, or use fake timers. `test/thorough` may compare ratios.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import ts from "typescript";

const clocks = new Set(["performance.now", "Date.now"]);

const isClock = (node) =>
  ts.isCallExpression(node) && clocks.has(node.expression.getText().replace(/^globalThis\./, ""));

/** Whether a value is a time, so not an object that only contains one. */
function readsClock(node, names) {
  if (isClock(node) || (ts.isIdentifier(node) && names.has(node.text))) return true;
  if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) return false;
  if (ts.isFunctionLike(node) && node.body && ts.isBlock(node.body))
    return node.body.statements.some(
      (each) => ts.isReturnStatement(each) && each.expression && readsClock(each.expression, names),
    );
  // The result of another function is a time only if the function is one of `names`.
  if (ts.isCallExpression(node) && !isClock(node))
    return (
      readsClock(node.expression, names) ||
      (/^Math\./.test(node.expression.getText()) &&
        node.arguments.some((each) => readsClock(each, names)))
    );
  return ts.forEachChild(node, (child) => readsClock(child, names) || undefined) ?? false;
}

/** The variables and functions of a file whose value is a time. */
function findTimes(file) {
  const names = new Set();
  const visit = (node) => {
    const value = ts.isVariableDeclaration(node) ? node.initializer : node;
    const isNamed = ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node);
    if (isNamed && node.name && ts.isIdentifier(node.name) && value && readsClock(value, names))
      names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

/** `expect(…)` and what is called on it, such as `expect(…).not.toBeLessThan(…)`. */
function isAssertion(node) {
  let inner = node;
  while (ts.isCallExpression(inner) || ts.isPropertyAccessExpression(inner))
    inner = inner.expression;
  return (
    ts.isCallExpression(node) && ts.isIdentifier(inner) && /^(expect|assert)$/.test(inner.text)
  );
}

/** The lines of a test file whose assertions depend on a clock. */
export function findTimedAssertions(name, text) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const names = findTimes(file);
  const lines = new Set();
  const visit = (node) => {
    if (isAssertion(node) && node.arguments.some((each) => readsClock(each, names)))
      lines.add(file.getLineAndCharacterOfPosition(node.end).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...lines];
}

const listFiles = () =>
  execFileSync("git", ["ls-files", "-co", "--exclude-standard", "test"], { encoding: "utf8" })
    .split("\n")
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && existsSync(name))
    .filter((name) => !name.startsWith("test/thorough/"));

if (process.argv[1] === import.meta.filename) {
  const files = listFiles();
  const problems = files.flatMap((name) =>
    findTimedAssertions(name, readFileSync(name, "utf8")).map((line) => `${name}:${line}`),
  );
  for (const problem of problems)
    console.error(`${problem}: an assertion depends on the speed of the machine`);
  console.log(`tests: ${files.length} files, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
