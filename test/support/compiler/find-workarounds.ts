import ts from "typescript";

/**
 * Finds casts and everything else that silences the type checker in a program, and relative
 * imports, which no published package has. Returns `line: text`.
 */
export function findWorkarounds(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const report = (position: number, what: string) => {
    const { line } = source.getLineAndCharacterOfPosition(position);
    found.push(`${line + 1}: ${what}`);
  };
  const visit = (node: ts.Node): void => {
    if (isWorkaround(node)) report(node.getStart(source), node.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const match of text.matchAll(/@ts-\w+/g)) report(match.index, match[0]);
  return found;
}

function isWorkaround(node: ts.Node): boolean {
  if (ts.isAsExpression(node)) return !ts.isConstTypeReference(node.type);
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node))
    return node.exclamationToken !== undefined;
  if (ts.isImportDeclaration(node))
    return ts.isStringLiteral(node.moduleSpecifier) && node.moduleSpecifier.text.startsWith(".");
  return (
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    // The compiler believes `value is T` without a check.
    ts.isTypePredicateNode(node) ||
    node.kind === ts.SyntaxKind.AnyKeyword
  );
}
