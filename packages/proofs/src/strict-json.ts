/** JSON that every reader reads alike. */

/** Texts, with the colon behind a name; brackets. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;

/**
 * Parses JSON in which no name of a record comes twice: of two values one reader takes the first, another one the last.
 * @throws SyntaxError for other text
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(token.slice(0, -colon.length)) as string;
      if (open.at(-1)?.has(name) === true) {
        throw new SyntaxError(`the name "${name}" comes twice in one record`);
      }
      open.at(-1)?.add(name);
    }
  }
  return value;
}
