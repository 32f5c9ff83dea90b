/** The SQL of endings: results of contracts, and the exchange's reduced exposure. */
import { type Amount, add } from '@tern/money';
import type { Payout } from '@tern/settlement';
import {
  amount,
  arrayOf,
  int2,
  int4,
  int8,
  nullable,
  price,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';
import type { Contract } from './contract.ts';

const endContracts = defineQuery({
  name: 'futures.endContracts',
  text: 'select futures_end($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as ended',
  params: [
    arrayOf(int8),
    arrayOf(int4),
    arrayOf(int2),
    arrayOf(int2),
    arrayOf(int2),
    arrayOf(nullable(int8)),
    arrayOf(nullable(price)),
    arrayOf(nullable(timestamptz)),
    arrayOf(amount),
    arrayOf(amount),
    timestamptz,
  ],
  row: { ended: int8 },
});

/** Locked in the order of the markets, so that concurrent batches cannot deadlock. */
const takeExposure = defineStatement({
  name: 'futures.takeExposure',
  text: `with taken as (
      select e.instrument_id, t.up_stake, t.up_profit, t.down_stake, t.down_profit
      from futures_exposure e join unnest($1::smallint[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[])
        as t(instrument_id, up_stake, up_profit, down_stake, down_profit) on t.instrument_id = e.instrument_id
      order by e.instrument_id for no key update of e
    )
    update futures_exposure e set up_stake = e.up_stake - t.up_stake, up_profit = e.up_profit - t.up_profit,
      down_stake = e.down_stake - t.down_stake, down_profit = e.down_profit - t.down_profit
    from taken t where e.instrument_id = t.instrument_id`,
  params: [arrayOf(int2), arrayOf(amount), arrayOf(amount), arrayOf(amount), arrayOf(amount)],
});

/** The end of contracts that differ only in their owners. */
export type EndedGroup = Pick<
  Contract,
  | 'instrumentId'
  | 'direction'
  | 'stake'
  | 'status'
  | 'outcome'
  | 'reason'
  | 'closeSeq'
  | 'closePrice'
  | 'closeAt'
> & {
  readonly ids: readonly number[];
  readonly memberIds: readonly number[];
  /** Payout of each contract. */
  readonly paid: Payout;
  /** Profit of each contract, had it won. */
  readonly possibleProfit: Amount;
};

/** @throws Error when one of them has ended meanwhile */
export async function writeEndings(
  tx: Tx,
  ended: readonly EndedGroup[],
  at: number,
): Promise<void> {
  const ids = ended.flatMap((group) => group.ids);
  const written = await tx.one(endContracts, [
    ids,
    ended.map((group) => group.ids.length),
    ended.map((group) => group.status),
    ended.map((group) => group.outcome),
    ended.map((group) => group.reason),
    ended.map((group) => group.closeSeq),
    ended.map((group) => group.closePrice),
    ended.map((group) => group.closeAt),
    ended.map(({ paid }) => add(paid.returned, paid.winnings)),
    ended.map(({ paid }) => paid.profit),
    at,
  ]);
  if (written.ended !== ids.length) throw new Error('a contract that was to be ended has changed');
}

/** One row per market: the exposure of its ended contracts. */
export interface ExposureReduction {
  readonly instrumentId: number;
  upStake: Amount;
  upProfit: Amount;
  downStake: Amount;
  downProfit: Amount;
}

export async function reduceExposure(
  tx: Tx,
  reductions: readonly ExposureReduction[],
): Promise<void> {
  await tx.run(takeExposure, [
    reductions.map((each) => each.instrumentId),
    reductions.map((each) => each.upStake),
    reductions.map((each) => each.upProfit),
    reductions.map((each) => each.downStake),
    reductions.map((each) => each.downProfit),
  ]);
}
