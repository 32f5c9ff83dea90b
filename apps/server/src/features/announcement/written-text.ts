/** The few marks a text may carry, read into blocks: headings, items, strong words and links. Whatever is no mark is words. */
import type { Block } from '@tern/protocol';

type Part = Block['parts'][number];

/** `**strong**` or `[words](address)`; an address has no blank in it. */
const MARK = /\*\*([^*\n]+)\*\*|\[([^\]\n]+)\]\(([^()\s]+)\)/gu;

/** Links leave the house: encrypted, to a host and nowhere else; no name or password in front of it hides which. */
export function isLink(address: string): boolean {
  if (!address.startsWith('https://') || !URL.canParse(address)) return false;
  const { username, password, hostname } = new URL(address);
  return username === '' && password === '' && hostname.includes('.');
}

/** Every address that stands where a link would, lawful or not. */
export function addressesIn(body: string): readonly string[] {
  return [...body.matchAll(/\]\(([^)\n]*)/gu)].map(([, address = '']) => address);
}

function partsOf(line: string): Part[] {
  const parts: Part[] = [];
  const say = (text: string, more: Partial<Part> = {}) => {
    if (text !== '') parts.push({ text, href: null, isStrong: false, ...more });
  };
  let from = 0;
  for (const match of line.matchAll(MARK)) {
    const [whole, strong, words = '', address = ''] = match;
    say(line.slice(from, match.index));
    if (strong !== undefined) say(strong, { isStrong: true });
    else if (isLink(address)) say(words, { href: address });
    else say(whole);
    from = match.index + whole.length;
  }
  say(line.slice(from));
  return parts;
}

function blockOf(line: string): Block {
  const [, mark, words = ''] = /^(#|-) +(.*)$/u.exec(line) ?? [];
  if (mark === '#') return { kind: 'heading', parts: partsOf(words) };
  if (mark === '-') return { kind: 'item', parts: partsOf(words) };
  return { kind: 'paragraph', parts: partsOf(line) };
}

/** Each line that says something is a block. */
export function blocksOf(body: string): Block[] {
  return body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(blockOf);
}

/** The same words without a mark; what a link leads to stands behind its words. */
export function plainWords(blocks: readonly Block[]): string {
  return blocks
    .map(({ parts }) =>
      parts.map(({ text, href }) => (href === null ? text : `${text} (${href})`)).join(''),
    )
    .join('\n');
}
