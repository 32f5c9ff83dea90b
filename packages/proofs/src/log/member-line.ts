/**
 * Lines of a round: what it did for one owner, under a salt. The log has only their hashes, so that a member can open their own
 * line alone and nobody can guess another's (ADR 49, docs/public-log.md).
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Amount, formatDecimal } from '@tern/money';
import { isPlainText, parseWhole, plainBytes } from './plain-bytes.ts';
import { leafHash } from './tree-hash.ts';

/** One owner's part of a round. A round has at most one line of each owner. */
export interface MemberLine {
  readonly round: number;
  /** A member's id, above zero, or that of an exchange account, below zero. */
  readonly owner: number;
  /** 32 hexadecimal digits, known to the owner and the exchange only. */
  readonly salt: string;
  /** One text a row, in the order of the round: a kind and its fields, joined by vertical bars. At least one. */
  readonly rows: readonly string[];
}

/** A posting as a row: `posting|entry|type|asset|purpose|amount`. */
export interface PostingRow {
  /** The journal entry's id. */
  readonly entry: number;
  /** The record type's code (`packages/ledger/src/record-types.ts`). */
  readonly type: number;
  readonly asset: string;
  readonly purpose: string;
  readonly amount: Amount;
}

const HEADER = 'tern line 1';
const SALT = /^[0-9a-f]{32}$/;
const SALT_DIGITS = 32;
const OWNER = /^-?[1-9]\d{0,15}$/;
const ROW = /^[a-z][a-z-]{0,29}(?:\|[^|\n]*)+$/;

/** @throws Error for a field with a bar or a character outside ASCII (a broken invariant) */
export function lineRow(kind: string, ...fields: readonly (string | number)[]): string {
  const row = [kind, ...fields].join('|');
  const isRow = ROW.test(row) && isPlainText(row) && row.split('|').length === fields.length + 1;
  if (!isRow) throw new Error(`not a row of a line: ${row}`);
  return row;
}

export function postingRow({ entry, type, asset, purpose, amount }: PostingRow): string {
  return lineRow('posting', entry, type, asset, purpose, formatDecimal(amount));
}

/** The salt of a line, from a secret of the exchange: equal for equal rounds and owners, so that it need not be stored. */
export function lineSalt(secret: Uint8Array, round: number, owner: number): string {
  const mac = hmac(sha256, secret, plainBytes(`tern line salt 1|${round}|${owner}`));
  return bytesToHex(mac).slice(0, SALT_DIGITS);
}

/** Shape: header, round, owner, salt, then the rows; lines of text without a newline behind the last. */
export function lineText({ round, owner, salt, rows }: MemberLine): string {
  return [HEADER, round, owner, salt, ...rows].join('\n');
}

/** Undefined when it is no such text. */
export function parseLine(text: string): MemberLine | undefined {
  const [header, roundText = '', ownerText = '', salt = '', ...rows] = text.split('\n');
  const round = parseWhole(roundText);
  if (header !== HEADER || round === undefined || !isPlainText(text)) return undefined;
  if (!isOwner(ownerText) || !SALT.test(salt)) return undefined;
  if (rows.length === 0 || !rows.every((row) => ROW.test(row))) return undefined;
  return { round, owner: Number(ownerText), salt, rows };
}

/** The node of a line in its round's tree: the RFC 6962 leaf hash of its text. */
export function lineHash(line: MemberLine): Uint8Array {
  return leafHash(plainBytes(lineText(line)));
}

export function isOwner(text: string): boolean {
  return OWNER.test(text) && Number.isSafeInteger(Number(text));
}
