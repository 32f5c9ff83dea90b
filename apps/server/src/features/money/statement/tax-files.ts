/**
 * Files of a tax year, written while they are read: movements in Koinly's universal template, and a row for each lot that was sold.
 * Times are UTC. They are not sealed: the months are.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Amount, formatDecimal, negate, subtract } from '@tern/money';
import { nameOfKind } from '../../../kernel/ledger/money-flows.ts';
import { settledThrough } from '../../../kernel/ledger/period-records.ts';
import { csvLine } from '../../../platform/csv.ts';
import type { MonthDeps } from './close-months.ts';
import { addPage } from './compute-month.ts';
import { createDayPrices } from './day-prices.ts';
import { rowOfKind, type RowOfKind } from './flow-of-kind.ts';
import { readMovements, type RecordGroup } from './read-movements.ts';
import { createTally, type Disposal, emptyHoldings } from './tally.ts';
import { dayOf } from '../../../platform/clock.ts';

export interface TaxYear {
  readonly memberId: number;
  /** `2026`, a calendar year. */
  readonly year: string;
}

const NO_LATE = Number.MAX_SAFE_INTEGER;

/** Of all records dated in a span that no earlier one can still join. Each page is a read of its own: no transaction stays open. */
async function* movementsOf(
  deps: MonthDeps,
  { memberId, start, end }: { memberId: number; start: number; end: number },
): AsyncGenerator<readonly RecordGroup[]> {
  const { database, outgoingFees } = deps;
  const through = await settledThrough(database);
  const period = { memberId, start, end, from: 0, through, lateFrom: NO_LATE };
  for await (const page of readMovements(database, period, outgoingFees)) {
    yield page;
    await nextTurn();
  }
}

const startOf = (year: string) => Date.parse(`${year}-01-01T00:00:00Z`);
const endOf = (year: string) => startOf(String(Number(year) + 1));

const KOINLY_COLUMNS = [
  'Date',
  'Sent Amount',
  'Sent Currency',
  'Received Amount',
  'Received Currency',
  'Fee Amount',
  'Fee Currency',
  'Net Worth Amount',
  'Net Worth Currency',
  'Label',
  'Description',
  'TxHash',
];

/** Koinly's tags. What it has no tag for is a plain deposit or withdrawal. */
const LABELS: Partial<Record<RowOfKind, string>> = {
  yield: 'reward',
  contracts: 'realized gain',
  fees: 'cost',
  penalties: 'cost',
};

/** Movements of the year in the order of the journal. */
export async function* writeKoinly(deps: MonthDeps, of: TaxYear): AsyncGenerator<string> {
  yield csvLine(KOINLY_COLUMNS);
  const span = { memberId: of.memberId, start: startOf(of.year), end: endOf(of.year) };
  for await (const page of movementsOf(deps, span)) {
    yield page.flatMap(koinlyLines).join('');
  }
}

/** A trade is one line, with its fee beside what was received; all else a line for each record. */
function koinlyLines(group: RecordGroup): string[] {
  const out = group.find(({ amount }) => amount < 0n);
  const into = group.find(({ amount }) => amount > 0n);
  const isTrade = group.length === 2 && out !== undefined && into !== undefined;
  if (isTrade) return [koinlyLine(out, into)];
  return group.map((record) =>
    record.amount < 0n ? koinlyLine(record, undefined) : koinlyLine(undefined, record),
  );
}

type Side = RecordGroup[number] | undefined;

/** Koinly takes the fee off in addition: what was sent is without it, what was received with it. */
function koinlyLine(out: Side, into: Side): string {
  const record = (into ?? out)!;
  const sent = out && subtract(negate(out.amount), out.feeWithin);
  const received = into && ((into.amount + into.fee) as Amount);
  const fee = ((into?.fee ?? 0n) + (out?.feeWithin ?? 0n)) as Amount;
  const text = (amount: Amount | undefined) => (amount ? formatDecimal(amount) : '');
  return csvLine([
    timeText(record.effectiveAt),
    text(sent),
    sent ? out!.asset : '',
    text(received),
    received ? into!.asset : '',
    text(fee),
    fee ? record.asset : '',
    '',
    '',
    LABELS[rowOfKind(record.kind)] ?? '',
    `${nameOfKind(record.kind)} ${record.reference}`,
    '',
  ]);
}

/** `2026-10-21 10:00:05 UTC` */
const timeText = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const LOT_COLUMNS = [
  'Description of property',
  'Date acquired (UTC)',
  'Date sold (UTC)',
  'Proceeds (USDT)',
  'Cost basis (USDT)',
  'Gain or loss (USDT)',
];

/**
 * A row for each lot that a sale of the year closed, first in, first out, with the columns of form 8949. The lots are those of the
 * statements, so the gains add up to what they say was realised; fees are not in them. It reads all records up to the year's end,
 * because lots come from earlier years.
 */
export async function* writeLots(deps: MonthDeps, of: TaxYear): AsyncGenerator<string> {
  yield csvLine(LOT_COLUMNS);
  const [start, end] = [startOf(of.year), endOf(of.year)];
  let closed: Disposal[] = [];
  const tally = createTally(emptyHoldings(), (disposal) => closed.push(disposal));
  const prices = createDayPrices(deps.database, deps, deps.clock.now());
  for await (const page of movementsOf(deps, { memberId: of.memberId, start: 0, end })) {
    await addPage(tally, page, prices);
    const lines = closed.filter((lot) => takenAt(lot) >= start).map(lotLine);
    closed = [];
    if (lines.length > 0) yield lines.join('');
  }
}

/** When the gain is made: of a coin that was owed, when it is bought back. */
const takenAt = ({ acquiredAt, soldAt }: Disposal) => Math.max(acquiredAt, soldAt);

const lotLine = ({ asset, quantity, acquiredAt, soldAt, soldFor, paid }: Disposal) =>
  csvLine([
    `${formatDecimal(quantity)} ${asset}`,
    dayOf(acquiredAt),
    dayOf(soldAt),
    formatDecimal(soldFor),
    formatDecimal(paid),
    formatDecimal(subtract(soldFor, paid)),
  ]);
