/** Inserts pending contracts that are all due at one time directly into a database, with stakes and journal. */
import { exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, decimal, type Rate } from '@tern/money';
import { payoutOf } from '@tern/settlement';
import {
  newTerms,
  STAKE_ASSET,
} from '../../../apps/server/src/features/trading/futures/contract.ts';
import { addExposure } from '../../../apps/server/src/features/trading/futures/store.ts';
import { tickHistory } from '../../../apps/server/src/features/market/pricing/store-ticks.ts';
import { loadInstruments } from '../../../apps/server/src/kernel/catalog/instruments.ts';
import { postEntries } from '../../../apps/server/src/kernel/ledger/post-entries.ts';
import type { StoredTick } from '../../../apps/server/src/kernel/prices/tick-history.ts';
import {
  arrayOf,
  int2,
  int4,
  int8,
  price,
  timestamptz,
} from '../../../apps/server/src/platform/database/columns.ts';
import type { Database, Tx } from '../../../apps/server/src/platform/database/database.ts';
import { defineQuery } from '../../../apps/server/src/platform/database/query.ts';

const insertContracts = defineQuery({
  name: 'bench.insertContracts',
  text: `with placed as (
    insert into futures_contracts (id, member_id, instrument_id, direction, stake, rule, duration_s, payout_ratio,
      open_within_ms, stale_after_ms, terms_hash, accepted_at, receipt, open_seq, open_price, open_at, due_at, updated_at)
    select nextval('futures_contract_ids'), c.member_id, c.instrument_id, c.direction, 10, 1, $4::int, 0.8, 2000, 10000,
      sha256('bench'), o.at - interval '1 millisecond', '', o.seq, o.price, o.at, o.at + make_interval(secs => $4::int), o.at
    from unnest($1::bigint[], $2::smallint[], $3::smallint[]) as c(member_id, instrument_id, direction)
    join unnest($5::smallint[], $6::bigint[], $7::numeric[], $8::timestamptz[]) as o(instrument_id, seq, price, at)
      on o.instrument_id = c.instrument_id
    returning id, member_id, due_at
    ), waiting as (
      insert into futures_waiting (for_end, at, id) select true, due_at, id from placed
    )
    select id, member_id from placed`,
  params: [
    arrayOf(int8),
    arrayOf(int2),
    arrayOf(int2),
    int4,
    arrayOf(int2),
    arrayOf(int8),
    arrayOf(price),
    arrayOf(timestamptz),
  ],
  row: { id: int8, memberId: int8 },
});

export interface Burst {
  /** Epoch milliseconds, the same for all. */
  readonly dueAt: number;
  readonly count: number;
}

const MARKETS = 10;
const PER_TRANSACTION = 5_000;
const STAKE = decimal<Amount>('10');
const RATIO = decimal<Rate>('0.8');
const STAKE_PLACES = 6;

/** Opened on the newest ticks, half of them up and half down; `members` take turns. */
export async function loadContracts(
  database: Database,
  wanted: { members: readonly number[]; count: number; seconds: number },
): Promise<Burst> {
  const { members, count, seconds } = wanted;
  const opens = await newestTicks(database);
  for (let from = 0; from < count; from += PER_TRANSACTION) {
    const owners = Array.from(
      { length: Math.min(PER_TRANSACTION, count - from) },
      (_, index) => members[(from + index) % members.length]!,
    );
    await database.transaction((tx) => insertSome(tx, owners, { opens, seconds }));
  }
  return { dueAt: opens[0]!.at + seconds * 1_000, count };
}

/** Of markets whose prices came in one cycle. */
async function newestTicks(database: Database): Promise<StoredTick[]> {
  const { all } = await loadInstruments(database);
  const asks = all.map(({ id }) => ({ instrumentId: id, at: Date.now(), skipsBackfilled: false }));
  const found = (await tickHistory.lastUpTo(database, asks)).filter((tick) => tick !== undefined);
  const newest = Math.max(...found.map(({ at }) => at));
  const together = found.filter(({ at }) => at === newest).slice(0, MARKETS);
  if (together.length < MARKETS) throw new Error('too few markets have a price of one moment');
  return together;
}

async function insertSome(
  tx: Tx,
  owners: readonly number[],
  { opens, seconds }: { opens: readonly StoredTick[]; seconds: number },
): Promise<void> {
  const marketOf = (index: number) => opens[index % MARKETS]!.instrumentId;
  const directionOf = (index: number) => 1 + (Math.floor(index / MARKETS) % 2);
  const rows = await tx.many(insertContracts, [
    owners,
    owners.map((_owner, index) => marketOf(index)),
    owners.map((_owner, index) => directionOf(index)),
    seconds,
    opens.map((tick) => tick.instrumentId),
    opens.map((tick) => tick.seq),
    opens.map((tick) => tick.price),
    opens.map((tick) => tick.at),
  ]);
  await exposeExchange(
    tx,
    owners.map((_owner, index) => [marketOf(index), directionOf(index)] as const),
  );
  const entries = rows.map(({ id, memberId }) => ({
    kind: recordTypes.contractOpen,
    reference: `contract:${id}`,
    postings: transfer({
      from: { owner: memberId, purpose: 'available' },
      to: { owner: exchangeAccounts.contracts, purpose: 'available' },
      asset: STAKE_ASSET,
      amount: STAKE,
    }),
  }));
  await postEntries(tx, entries, Date.now());
}

async function exposeExchange(
  tx: Tx,
  sides: readonly (readonly [number, number])[],
): Promise<void> {
  const terms = newTerms({
    symbol: '',
    seconds: 1,
    ratio: RATIO,
    assetScale: STAKE_PLACES,
    openAfterMs: 0,
  });
  const { winnings } = payoutOf(terms, STAKE, 'win');
  const counts = new Map<string, bigint>();
  for (const side of sides) counts.set(side.join(' '), (counts.get(side.join(' ')) ?? 0n) + 1n);
  for (const [side, count] of counts) {
    const [instrumentId = 0, direction = 0] = side.split(' ').map(Number);
    const contract = {
      instrumentId,
      direction: direction === 1 ? 'up' : 'down',
      stake: (STAKE * count) as Amount,
    } as const;
    await addExposure(tx, contract, (winnings * count) as Amount);
  }
}
