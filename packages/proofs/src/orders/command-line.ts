/**
 * The numbered commands of a market: each is a line of its record, and a leaf of the root that the public log gets. The leaf has all of
 * the line but the owner and the id of the order, which it commits to (ADR 98, docs/order-record.md).
 */
import { type OwnedText, type RecordHashing, plainHashing } from './record-hashing.ts';

/** Kinds of commands. Of the first three nobody is the owner: they are the exchange's own, and open to everyone. */
export const COMMAND_KINDS = [
  'start',
  'terms',
  'quotes',
  'kept',
  'place',
  'cancel',
  'amend',
  'wait',
  'rewait',
  'unwait',
] as const;
export type CommandKind = (typeof COMMAND_KINDS)[number];

/** A line as it is kept: with its owner. */
export interface CommandLine extends OwnedText {
  readonly kind: CommandKind;
  /** Milliseconds between its receipt and the time of its batch; of what the engine does by itself 0. */
  readonly before: number;
  /** The fields of its kind, joined by bars. */
  readonly rest: string;
}

/** Where a line stands: the number and the time of receipt (epoch ms) follow from its batch. */
export interface LinePlace {
  readonly symbol: string;
  readonly number: number;
  readonly at: number;
}

const HEADER = 'tern command 1';
const OWNER_HEADER = 'tern command owner 1';
const NONCE_HEADER = 'tern command nonce 1';
const NONCE_DIGITS = 32;
/** Fields before those of the kind. */
const FIELDS_BEFORE = 4;

/** Shape: kind, milliseconds before the batch, owner, id of the order, then the fields of the kind. Owner and id are empty where there is none. */
export const writeLine = ({ kind, before, owner, id, rest }: CommandLine): string =>
  `${kind}|${before}|${owner}|${id}|${rest}`;

/** @throws Error for a text that is no line */
export function readLine(line: string): CommandLine {
  const fields = line.split('|');
  const [kind = '', before = '', owner = '', id = ''] = fields;
  if (!isKind(kind) || fields.length <= FIELDS_BEFORE) throw new Error(`no command: ${line}`);
  return { kind, before: Number(before), owner, id, rest: fields.slice(FIELDS_BEFORE).join('|') };
}

export const isKind = (text: string): text is CommandKind =>
  (COMMAND_KINDS as readonly string[]).includes(text);

/**
 * What hides the owner of a number: nobody who knows one of a batch knows the others. `secret`: of the batch, 32 hexadecimal digits.
 * Shape: 32 hexadecimal digits.
 */
export function nonceOf(secret: string, number: number, hashing: RecordHashing = plainHashing) {
  return hashing.hex(`${NONCE_HEADER}|${secret}|${number}`).slice(0, NONCE_DIGITS);
}

/** Shape: base64 of a SHA-256. */
export const ownerCommitment = (
  { owner, id }: OwnedText,
  nonce: string,
  hashing: RecordHashing = plainHashing,
): string => hashing.base64(`${OWNER_HEADER}|${owner}|${id}|${nonce}`);

/** The public text of a line. `commitment`: of its owner; empty where there is none. */
export function commandLeaf(
  { kind, rest }: Pick<CommandLine, 'kind' | 'rest'>,
  { symbol, number, at }: LinePlace,
  commitment: string,
): string {
  return `${HEADER}|${symbol}|${number}|${at}|${kind}|${rest}|${commitment}`;
}

/** A leaf as it is published. */
export interface PublishedCommand extends LinePlace {
  readonly kind: CommandKind;
  readonly fields: readonly string[];
  readonly commitment: string;
}

/** Undefined for a text that is no leaf. */
export function readLeaf(text: string): PublishedCommand | undefined {
  const [header, symbol = '', number = '', at = '', kind = '', ...rest] = text.split('|');
  const commitment = rest.pop();
  if (header !== HEADER || !isKind(kind) || commitment === undefined) return undefined;
  const place = { symbol, number: Number(number), at: Number(at) };
  if (!Number.isSafeInteger(place.number) || !Number.isSafeInteger(place.at)) return undefined;
  return { ...place, kind, fields: rest, commitment };
}
