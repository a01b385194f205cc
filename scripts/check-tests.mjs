// Fails on tests that depend on how fast the machine is: clocks of elapsed time, `Date.now()` in an
// assertion, directly or through a variable or function of the same file, and short time limits of
// waits, hooks and tests. Count requests, timers or steps instead, or use fake timers.
// `test/thorough` may read clocks. Also fails on a file there without a sibling in `test`, on
// requests that are counted while others may be under way, and on a judge of a property that runs
// code of src.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import ts from "typescript";

/** Files that may read a clock of elapsed time, and why that depends on no machine. */
const measuring = new Set([
  // Ratios.
  "test/support/measure-growth.ts",
  "test/fuzz/fuzz.ts",
  // Virtual time.
  "test/properties/outcome.ts",
  // Only a lower bound.
  "test/e2e/examples/several-servers.test.ts",
]);

/** Files of `test/thorough` whose sibling has another name. */
const siblings = {
  "chaos/chaos": "intents/processes",
  "contract/bounded-validation-heap": "contract/bounded-validation",
  "docs/operation-pages": "docs/api-reference",
  "faults/leaks-heap": "faults/leaks",
  "http/wire/leaks-heap": "http/wire/leaks",
  "intents/file-journal-heap": "intents/file-journal",
  "sandbox/server/request-log-heap": "sandbox/server/node",
};

/** The least time limit of a wait, in milliseconds. */
const minWait = 30_000;

/** The only file that may call `vi.waitFor`. Others use its `until` or `waitFor`. */
const waiting = "test/support/waiting.ts";

/** `Date.now()` or the current `new Date()`. */
const isClock = (node) =>
  (ts.isCallExpression(node) && /^(globalThis\.)?Date\.now$/.test(node.expression.getText())) ||
  (ts.isNewExpression(node) &&
    node.expression.getText() === "Date" &&
    !node.arguments?.length &&
    ts.isPropertyAccessExpression(node.parent)) ||
  isElapsedClock(node);

/** `performance.now`, `process.hrtime` or `process.cpuUsage`. */
const isElapsedClock = (node) =>
  ts.isPropertyAccessExpression(node) &&
  /(^|\.)performance\.now$|\.hrtime$|\.cpuUsage$/.test(node.getText()) &&
  !ts.isTypeNode(node.parent);

/** Whether a function returns a time, in any of its branches. */
function returnsTime(node, names) {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isReturnStatement(node)) return !!node.expression && readsClock(node.expression, names);
  return ts.forEachChild(node, (child) => returnsTime(child, names) || undefined) ?? false;
}

/** Whether a value is a time, so not an object that only contains one. */
function readsClock(node, names) {
  if (isClock(node) || (ts.isIdentifier(node) && names.has(node.text))) return true;
  if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) return false;
  if (ts.isFunctionLike(node) && node.body && ts.isBlock(node.body))
    return returnsTime(node.body, names);
  // The result of another function is a time only if the function is one of `names`.
  if (ts.isCallExpression(node))
    return (
      readsClock(node.expression, names) ||
      (/^(Math\.|Number$)/.test(node.expression.getText()) &&
        node.arguments.some((each) => readsClock(each, names)))
    );
  return ts.forEachChild(node, (child) => readsClock(child, names) || undefined) ?? false;
}

/** The variables and functions of a file whose value is a time. */
function findTimes(file) {
  const names = new Set();
  const add = (name, value) => {
    if (name && ts.isIdentifier(name) && value && readsClock(value, names)) names.add(name.text);
  };
  const visit = (node) => {
    if (ts.isVariableDeclaration(node)) add(node.name, node.initializer);
    if (ts.isFunctionDeclaration(node)) add(node.name, node);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
      add(node.left, node.right);
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === "push"
    )
      for (const value of node.arguments) add(node.expression.expression, value);
    ts.forEachChild(node, visit);
  };
  // Twice, because a function may use one that is declared below it.
  visit(file);
  visit(file);
  return names;
}

/** A time limit that is written as a number, alone or as an option. */
function findLimit(node) {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const option = node.properties.find((each) => each.name?.getText() === "timeout");
  return option?.initializer ? findLimit(option.initializer) : undefined;
}

/** Whether a wait, a hook or a test has a time limit that a slow machine exceeds. */
function hasShortLimit(node, name) {
  if (!ts.isCallExpression(node)) return false;
  const called = node.expression.getText().replace(/\s/g, "");
  // A wait ends after one second if nothing is stated, and a setting changes the limit of a test.
  if (/^vi\.(wait(For|Until)|setConfig)$/.test(called)) return name !== waiting;
  if (!/^(test|it|describe|(before|after)(All|Each)|expect\.poll)\b/.test(called)) return false;
  if (called === "expect.poll" && ts.isIdentifier(node.arguments[1] ?? node)) return true;
  return node.arguments.slice(1, 3).some((each) => findLimit(each) < minWait);
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

/** The lines of a test file that depend on the speed of the machine. */
export function findTimedLines(name, text) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const names = findTimes(file);
  const mayMeasure = name.startsWith("test/thorough/");
  const lines = new Set();
  const visit = (node) => {
    const comparesTime =
      (isAssertion(node) && node.arguments.some((each) => readsClock(each, names))) ||
      (ts.isIfStatement(node) &&
        /^\{?\s*throw\b/.test(node.thenStatement.getText()) &&
        readsClock(node.expression, names)) ||
      (isElapsedClock(node) && !measuring.has(name));
    if ((comparesTime && !mayMeasure) || hasShortLimit(node, name))
      lines.add(file.getLineAndCharacterOfPosition(node.end).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...lines];
}

/** `requests`, `x.requests` or a part of them that depends on how many there are. */
function readsRequests(node) {
  if (ts.isCallExpression(node) && node.expression.getText() === "drained") return false;
  // One request, of which the test knows that it has arrived.
  if (ts.isElementAccessExpression(node)) return false;
  if (ts.isPropertyAccessExpression(node) && node.name.text === "at") return false;
  if (ts.isPropertyAccessExpression(node) && node.name.text !== "requests")
    return readsRequests(node.expression);
  const name = ts.isPropertyAccessExpression(node) ? node.name : node;
  if (ts.isIdentifier(name)) return name.text === "requests";
  if (ts.isFunctionLike(node)) return false;
  return ts.forEachChild(node, (child) => readsRequests(child) || undefined) ?? false;
}

/** Whether a function is the condition of a wait, which looks again. */
const isAwaited = (node) =>
  ts.isFunctionLike(node) &&
  ts.isCallExpression(node.parent) &&
  /^(until|waitFor|passTimeUntil)$|\.poll$/.test(node.parent.expression.getText());

/**
 * The lines that count requests of which one may still be under way, without `drained`. Suites of
 * the packed package observe other processes and pages.
 */
export function findBareCounts(name, text) {
  if (name.startsWith("test/e2e/")) return [];
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const lines = new Set();
  const visit = (node) => {
    if (isAwaited(node)) return;
    const isExpect = ts.isCallExpression(node) && node.expression.getText() === "expect";
    if (isExpect && node.arguments.some(readsRequests))
      lines.add(file.getLineAndCharacterOfPosition(node.end).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...lines];
}

/** The lines of a judge or a generator of `test/properties` that import more than types of src. */
export function findSourceImports(name, text) {
  if (!/^test\/(thorough\/)?properties\/.*-(judge|cases)\.ts$/.test(name)) return [];
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const lines = [];
  const visit = (node) => {
    const isImport = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    const isCall =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const target = isImport ? node.moduleSpecifier : isCall ? node.arguments[0] : undefined;
    const isType = isImport && (node.isTypeOnly || node.importClause?.isTypeOnly);
    // A name that is computed could be one of src.
    const text = target && ts.isStringLiteralLike(target) ? target.text : "bursar";
    const path = resolveImport(name, text);
    if (target && !isType && /^(src\/|bursar)/.test(path))
      lines.push(file.getLineAndCharacterOfPosition(node.end).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
}

const resolveImport = (name, target) =>
  target.startsWith(".") ? join(dirname(name), target) : target;

/** The files of `test/thorough` without a sibling in `test`. */
function findWithoutSibling(names) {
  return names.filter((name) => {
    const [, path] = /^test\/thorough\/(.*)\.test\.ts$/.exec(name) ?? [];
    return path && !names.includes(`test/${siblings[path] ?? path}.test.ts`);
  });
}

const listFiles = () =>
  execFileSync("git", ["ls-files", "-co", "--exclude-standard", "test"], { encoding: "utf8" })
    .split("\n")
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && existsSync(name));

if (process.argv[1] === import.meta.filename) {
  const all = listFiles();
  const rules = [
    [findTimedLines, "depends on the speed of the machine"],
    [findBareCounts, "count what `await drained(server)` of test/support/drained.ts returns"],
    [findSourceImports, "a judge and its cases import only types of src"],
  ];
  const problems = all.flatMap((name) => {
    const text = readFileSync(name, "utf8");
    return rules.flatMap(([find, problem]) =>
      find(name, text).map((line) => `${name}:${line}: ${problem}`),
    );
  });
  for (const name of findWithoutSibling(all))
    problems.push(`${name}: has no sibling in test, and is not in the list of this script`);
  for (const problem of problems) console.error(problem);
  console.log(`tests: ${all.length} files, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
