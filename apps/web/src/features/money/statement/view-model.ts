/** What statements show: years, dates and the rows of a month's sum. */
import { type Amount, decimal, formatDecimal, quantize } from '@tern/money';
import type { MessageKey } from '../../../platform/i18n/message-key.ts';
import type { MonthRow, StatementMonth } from './api.ts';

/** Displayed places of values in USDT; cut, not rounded. */
export const PLACES = 2;

/** Noon, so that every time zone prints the UTC day. */
const NOON = 'T12:00:00Z';

export const firstDayOf = (month: string): string => `${month}-01${NOON}`;

export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return `${month}-${daysIn(year, number)}${NOON}`;
}

/** Of the Gregorian calendar; months from 1. */
function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

export interface Year {
  readonly year: string;
  readonly records: number;
  /** Closing value of its newest month. */
  readonly worth: string;
  readonly realised: string;
  readonly fees: string;
  readonly yield: string;
  readonly isFinal: boolean;
  readonly addsUp: boolean;
}

/** Newest first, as the months are. Calendar years in UTC. */
export function yearsOf(months: readonly MonthRow[]): Year[] {
  const years = new Map<string, MonthRow[]>();
  for (const row of months) {
    const year = row.month.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), row]);
  }
  return [...years].map(([year, rows]) => ({
    year,
    records: rows.reduce((total, { records }) => total + records, 0),
    worth: rows[0]?.worth ?? '0',
    realised: total(rows.map(({ realised }) => realised)),
    fees: total(rows.map(({ fees }) => fees)),
    yield: total(rows.map((row) => row.yield)),
    isFinal: rows[0]?.month.endsWith('-12') === true && rows.every(({ isFinal }) => isFinal),
    addsUp: rows.every(({ addsUp }) => addsUp),
  }));
}

/** Exact. */
export function total(texts: readonly string[]): string {
  return formatDecimal(texts.reduce((sum, text) => sum + decimal<Amount>(text), 0n));
}

/** Without the sign, for a label that says what it is. */
export const sizeOf = (text: string): string => text.replace('-', '');

export interface SumRow {
  readonly name: MessageKey;
  readonly count?: number;
  readonly value: string;
  /** In the direction colour. */
  readonly isGain: boolean;
}

/**
 * From opening to closing; rows without an amount are left out, except those that everyone looks for. As displayed they add up: a last
 * row has what the cut cents miss.
 */
export function sumRows(month: StatementMonth): SumRow[] {
  const { opening, worth, flows, realised, priceChange, contracts } = month;
  const rows: (SumRow & { readonly isOptional?: boolean })[] = [
    { name: 'statement.putIn', value: flows.putIn, isGain: false },
    { name: 'statement.takenOut', value: flows.takenOut, isGain: false },
    { name: 'statement.profitFromSales', value: realised, isGain: true },
    { name: 'statement.yieldPaid', value: flows.yield, isGain: true },
    {
      name: 'statement.contracts',
      count: contracts,
      value: flows.contracts,
      isGain: true,
      isOptional: contracts === 0,
    },
    { name: 'statement.machines', value: flows.machines, isGain: false, isOptional: true },
    { name: 'statement.feesPaid', value: flows.fees, isGain: false },
    { name: 'statement.penalties', value: flows.penalties, isGain: false, isOptional: true },
    { name: 'statement.other', value: flows.other, isGain: false, isOptional: true },
    { name: 'statement.priceChange', value: priceChange, isGain: true },
  ];
  const shown = rows.filter(
    ({ isOptional, value }) => isOptional !== true || decimal(value) !== 0n,
  );
  const rounding = cut(worth) - shown.reduce((sum, { value }) => sum + cut(value), cut(opening));
  return rounding === 0n
    ? shown
    : [...shown, { name: 'statement.rounding', value: formatDecimal(rounding), isGain: false }];
}

/** As it is displayed. */
const cut = (text: string): bigint => quantize(decimal<Amount>(text), PLACES, 'truncate');
