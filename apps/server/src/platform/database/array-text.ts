/** PostgreSQL's text form of one-dimensional arrays. */

/** Writes `{…}`; `null` elements stay null, everything else is quoted. */
export function writeArray(elements: readonly (string | null)[]): string {
  const parts: string[] = [];
  for (const element of elements) {
    parts.push(element === null ? 'NULL' : quote(element));
  }
  return `{${parts.join(',')}}`;
}

/** The same for elements that need no quotes: numbers, which consist of digits, point and sign. */
export function writePlainArray(elements: readonly (string | null)[]): string {
  return `{${elements.map((element) => element ?? 'NULL').join(',')}}`;
}

function quote(element: string): string {
  return `"${element.replace(/[\\"]/g, '\\$&')}"`;
}

/** Reads `{…}`. @throws Error on nested arrays, which our queries never return */
export function readArray(text: string): (string | null)[] {
  if (text === '{}') return [];
  if (!text.startsWith('{') || !text.endsWith('}')) throw new Error(`not an array: ${text}`);
  const elements: (string | null)[] = [];
  let at = 1;
  while (at < text.length) {
    const element = text[at] === '"' ? readQuoted(text, at) : readBare(text, at);
    elements.push(element.value);
    at = element.end + 1;
  }
  return elements;
}

interface Element {
  readonly value: string | null;
  /** Index of the `,` or the closing `}`. */
  readonly end: number;
}

function readQuoted(text: string, start: number): Element {
  let value = '';
  let at = start + 1;
  while (text[at] !== '"') {
    if (text[at] === '\\') at += 1;
    if (at >= text.length) throw new Error(`unfinished array: ${text}`);
    value += text[at];
    at += 1;
  }
  return { value, end: at + 1 };
}

function readBare(text: string, start: number): Element {
  let end = text.indexOf(',', start);
  if (end < 0) end = text.length - 1;
  const value = text.slice(start, end);
  if (value.startsWith('{')) throw new Error(`nested array: ${text}`);
  return { value: value === 'NULL' ? null : value, end };
}
