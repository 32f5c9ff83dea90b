/** Inserts orders of machines and of fixed terms whose first yield is due directly into a database, with purchases and journal. */
import type { Entry } from '@tern/ledger';
import {
  type EntryOrder,
  purchaseEntry as fixedTermEntry,
} from '../../../apps/server/src/features/products/earn/entries.ts';
import { purchaseEntry as machineEntry } from '../../../apps/server/src/features/products/staking/entries.ts';
import { postEntries } from '../../../apps/server/src/kernel/ledger/post-entries.ts';
import {
  amount,
  arrayOf,
  int8,
  jsonb,
  text,
  timestamptz,
} from '../../../apps/server/src/platform/database/columns.ts';
import type { Database, Tx } from '../../../apps/server/src/platform/database/database.ts';
import { defineQuery } from '../../../apps/server/src/platform/database/query.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const PER_INSERT = 5_000;

/** The database as its owner, who may add products, and as the server. */
export interface Stage {
  readonly owner: Database;
  readonly database: Database;
}

export interface Burst {
  /** Owners of the orders; they take turns. */
  readonly members: readonly number[];
  readonly count: number;
  /** The payout time: a whole minute that has passed. Units: epoch milliseconds. */
  readonly dueAt: number;
}

/** Bought in the minute before the day that is paid. */
const boughtAt = (dueAt: number) => dueAt - DAY_MS - MINUTE_MS;
const payoutMinuteOf = (dueAt: number) => (dueAt / MINUTE_MS) % DAY_MINUTES;

const beginMachine = defineQuery({
  name: 'bench.beginMachine',
  text: 'select staking_begin($1, $2) as id',
  params: [jsonb<object>(), timestamptz],
  row: { id: int8 },
});

/** The terms of the installation's machines: constant coins, and a constant value that is paid at a price. */
const MACHINES = [
  { name: 'Constant coins', asset: 'BTC', dailyRate: null, dailyOutput: '0.0000051' },
  { name: 'Constant value', asset: 'ETH', dailyRate: '0.0032', dailyOutput: null },
] as const;

const insertMachineOrders = defineQuery({
  name: 'bench.insertMachineOrders',
  text: `insert into staking_orders (product_id, member_id, version, kind, name, asset, pay_asset, asset_scale, pay_scale, income,
      freezes_output, term_days, payout_minute, penalty_ratio, units, paid, yield_base, yield_rate, promised, state, starts_at, ends_at,
      next_payout_at, created_at, updated_at)
    select p.id, member_id, p.version, p.kind, p.name, p.asset, p.pay_asset, coin.scale, pay.scale, income.kind, p.freezes_output,
      p.term_days, p.payout_minute, p.penalty_ratio, 1, p.unit_price, income.base, income.rate,
      staking_yield_through(income.base, income.rate, p.term_days, income.scale), 'running', $3::timestamptz - interval '24 hours',
      $3::timestamptz + interval '24 hours' * (p.term_days - 1), $3, $4, $4
    from unnest($2::bigint[]) as member_id
    join staking_products p on p.id = $1
    join assets coin on coin.code = p.asset
    join assets pay on pay.code = p.pay_asset
    cross join lateral (select
      case when p.daily_rate is null then 'coin' else 'value' end as kind,
      coalesce(p.daily_output, p.unit_price) as base,
      coalesce(p.daily_rate, 1) as rate,
      case when p.daily_rate is null then coin.scale else pay.scale end as scale
    ) income
    returning id, member_id, kind, name, income, asset, pay_asset, paid, promised`,
  params: [int8, arrayOf(int8), timestamptz, timestamptz],
  row: {
    id: int8,
    memberId: int8,
    kind: text,
    name: text,
    income: text,
    asset: text,
    payAsset: text,
    paid: amount,
    promised: amount,
  },
});

/** Half of the orders pay constant coins, half a constant value. All are durable together, and due. */
export async function loadMachineOrders(stage: Stage, burst: Burst): Promise<void> {
  const { members, count, dueAt } = burst;
  const ids: number[] = [];
  for (const machine of MACHINES) {
    const terms = {
      kind: 'sole',
      content: { en: 'A machine of the bench.' },
      payAsset: 'USDT',
      unitPrice: '100',
      freezesOutput: false,
      termDays: 30,
      payoutMinute: payoutMinuteOf(dueAt),
      penaltyRatio: '0',
      orderMax: 10,
      tokenAsset: null,
      tokenMin: '0',
      shares: null,
      listedAt: new Date(boughtAt(dueAt)).toISOString(),
      ...machine,
    };
    const begin = [terms, boughtAt(dueAt)] as const;
    ids.push((await stage.owner.transaction((tx) => tx.one(beginMachine, begin))).id);
  }
  const half = Math.ceil(count / 2);
  await stage.database.transaction(async (tx) => {
    for (let from = 0; from < count; from += PER_INSERT) {
      const product = ids[from < half ? 0 : 1]!;
      const owners = turns(members, { from, count });
      const orders = await tx.many(insertMachineOrders, [product, owners, dueAt, boughtAt(dueAt)]);
      await post(tx, orders.map(machineEntry));
    }
  });
}

const beginFixedTerm = defineQuery({
  name: 'bench.beginFixedTerm',
  text: `insert into fixed_terms
    select product.* from jsonb_populate_record(null::fixed_terms, product_columns($1) || jsonb_build_object(
      'id', product_begin('earn', $1, $2), 'version', 1, 'state', 'open', 'created_at', $2::timestamptz,
      'updated_at', $2::timestamptz)) product
    returning id`,
  params: [jsonb<object>(), timestamptz],
  row: { id: int8 },
});

const insertFixedTermOrders = defineQuery({
  name: 'bench.insertFixedTermOrders',
  text: `insert into fixed_term_orders as o (product_id, member_id, version, name, asset, scale, term_days, daily_rate, payout_minute,
      penalty_ratio, fee_ratio, principal, starts_at, next_payout_at, created_at)
    select p.id, member_id, p.version, p.name, p.asset, a.scale, p.term_days, p.daily_rate, p.payout_minute, p.penalty_ratio,
      p.fee_ratio, p.order_min, $3::timestamptz - interval '24 hours', $3, $4
    from unnest($2::bigint[]) as member_id
    join fixed_terms p on p.id = $1
    join assets a on a.code = p.asset
    returning o.id, o.member_id, o.asset, o.principal, earn_yield_through(o.principal, o.daily_rate, o.term_days, o.scale) as promised`,
  params: [int8, arrayOf(int8), timestamptz, timestamptz],
  row: { id: int8, memberId: int8, asset: text, principal: amount, promised: amount },
});

/** All are durable together, and due. */
export async function loadFixedTermOrders(stage: Stage, burst: Burst): Promise<void> {
  const { members, count, dueAt } = burst;
  const terms = {
    name: 'Bench 60',
    asset: 'USDT',
    content: { en: 'A fixed term of the bench.' },
    termDays: 60,
    dailyRate: '0.00035',
    payoutMinute: payoutMinuteOf(dueAt),
    penaltyRatio: '0.05',
    feeRatio: '0.001',
    orderMin: '100',
    orderMax: '50000',
  };
  const begin = [terms, boughtAt(dueAt)] as const;
  const { id } = await stage.owner.transaction((tx) => tx.one(beginFixedTerm, begin));
  await stage.database.transaction(async (tx) => {
    for (let from = 0; from < count; from += PER_INSERT) {
      const owners = turns(members, { from, count });
      const orders = await tx.many(insertFixedTermOrders, [id, owners, dueAt, boughtAt(dueAt)]);
      const entryOf = ({ promised, ...order }: (typeof orders)[number]) =>
        fixedTermEntry(order satisfies EntryOrder, promised);
      await post(tx, orders.map(entryOf));
    }
  });
}

function turns(members: readonly number[], { from, count }: { from: number; count: number }) {
  const length = Math.min(PER_INSERT, count - from);
  return Array.from({ length }, (_, index) => members[(from + index) % members.length]!);
}

const post = (tx: Tx, entries: readonly Entry[]) => postEntries(tx, entries, Date.now());
