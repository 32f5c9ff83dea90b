/**
 * The file of a market's day: the book at its beginning, then the texts of its numbers, batch by batch, and behind them what seals
 * them (docs/order-record.md). Lines end with a newline; an empty one ends the book, and each batch.
 */
import { parseWhole } from '../log/plain-bytes.ts';
import { isKind, readLeaf, type PublishedCommand } from './command-line.ts';
import { readSeal, type SealedCommands } from './command-batch.ts';

const HEADER = 'tern order file 1';
const SEALED = 'sealed';
const DAY = /^\d{4}-\d\d-\d\d$/;

/** `marketId`: statements of an entry are in its order. */
export interface OrderFileHead {
  readonly symbol: string;
  readonly marketId: number;
  /** UTC, `2026-11-29`: the entries of the log that seal its numbers are of this day. */
  readonly day: string;
}

export const orderFileHead = ({ symbol, marketId, day }: OrderFileHead): string =>
  `${HEADER}|${symbol}|${marketId}|${day}`;

export const sealedLine = (entryIndex: number, statement: string): string =>
  `${SEALED}|${entryIndex}|${statement}`;

/** What a line of the file says. `book` lines come before the first batch: terms, orders and quotes that stand. */
export type OrderFileLine =
  | ({ readonly is: 'head' } & OrderFileHead)
  | {
      readonly is: 'book';
      readonly what: 'terms' | 'rests' | 'quote';
      readonly fields: readonly string[];
    }
  | { readonly is: 'command'; readonly text: string; readonly command: PublishedCommand }
  | { readonly is: 'end' }
  | {
      readonly is: 'sealed';
      readonly entryIndex: number;
      readonly text: string;
      readonly seal: SealedCommands;
    };

/** Undefined for a line that is not spelt as one. */
export function readOrderFileLine(line: string): OrderFileLine | undefined {
  if (line === '') return { is: 'end' };
  const [what = '', ...fields] = line.split('|');
  if (what === HEADER) return headOf(fields);
  if (what === SEALED) return sealedOf(line, fields);
  if (what === 'terms' || what === 'rests' || what === 'quote') return { is: 'book', what, fields };
  const command = readLeaf(line);
  return command === undefined || !isKind(command.kind)
    ? undefined
    : { is: 'command', text: line, command };
}

function headOf([symbol = '', id = '', day = '']: readonly string[]): OrderFileLine | undefined {
  const marketId = parseWhole(id);
  if (marketId === undefined || !DAY.test(day)) return undefined;
  return { is: 'head', symbol, marketId, day };
}

function sealedOf(line: string, [index = '']: readonly string[]): OrderFileLine | undefined {
  const entryIndex = parseWhole(index);
  const text = line.slice(SEALED.length + index.length + 2);
  const seal = readSeal(text);
  if (entryIndex === undefined || seal === undefined) return undefined;
  return { is: 'sealed', entryIndex, text, seal };
}
