/** Reads a member's records as movements: the two sides of a trade together, with its fee. */
import { recordTypes } from '@tern/ledger';
import { type Amount, ZERO } from '@tern/money';
import { type OutgoingFees, readFeesWithin } from '../../../kernel/ledger/outgoing-fees.ts';
import {
  type Period,
  type PeriodRecord,
  recordsOfPeriod,
} from '../../../kernel/ledger/period-records.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { listTradeFees } from '../../trading/spot/index.ts';
import type { Leg } from './tally.ts';

/** A record with its fees, in its asset. */
export interface FeeRecord extends PeriodRecord {
  /** Of a trade: kept from the amount, which is what is left. */
  readonly fee: Amount;
  /** Of a withdrawal or payout: part of the amount. */
  readonly feeWithin: Amount;
}

/** The records of one trade, or one record. All have the same kind, reference and time. */
export type RecordGroup = readonly FeeRecord[];

/** In the order of the journal, in pages. */
export async function* readMovements(
  reader: Reader,
  period: Period,
  outgoingFees: OutgoingFees,
): AsyncGenerator<readonly RecordGroup[]> {
  for await (const page of recordsOfPeriod(reader, period)) {
    yield groupsOf(await withFees(reader, page, outgoingFees));
  }
}

export const legsOf = (group: RecordGroup): Leg[] =>
  group.map(({ asset, amount, fee, feeWithin }) => ({ asset, amount, fee, feeWithin }));

function groupsOf(records: readonly FeeRecord[]): RecordGroup[] {
  const groups = new Map<string, FeeRecord[]>();
  for (const record of records) {
    const key = `${record.entryId} ${record.kind} ${record.subjectId}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [record]);
    else known.push(record);
  }
  return [...groups.values()];
}

/** Buyers pay in what they receive, and so do sellers: their receiving record has the fee. */
async function withFees(
  reader: Reader,
  page: readonly PeriodRecord[],
  outgoingFees: OutgoingFees,
): Promise<FeeRecord[]> {
  const trades = page.filter(isTrade).map(({ subjectId }) => subjectId);
  const rows = trades.length === 0 ? [] : await listTradeFees(reader, [...new Set(trades)]);
  const fees = new Map(rows.map((row) => [row.id, row]));
  const feeWithin = await readFeesWithin(reader, page, outgoingFees);
  return page.map((record) => {
    const found = isTrade(record) && record.amount > 0n ? fees.get(record.subjectId) : undefined;
    const fee = record.kind === recordTypes.spotBuy ? found?.buyerFee : found?.sellerFee;
    return { ...record, fee: fee ?? ZERO, feeWithin: feeWithin(record) };
  });
}

const isTrade = ({ kind, subjectId }: PeriodRecord) =>
  subjectId !== 0 && (kind === recordTypes.spotBuy || kind === recordTypes.spotSell);
