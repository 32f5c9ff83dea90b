/** Members who invited each other, their trades and swaps, and the job that pays rewards. */
import { formatDecimal } from '@tern/money';
import { auditEntries } from '../../src/audit/entries.ts';
import { auditInvitations } from '../../src/audit/invitations.ts';
import { auditLedger } from '../../src/audit/ledger.ts';
import { payRewards } from '../../src/features/account/invitation/reward-fees.ts';
import { createEngines } from '../../src/features/trading/spot/engines.ts';
import { placeOrder } from '../../src/features/trading/spot/place-order.ts';
import { exchangeCoins } from '../../src/features/trading/swap/exchange-coins.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { amount, int2, int8, nullable, rate, text } from '../../src/platform/database/columns.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineQuery, defineStatement } from '../../src/platform/database/query.ts';
import { countAllRecords } from './counted-records.ts';
import { ownerOf } from './database.ts';
import { fundedMember } from './market.ts';
import { swapDependencies } from './swap.ts';

const PUBLIC_URL = 'https://tern.test';

/** A quiet market, where only members meet. */
const SYMBOL = 'bnbusdt';

export async function invitationFloor(database: Database, clock: Clock) {
  const deps = await swapDependencies(database, clock);
  const engines = createEngines(deps);
  await engines.open();
  const usual = { type: 'limit', total: undefined, key: undefined } as const;
  const floor = {
    ...deps,
    publicUrl: PUBLIC_URL,
    worthOf: (asset: string, value: Parameters<typeof deps.valuation.worth>[1]) =>
      deps.valuation.worth(asset, value, (symbol) => deps.prices.latest(symbol)?.price),
    /** A chain of members, each invited by the one before; the first by `invitedBy`. */
    async chain(length: number, invitedBy: number | null = null): Promise<number[]> {
      const ids: number[] = [];
      for (let place = 0; place < length; place += 1) {
        const inviter = ids.at(-1) ?? invitedBy;
        ids.push(await fundedMember(database, { USDT: '100000', BNB: '100' }, inviter));
      }
      return ids;
    },
    swap: (memberId: number, given = '1000', [from, to] = ['USDT', 'BTC']) =>
      exchangeCoins(deps, { memberId, given, from, to, leastReceived: undefined, key: undefined }),
    /** The seller's order rests, the buyer takes it. */
    async trade({ buyer, seller, quantity = '1', price = '500' }: Trade): Promise<void> {
      const order = { ...usual, symbol: SYMBOL, price, quantity };
      await placeOrder(engines, { ...order, memberId: seller, side: 'sell' });
      await placeOrder(engines, { ...order, memberId: buyer, side: 'buy' });
    },
    /** Counts the journal, then pays what it requires. */
    async pay(): Promise<void> {
      await countAllRecords(database);
      await payRewards(deps);
    },
    close: () => engines.close(),
  };
  // The market of the trades has a stale price, so the exchange does not quote.
  deps.tick(SYMBOL, '500');
  return floor;
}

export interface Trade {
  readonly buyer: number;
  readonly seller: number;
  readonly quantity?: string;
  readonly price?: string;
}

export type InvitationFloor = Awaited<ReturnType<typeof invitationFloor>>;

const rewardsTo = defineQuery({
  name: 'test.rewardsTo',
  text: `select level, source, asset, fee, share, amount from invitation_rewards where inviter_id = $1 order by source, source_id, level, asset`,
  params: [int8],
  row: { level: int2, source: text, asset: text, fee: amount, share: rate, amount },
});

/** Their rewards as decimals, in the order of their sources. */
export async function rewardsOf(database: Database, memberId: number) {
  const rows = await database.many(rewardsTo, [memberId]);
  return rows.map(({ level, source, asset, ...row }) => ({
    level,
    source,
    asset,
    fee: formatDecimal(row.fee),
    share: formatDecimal(row.share),
    amount: formatDecimal(row.amount),
  }));
}

const sums = defineQuery({
  name: 'test.rewardSums',
  text: `select b.asset, -sum(b.available) filter (where b.owner_id = -6) as paid, sum(b.available) filter (where b.owner_id = -1) as fees
    from ledger_balances b where b.owner_id in (-6, -1) group by b.asset order by b.asset`,
  params: [],
  row: { asset: text, paid: nullable(amount), fees: nullable(amount) },
});

/** What the exchange paid as rewards, and all fees that it received, by asset. */
export const exchangeSums = (database: Database) => database.many(sums, []);

const newest = defineQuery({
  name: 'test.newestSwap',
  text: 'select max(id) as id from swaps where member_id = $1',
  params: [int8],
  row: { id: int8 },
});

const reverse = defineStatement({
  name: 'test.reverseSwap',
  text: "select invitation_reverse('swap', $1, now())",
  params: [int8],
});

/** Reverses the rewards of a member's newest swap, as the owner of the database. */
export async function reverseNewestSwap(database: Database, memberId: number): Promise<void> {
  const { id } = await database.one(newest, [memberId]);
  await ownerOf(database).transaction((tx) => tx.run(reverse, [id]));
}

/** The faults that the audit finds in rewards and books. */
export function faultsOf(database: Database): Promise<readonly string[]> {
  return database.snapshot(async (reader) =>
    [
      ...(await auditLedger(reader)),
      ...(await auditEntries(reader)),
      ...(await auditInvitations(reader)),
    ].flatMap(({ faults }) => faults),
  );
}
