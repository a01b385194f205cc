// Finds the mutants of a source file: every place where an operator applies, with its replacement.
import { createHash } from "node:crypto";
import ts from "typescript";

const { SyntaxKind } = ts;

const comparisons = new Map([
  [SyntaxKind.LessThanToken, "<="],
  [SyntaxKind.LessThanEqualsToken, "<"],
  [SyntaxKind.GreaterThanToken, ">="],
  [SyntaxKind.GreaterThanEqualsToken, ">"],
  [SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [SyntaxKind.ExclamationEqualsEqualsToken, "==="],
]);
const logical = new Map([
  [SyntaxKind.AmpersandAmpersandToken, "||"],
  [SyntaxKind.BarBarToken, "&&"],
]);
const arithmetic = new Map([
  [SyntaxKind.PlusToken, "-"],
  [SyntaxKind.PlusEqualsToken, "-="],
  [SyntaxKind.MinusEqualsToken, "+="],
  [SyntaxKind.MinusToken, "+"],
  [SyntaxKind.AsteriskToken, "/"],
  [SyntaxKind.SlashToken, "*"],
  [SyntaxKind.PercentToken, "*"],
]);
/** Methods whose opposite takes the same arguments. */
const methods = new Map([
  ["some", "every"],
  ["every", "some"],
  ["min", "max"],
  ["max", "min"],
  ["startsWith", "endsWith"],
  ["add", "delete"],
]);
/** Names of properties whose value is a code, and no text for people. */
const codes = new Set(["code", "kind", "state", "status", "outcome", "method", "type", "severity"]);

const binaryOperators = [
  ["swap comparison", comparisons],
  ["swap && and ||", logical],
  ["swap arithmetic", arithmetic],
];

/** Codes: what is compared, and the values of some properties. Not texts for people. */
function isCode(node) {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return codes.has(parent.name.getText());
  return ts.isBinaryExpression(parent) && comparisons.has(parent.operatorToken.kind);
}

/** `+` of texts has no opposite. */
const isText = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right)));
const joinsText = (node) =>
  [SyntaxKind.PlusToken, SyntaxKind.PlusEqualsToken].includes(node.operatorToken.kind) &&
  (isText(node.left) || isText(node.right));

const isCondition = (node) => {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent))
    return parent.expression === node;
  return (
    (ts.isConditionalExpression(parent) || ts.isForStatement(parent)) && parent.condition === node
  );
};

const isRemovable = (node) => {
  if (ts.isThrowStatement(node)) return true;
  if (!ts.isExpressionStatement(node)) return false;
  const call = ts.isCallExpression(node.expression) ? node.expression.expression : undefined;
  return call?.kind !== SyntaxKind.SuperKeyword && !ts.isStringLiteral(node.expression);
};

const isFunctionBody = (node) =>
  ts.isBlock(node) &&
  node.statements.length > 0 &&
  ts.isFunctionLike(node.parent) &&
  !ts.isConstructorDeclaration(node.parent);

/** The mutants of one node, as `[operator, start, end, replacement]`. */
function* mutate(node, file) {
  const start = node.getStart(file);
  const text = node.getText(file);
  if (isCondition(node)) yield ["negate condition", start, node.end, `!(${text})`];
  if (isRemovable(node)) yield ["remove statement", start, node.end, ";"];
  if (isFunctionBody(node))
    yield ["return early", start + 1, start + 1, " return undefined as never;"];
  if (ts.isBinaryExpression(node)) {
    const token = node.operatorToken;
    for (const [operator, swaps] of binaryOperators) {
      const swapped = swaps.get(token.kind);
      if (swapped && !joinsText(node)) yield [operator, token.getStart(file), token.end, swapped];
    }
    if (token.kind === SyntaxKind.QuestionQuestionToken) {
      yield ["remove default", node.left.end, node.end, ""];
      yield ["take default", start, node.end, `(${node.right.getText(file)})`];
    }
  }
  if (ts.isPropertyAccessExpression(node) && node.questionDotToken)
    yield ["remove ?.", node.questionDotToken.getStart(file), node.questionDotToken.end, "."];
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name } = node.expression;
    const swapped = methods.get(name.text);
    if (swapped) yield ["swap method", name.getStart(file), name.end, swapped];
  }
  // A check that is used as a value, such as `problems.push(...check(quote))`.
  if (ts.isSpreadElement(node)) yield ["remove spread", start, node.end, "...[]"];
  if (ts.isNumericLiteral(node) && !ts.isLiteralTypeNode(node.parent))
    yield ["change number", start, node.end, `(${text} + 1)`];
  if (ts.isBigIntLiteral(node) && !ts.isLiteralTypeNode(node.parent))
    yield ["change number", start, node.end, `(${text} + 1n)`];
  if (ts.isStringLiteral(node) && isCode(node))
    yield ["change string", start, node.end, node.text === "" ? '"mutated"' : '""'];
  if (node.kind === SyntaxKind.TrueKeyword && !ts.isLiteralTypeNode(node.parent))
    yield ["change boolean", start, node.end, "false"];
  if (node.kind === SyntaxKind.FalseKeyword && !ts.isLiteralTypeNode(node.parent))
    yield ["change boolean", start, node.end, "true"];
}

/**
 * The mutants of a file. The id depends on the line and not on its number, so that changes
 * elsewhere in the file keep it.
 */
export function findMutants(path, source, seed) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const lines = source.split("\n");
  const seen = new Map();
  const mutants = [];
  const visit = (node) => {
    // Types do not exist at run time.
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    for (const [operator, start, end, replacement] of mutate(node, file)) {
      const line = file.getLineAndCharacterOfPosition(start).line;
      const text = lines[line].trim();
      const key = JSON.stringify([seed, path, operator, text, source.slice(start, end)]);
      const occurrence = (seen.get(key) ?? 0) + 1;
      seen.set(key, occurrence);
      const id = createHash("sha256").update(`${key}${occurrence}`).digest("hex").slice(0, 12);
      const original = source.slice(start, end);
      mutants.push({ id, path, line: line + 1, text, operator, original, start, end, replacement });
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return mutants;
}

/**
 * The places of a file whose execution is recorded: the bodies of functions and branches, outer
 * ones first. The key depends on the text of the block, so that it stays while others change.
 */
export function findBlocks(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const seen = new Map();
  const blocks = [];
  const visit = (node) => {
    const isExpression = ts.isArrowFunction(node.parent) && node.parent.body === node;
    if (ts.isBlock(node) || isExpression) {
      const text = node.getText(file);
      const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
      const occurrence = (seen.get(hash) ?? 0) + 1;
      seen.set(hash, occurrence);
      const key = `${path}#${hash}.${occurrence}`;
      blocks.push({ key, start: node.getStart(file), end: node.end, brace: ts.isBlock(node) });
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return blocks;
}

/** The source with a call at the start of each block, which records its key. */
export function recordBlocks(path, source) {
  const edits = [];
  for (const { key, start, end, brace } of findBlocks(path, source)) {
    const call = `globalThis.__hits?.add(${JSON.stringify(key)})`;
    if (brace) edits.push([start + 1, ` ${call};`]);
    else edits.push([start, `(${call}, `], [end, ")"]);
  }
  let result = source;
  // At the same place an outer expression opens first, and closes last.
  const sorted = edits.map((edit, order) => ({ edit, order }));
  sorted.sort((a, b) => b.edit[0] - a.edit[0] || b.order - a.order);
  for (const { edit } of sorted)
    result = result.slice(0, edit[0]) + edit[1] + result.slice(edit[0]);
  return result;
}
