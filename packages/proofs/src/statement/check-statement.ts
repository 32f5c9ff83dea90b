/** Reads and adds up a statement from its document alone: whether its money is real; opening and records give closing, in each coin and in USDT (docs/public-log.md). */
import { type Amount, formatDecimal, parseDecimal } from '@tern/money';
import { plainText } from '../log/plain-bytes.ts';

const COLUMNS = 'row,id,time,kind,asset,amount,fee,price,usdt,reference';
const METHODS = ['fifo', 'average'] as const;
/** A document of format 1 has no row of its format, and does not say whether its money is real. */
const FORMAT_ROW = /^format,(\d+),,([a-z]+),,,,,,$/;
const FORMAT = '2';

export type StatementMode = 'paper' | 'live';

/** Each has a reason, in English. */
export interface StatementItem {
  readonly name: 'mode' | 'records' | 'sum';
  readonly pass: boolean;
  readonly why: string;
}

interface Row {
  readonly row: string;
  readonly kind: string;
  readonly asset: string;
  readonly amount: Amount;
  readonly usdt: Amount;
}

/**
 * Whether the money of a statement is paper or real, as its document says.
 * Undefined for a document of format 1, which does not say it, and for one that cannot be read.
 */
export function statementMode(document: Uint8Array): StatementMode | undefined {
  const mode = modeOf(plainText(document)?.split('\n') ?? []);
  return mode === 'paper' || mode === 'live' ? mode : undefined;
}

/** `unsaid` in format 1. Undefined when the row of the format is not one of format 2. */
function modeOf(lines: readonly string[]): StatementMode | 'unsaid' | undefined {
  const [head, first = '', ...others] = lines;
  if (head !== COLUMNS) return undefined;
  const isFormat = (line: string) => line.startsWith('format,');
  if (others.some(isFormat)) return undefined;
  if (!isFormat(first)) return 'unsaid';
  const [, format, mode] = FORMAT_ROW.exec(first) ?? [];
  return format === FORMAT && (mode === 'paper' || mode === 'live') ? mode : undefined;
}

/** No items for a document of another first line; one that cannot be read fails both checks. */
export function checkStatement(document: Uint8Array): StatementItem[] {
  const text = plainText(document);
  if (text?.startsWith(`${COLUMNS}\n`) !== true) return [];
  const rows = readRows(text);
  if (rows === undefined) {
    const why = 'a row cannot be read';
    return [
      { name: 'records', pass: false, why },
      { name: 'sum', pass: false, why },
    ];
  }
  return [...checkMode(text), checkRecords(rows), checkSum(rows)];
}

const MODES = { paper: 'the statement is of paper money', live: 'the statement is of real money' };

/** Nothing to check in format 1. */
function checkMode(text: string): StatementItem[] {
  const mode = modeOf(text.split('\n'));
  if (mode === 'unsaid') return [];
  if (mode !== undefined) return [{ name: 'mode', pass: true, why: MODES[mode] }];
  return [{ name: 'mode', pass: false, why: 'the row of the format is not one that is known' }];
}

function checkRecords(rows: readonly Row[]): StatementItem {
  const left = new Map<string, bigint>();
  let records = 0;
  for (const { row, asset, amount } of rows) {
    if (row === 'entry') records += 1;
    const sign = row === 'opening' || row === 'entry' ? 1n : row === 'closing' ? -1n : 0n;
    left.set(asset, (left.get(asset) ?? 0n) + sign * amount);
  }
  const wrong = [...left].find(([, amount]) => amount !== 0n);
  if (wrong === undefined) {
    return { name: 'records', pass: true, why: `${records} records lead from opening to closing` };
  }
  const why = `${wrong[0]} differs from its records by ${formatDecimal(wrong[1])}`;
  return { name: 'records', pass: false, why };
}

function checkSum(rows: readonly Row[]): StatementItem {
  const sums = rows.filter(({ row }) => row === 'sum');
  const of = (kind: string) => sums.find((each) => each.kind === kind)?.usdt;
  const common = sums.filter(({ kind }) => kind !== 'closing' && !kind.includes(' '));
  const closing = of('closing');
  for (const method of METHODS) {
    const own = [of(`${method} profit`), of(`${method} priceChange`)];
    let total = 0n;
    for (const { usdt } of common) total += usdt;
    for (const part of own) total += part ?? 0n;
    if (closing === undefined || own.includes(undefined) || total !== closing) {
      return {
        name: 'sum',
        pass: false,
        why: `the rows do not give the closing value by ${method}`,
      };
    }
  }
  return {
    name: 'sum',
    pass: true,
    why: `the rows give the closing value ${formatDecimal(closing ?? 0n)} USDT`,
  };
}

function readRows(text: string): Row[] | undefined {
  const [, ...lines] = text.split('\n');
  if (lines.pop() !== '') return undefined;
  const rows: Row[] = [];
  for (const line of lines) {
    const cells = line.split(',');
    const [row = '', , , kind = '', asset = '', amountText = '', , , usdtText = ''] = cells;
    const amount = parseDecimal<Amount>(amountText === '' ? '0' : amountText);
    const usdt = parseDecimal<Amount>(usdtText === '' ? '0' : usdtText);
    if (cells.length !== COLUMNS.split(',').length) return undefined;
    if (amount === undefined || usdt === undefined) return undefined;
    rows.push({ row, kind, asset, amount, usdt });
  }
  return rows;
}
