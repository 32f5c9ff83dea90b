/** What an auditor declares of money at banks: the text of a signed note (C2SP signed-note). */
import { type Amount, formatDecimal, parseDecimal } from '@tern/money';
import { parseWhole } from '../log/plain-bytes.ts';

export interface BankBalances {
  /** When the balances were these, epoch milliseconds. */
  readonly at: number;
  /** In ASCII order of the assets. */
  readonly balances: readonly { readonly asset: string; readonly amount: Amount }[];
}

const HEADER = 'tern bank balances 1';
const ROW = /^([A-Z0-9]{1,20}) ([0-9.]+)$/;

/** Shape: header, time, then `asset amount` for each currency. A newline ends each line. */
export function bankBalancesText({ at, balances }: BankBalances): string {
  const rows = balances.map(({ asset, amount }) => `${asset} ${formatDecimal(amount)}\n`);
  return `${HEADER}\n${at}\n${rows.join('')}`;
}

/** Undefined when it is no such text. */
export function parseBankBalances(text: string): BankBalances | undefined {
  const [, atText = '', ...rows] = text.split('\n');
  const at = parseWhole(atText);
  const balances = rows.slice(0, -1).map((row) => {
    const [, asset = '', spelt = ''] = ROW.exec(row) ?? [];
    return { asset, amount: parseDecimal<Amount>(spelt) };
  });
  if (at === undefined || !balances.every(isRead)) return undefined;
  const isSorted = balances.every(({ asset }, place) => asset > (balances[place - 1]?.asset ?? ''));
  return isSorted && bankBalancesText({ at, balances }) === text ? { at, balances } : undefined;
}

const isRead = (row: {
  readonly asset: string;
  readonly amount: Amount | undefined;
}): row is { readonly asset: string; readonly amount: Amount } => row.amount !== undefined;
