/** Writes XML: elements without content are left out where they mean nothing, and any text is written so that it stays one. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export const element = (name: string, ...parts: readonly string[]): string =>
  `<${name}>${parts.join('')}</${name}>`;

/** A text in one line of at most `max` characters: what is not printed becomes a space. */
export const textLine = (text: string, max: number): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, max)
    .trim();

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** An element of one line of text; empty text has none. */
export function textElement(name: string, text: string, max: number): string {
  const line = textLine(text, max);
  return line === '' ? '' : element(name, escaped(line));
}
