/** What each day changed in the accounts of the exchange, counted in the background behind the journal. */
import type { Amount } from '@tern/money';
import { amount, arrayOf, date, int2, int4, int8, text } from '../../platform/database/columns.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import type { Feature } from '../../platform/feature.ts';
import { SECOND_MS } from '../../platform/durations.ts';

const countSome = defineQuery({
  name: 'kernel.countExchangeDays',
  text: 'select ledger_count_exchange_days($1) as passed',
  params: [int4],
  row: { passed: int8 },
});

const EVERY_MS = 5 * SECOND_MS;
/** Postings per transaction: a few milliseconds. */
const LINES_MAX = 10_000;

export function createExchangeDays(database: Database): Feature {
  const run = async () => {
    let passed = LINES_MAX;
    while (passed === LINES_MAX) {
      ({ passed } = await database.transaction((tx) => tx.one(countSome, [LINES_MAX])));
    }
  };
  return { slug: 'exchange-days', jobs: [{ name: 'exchange-days.count', everyMs: EVERY_MS, run }] };
}

const received = defineQuery({
  name: 'kernel.exchangeReceived',
  text: `select day, kind, market, sum(amount) as amount from ledger_exchange_days
    where account = any($1::bigint[]) and asset = $2 and day >= $3 and kind <> all($4::smallint[])
    group by day, kind, market order by day, kind, market`,
  params: [arrayOf(int8), text, date, arrayOf(int2)],
  row: { day: date, kind: int2, market: int2, amount },
});

/** `market`: the instrument of a round of orders, else 0. */
export type DayReceived = RowOf<typeof received>;

/** What accounts received of an asset since a day, without some kinds of entries. */
export function receivedByDay(
  reader: Reader,
  from: string,
  given: {
    readonly accounts: readonly number[];
    readonly asset: string;
    readonly without: readonly number[];
  },
): Promise<DayReceived[]> {
  return reader.many(received, [given.accounts, given.asset, from, given.without]);
}

const accountBalances = defineQuery({
  name: 'kernel.exchangeAccountBalances',
  text: `select ledger_account_of(owner_id) as account, sum(available) as amount
    from ledger_balances where owner_id < 0 and asset = $1 group by 1`,
  params: [text],
  row: { account: int8, amount },
});

/** What each account of the exchange has of an asset, sub-accounts with their account. */
export async function exchangeBalances(
  reader: Reader,
  asset: string,
): Promise<ReadonlyMap<number, Amount>> {
  const rows = await reader.many(accountBalances, [asset]);
  return new Map(rows.map((row) => [row.account, row.amount]));
}

const balancesOfAccounts = defineQuery({
  name: 'kernel.exchangeAccountsByAsset',
  text: `select ledger_account_of(owner_id) as account, asset, sum(available) as amount
    from ledger_balances where owner_id < 0 and ledger_account_of(owner_id) = any($1::bigint[]) group by 1, 2`,
  params: [arrayOf(int8)],
  row: { account: int8, asset: text, amount },
});

/** What some accounts of the exchange have of each asset, sub-accounts with their account. */
export function accountsByAsset(
  reader: Reader,
  accounts: readonly number[],
): Promise<RowOf<typeof balancesOfAccounts>[]> {
  return reader.many(balancesOfAccounts, [accounts]);
}
