/** A database with prices of the test's own, for statements. */
import type { RecordType } from '@tern/ledger';
import { type Amount, decimal, negate, type Price } from '@tern/money';
import { loadAssets } from '../../src/kernel/catalog/assets.ts';
import { loadInstruments } from '../../src/kernel/catalog/instruments.ts';
import { listOutgoingFees } from '../../src/features/money/funding/index.ts';
import { createValuation } from '../../src/kernel/prices/valuation.ts';
import type { MonthDeps } from '../../src/features/money/statement/close-months.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { type FreshDatabase, freshDatabase, ownerOf } from './database.ts';
import { entryOf, posting, postUnfounded } from './journal.ts';
import { type ManualClock, manualClock } from './market.ts';

export interface StatementWorld {
  readonly fresh: FreshDatabase;
  readonly clock: ManualClock;
  readonly deps: MonthDeps;
  /** Posts records of one member at a time: asset and amount, of one entry, by hand. */
  post(
    memberId: number,
    kind: RecordType,
    at: string | number,
    legs: Record<string, string>,
  ): Promise<void>;
}

/** Each coin has another price each day. */
export const priceOnDay = (symbol: string, at: number): Price => {
  const day = Math.floor((at - 1) / DAY_MS);
  const base = symbol === 'btcusdt' ? 60_000 : 3_000;
  return decimal<Price>(String(base + ((day * 7919) % 1_000)));
};

export async function statementWorld(now: string): Promise<StatementWorld> {
  const fresh = await freshDatabase();
  const { database } = fresh;
  const clock = manualClock(Date.parse(now));
  const assets = await loadAssets(database);
  const instruments = await loadInstruments(database);
  return {
    fresh,
    clock,
    deps: {
      database,
      clock,
      valuation: createValuation({ assets, instruments }),
      outgoingFees: listOutgoingFees,
      history: { priceAt: async (_reader, symbol, at) => priceOnDay(symbol, at) },
    },
    async post(memberId, kind, at, legs) {
      const time = typeof at === 'number' ? at : Date.parse(at);
      const postings = Object.entries(legs).flatMap(([asset, text]) => {
        const amount = decimal<Amount>(text);
        return [
          { ...posting(memberId, asset, '0'), amount },
          { ...posting(-7, asset, '0'), amount: negate(amount) },
        ];
      });
      const owner = ownerOf(database);
      await owner.transaction((tx) => postUnfounded(tx, [entryOf(postings, { kind })], time));
    },
  };
}
