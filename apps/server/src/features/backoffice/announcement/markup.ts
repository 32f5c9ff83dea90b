/** Parses the markup of texts into blocks: headings, items, bold text and links. Anything else is plain text. */
import type { Block } from '@tern/protocol';

type Part = Block['parts'][number];

/** `**bold**` or `[text](address)`; an address has no spaces. */
const MARK = /\*\*([^*\n]+)\*\*|\[([^[\]\n]+)\]\(([^()\s]+)\)/gu;

/** A link must be https, to a host name, without a user name or password that could disguise the host. */
export function isLink(address: string): boolean {
  if (!address.startsWith('https://') || !URL.canParse(address)) return false;
  const { username, password, hostname } = new URL(address);
  return username === '' && password === '' && hostname.includes('.');
}

/** Every address in the position of a link, valid or not. */
export function addressesIn(body: string): readonly string[] {
  return [...body.matchAll(/\]\(([^)\n]*)/gu)].map(([, address = '']) => address);
}

function partsOf(line: string): Part[] {
  const parts: Part[] = [];
  const push = (text: string, more: Partial<Part> = {}) => {
    if (text !== '') parts.push({ text, href: null, isStrong: false, ...more });
  };
  let from = 0;
  for (const match of line.matchAll(MARK)) {
    const [whole, strong, words = '', address = ''] = match;
    push(line.slice(from, match.index));
    if (strong !== undefined) push(strong, { isStrong: true });
    else if (isLink(address)) push(words, { href: address });
    else push(whole);
    from = match.index + whole.length;
  }
  push(line.slice(from));
  return parts;
}

function blockOf(line: string): Block {
  const [, mark, words = ''] = /^(#|-) +([^ ].*)$/u.exec(line) ?? [];
  if (mark === '#') return { kind: 'heading', parts: partsOf(words) };
  if (mark === '-') return { kind: 'item', parts: partsOf(words) };
  return { kind: 'paragraph', parts: partsOf(line) };
}

/** Each line with text is a block. */
export function blocksOf(body: string): Block[] {
  return body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(blockOf);
}

/** The text without markup; addresses follow their link's text. */
export function plainText(blocks: readonly Block[]): string {
  return blocks
    .map(({ parts }) =>
      parts.map(({ text, href }) => (href === null ? text : `${text} (${href})`)).join(''),
    )
    .join('\n');
}
