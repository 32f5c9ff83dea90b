/** Every regular expression of the product: literals, patterns of schemas, and those that modules compose. */
import { join } from 'node:path';
import ts from 'typescript';
import { productFiles, sourceText, treeRoot } from '../arch/source-files.ts';

export interface Pattern {
  /** Where it is: a file, or a call and its field. */
  place: string;
  source: string;
  flags: string;
}

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, sourceText(file), ts.ScriptTarget.ESNext, true);

function visit(node: ts.Node, act: (node: ts.Node) => void): void {
  act(node);
  ts.forEachChild(node, (child) => visit(child, act));
}

function literal(text: string): { source: string; flags: string } {
  const end = text.lastIndexOf('/');
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

const isPatternText = (node: ts.Node): node is ts.PropertyAssignment =>
  ts.isPropertyAssignment(node) &&
  node.name.getText() === 'pattern' &&
  ts.isStringLiteralLike(node.initializer);

/** Literals, and texts of schemas under the name `pattern`. */
export function writtenPatterns(): Pattern[] {
  const found: Pattern[] = [];
  for (const file of productFiles()) {
    visit(parse(file), (node) => {
      if (ts.isRegularExpressionLiteral(node)) found.push({ place: file, ...literal(node.text) });
      if (isPatternText(node) && ts.isStringLiteralLike(node.initializer))
        found.push({ place: file, source: node.initializer.text, flags: 'u' });
    });
  }
  return found;
}

/** The files that compose patterns, with `new RegExp`. */
export function composingFiles(): string[] {
  return productFiles().filter((file) => {
    let composes = false;
    visit(parse(file), (node) => {
      const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
      if (isCall && node.expression.getText() === 'RegExp') composes = true;
    });
    return composes;
  });
}

/** What a module composes while it is loaded. */
export async function composedBy(file: string): Promise<Pattern[]> {
  const found: Pattern[] = [];
  const { RegExp: original } = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct(target, given) {
      const made = Reflect.construct(target, given) as RegExp;
      found.push({ place: file, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    await import(join(treeRoot, file));
  } finally {
    globalThis.RegExp = original;
  }
  return found;
}

/** Of the input of a call, however deep. */
export function schemaPatterns(place: string, schema: unknown): Pattern[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { pattern } = schema as { pattern?: unknown };
  const own = typeof pattern === 'string' ? [{ place, source: pattern, flags: 'u' }] : [];
  return [...own, ...Object.values(schema).flatMap((part) => schemaPatterns(place, part))];
}
