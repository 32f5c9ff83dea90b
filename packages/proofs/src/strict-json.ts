/** JSON that every reader reads alike. */

/**
 * Parses JSON in which no name of a record comes twice: of two values one reader takes the first, another one the last.
 * @throws SyntaxError for other text
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '{' || sign === '[') open.push(new Set());
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === '"') {
      const start = at;
      at = endOfText(text, start);
      if (!isName(text, at)) continue;
      const name = JSON.parse(text.slice(start, at + 1)) as string;
      if (open.at(-1)?.has(name) === true) {
        throw new SyntaxError(`the name "${name}" comes twice in one record`);
      }
      open.at(-1)?.add(name);
    }
  }
  return value;
}

/** Where the quote is that ends the text which begins at `start`: in JSON that was parsed there is one. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** Whether a colon follows the text that ends there. */
function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return text[at] === ':';
}
