/** The `extra` text of our receipts: the entry of the log that a tlog-proof proves, and what opens it (docs/public-log.md). */
import { type Amount, formatDecimal, parseDecimal } from '@tern/money';
import type { ProvenPart } from '../liabilities/published-tree.ts';
import { SUM_NODE_BYTES } from '../liabilities/sum-node.ts';
import { parseHashLines } from '../log/log-proof.ts';
import { isOwner, lineText, type MemberLine, parseLine } from '../log/member-line.ts';
import { fromBase64, parseWhole, plainBytes, plainText, toBase64 } from '../log/plain-bytes.ts';

/** Opens one line of a round. */
export interface LineReceipt {
  readonly kind: 'line';
  readonly entry: Uint8Array;
  readonly line: MemberLine;
  readonly index: number;
  readonly path: readonly Uint8Array[];
}

/** Opens the salted hash of a document; the document itself is a file beside the receipt. */
export interface DocumentReceipt {
  readonly kind: 'document';
  readonly entry: Uint8Array;
  /** 32 hexadecimal digits. */
  readonly salt: string;
}

/** Opens a member's balances in a snapshot of liabilities. */
export interface BalanceReceipt {
  readonly kind: 'balance';
  readonly entry: Uint8Array;
  readonly owner: number;
  /** All of this member's leaves, asset by asset, in the order of their numbers. */
  readonly parts: readonly Omit<ProvenPart, 'snapshot' | 'owner'>[];
}

/** Opens one statement of an entry of statements. */
export interface StatementReceipt {
  readonly kind: 'statement';
  readonly entry: Uint8Array;
  /** One line of text. */
  readonly text: string;
  readonly index: number;
  readonly path: readonly Uint8Array[];
}

/** An entry alone, such as that of a snapshot of liabilities. */
export interface EntryReceipt {
  readonly kind: 'entry';
  readonly entry: Uint8Array;
}

export type Receipt =
  | LineReceipt
  | DocumentReceipt
  | BalanceReceipt
  | StatementReceipt
  | EntryReceipt;

type Part = BalanceReceipt['parts'][number];

const PATH_MAX = 63;
const SALT = /^[0-9a-f]{32}$/;
const PART = /^part ([A-Z0-9]{1,20}) (\d+) (\S+) ([0-9a-f]{32}) (\d+)$/;

/** Lines of text, each with a newline at its end. */
export function formatReceipt(receipt: Receipt): Uint8Array {
  const lines = [
    `tern ${receipt.kind} receipt 1`,
    `leaf ${toBase64(receipt.entry)}`,
    ...openingLines(receipt),
  ];
  return plainBytes(lines.map((line) => `${line}\n`).join(''));
}

/** Undefined when it is no such text. */
export function parseReceipt(extra: Uint8Array): Receipt | undefined {
  const [header = '', leaf = '', ...lines] = plainText(extra)?.split('\n') ?? [];
  const kind = /^tern (line|document|balance|statement|entry) receipt 1$/.exec(header)?.[1];
  const entry = leaf.startsWith('leaf ') ? fromBase64(leaf.slice('leaf '.length)) : undefined;
  if (kind === undefined || entry === undefined || lines.pop() !== '') return undefined;
  if (kind === 'line') return parseLineReceipt(entry, lines);
  if (kind === 'balance') return parseBalanceReceipt(entry, lines);
  if (kind === 'statement') return parseStatementReceipt(entry, lines);
  const [first = '', ...others] = lines;
  if (kind === 'entry') return lines.length === 0 ? { kind, entry } : undefined;
  const salt = first.startsWith('salt ') ? first.slice('salt '.length) : '';
  return SALT.test(salt) && others.length === 0 ? { kind: 'document', entry, salt } : undefined;
}

function openingLines(receipt: Receipt): string[] {
  switch (receipt.kind) {
    case 'line': {
      const { index, path, line } = receipt;
      return [`index ${index}`, ...path.map((node) => toBase64(node)), '', lineText(line)];
    }
    case 'statement': {
      const { index, path, text } = receipt;
      return [`index ${index}`, ...path.map((node) => toBase64(node)), '', text];
    }
    case 'document':
      return [`salt ${receipt.salt}`];
    case 'balance':
      return [
        `owner ${receipt.owner}`,
        ...receipt.parts.flatMap(({ asset, part, amount, salt, index, path }) => [
          `part ${asset} ${part} ${formatDecimal(amount)} ${salt} ${index}`,
          ...path.map((node) => toBase64(node)),
        ]),
      ];
    case 'entry':
      return [];
  }
}

/** What opens a node of a tree: `index`, the hashes of its proof, an empty line, and the lines of its text. */
function parseOpening(lines: readonly string[]) {
  const blank = lines.indexOf('');
  const [indexLine = '', ...hashes] = lines.slice(0, Math.max(blank, 0));
  const index = numberAfter('index ', indexLine);
  const path = parseHashLines(hashes, PATH_MAX);
  if (index === undefined || path === undefined) return undefined;
  return { index, path, content: lines.slice(blank + 1) };
}

function parseLineReceipt(entry: Uint8Array, lines: readonly string[]): LineReceipt | undefined {
  const opening = parseOpening(lines);
  const line = opening && parseLine(opening.content.join('\n'));
  if (opening === undefined || line === undefined) return undefined;
  return { kind: 'line', entry, line, index: opening.index, path: opening.path };
}

function parseStatementReceipt(
  entry: Uint8Array,
  lines: readonly string[],
): StatementReceipt | undefined {
  const { index, path, content = [] } = parseOpening(lines) ?? {};
  const [text = '', ...others] = content;
  if (index === undefined || path === undefined) return undefined;
  if (text === '' || others.length > 0) return undefined;
  return { kind: 'statement', entry, text, index, path };
}

function parseBalanceReceipt(
  entry: Uint8Array,
  [ownerLine = '', ...lines]: readonly string[],
): BalanceReceipt | undefined {
  const ownerText = ownerLine.startsWith('owner ') ? ownerLine.slice('owner '.length) : '';
  if (!isOwner(ownerText) || (lines[0] !== undefined && !PART.test(lines[0]))) return undefined;
  const starts = lines.flatMap((line, at) => (PART.test(line) ? [at] : []));
  const parts = starts.map((start, at) => parsePart(lines.slice(start, starts[at + 1])));
  if (!parts.every((part) => part !== undefined)) return undefined;
  return { kind: 'balance', entry, owner: Number(ownerText), parts };
}

function parsePart([head = '', ...nodes]: readonly string[]): Part | undefined {
  const [, asset = '', partText = '', amountText = '', salt = '', indexText = ''] =
    PART.exec(head) ?? [];
  const [part, index] = [parseWhole(partText), parseWhole(indexText)];
  const amount = parseDecimal<Amount>(amountText);
  if (!part || index === undefined || amount === undefined || amount <= 0n) return undefined;
  if (formatDecimal(amount) !== amountText || nodes.length > PATH_MAX) return undefined;
  const path = nodes.map(fromBase64);
  if (!path.every((node) => node?.length === SUM_NODE_BYTES)) return undefined;
  return { asset, part, amount, salt, index, path: path as Uint8Array[] };
}

function numberAfter(word: string, line: string): number | undefined {
  return line.startsWith(word) ? parseWhole(line.slice(word.length)) : undefined;
}
