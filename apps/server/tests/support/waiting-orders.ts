/** Markets in which members' orders wait for prices, one for each test. */
import { decimal, formatDecimal, type Price } from '@tern/money';
import { chainTick, tickGenesis } from '@tern/proofs';
import {
  amendConditional,
  type AmendConditionalInput,
} from '../../src/features/trading/spot/conditional/amend-conditional.ts';
import {
  describeConditional,
  listAttached,
} from '../../src/features/trading/spot/conditional/list-conditionals.ts';
import {
  cancelConditional,
  ConditionalsKnown,
  placeAttached,
  type PlaceAttachedInput,
  placeConditional,
  type PlaceConditionalInput,
  placeOco,
  type PlaceOcoInput,
} from '../../src/features/trading/spot/conditional/place-conditional.ts';
import { cancelOrder } from '../../src/features/trading/spot/cancel-order.ts';
import { createEngines, type Engines } from '../../src/features/trading/spot/engines.ts';
import { placeOrder } from '../../src/features/trading/spot/place-order.ts';
import { findOrder } from '../../src/features/trading/spot/store.ts';
import { balancesOf } from '../../src/kernel/ledger/balances.ts';
import {
  bytea,
  int2,
  int8,
  price as priceColumn,
  timestamptz,
} from '../../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './market.ts';

export const clock = manualClock();
export let fresh: FreshDatabase;
export let deps: Awaited<ReturnType<typeof spotDependencies>>;
export let engines: Engines;
let known: ConditionalsKnown;
let pairsKnown: ConditionalsKnown;
let changesKnown: ConditionalsKnown;
let readOnlySince: number | undefined;
/** By symbol, as in the chains. */
export const numbers = new Map<string, number>();
/** After the last stored tick, by symbol. */
const hashes = new Map<string, Uint8Array>();

export async function begin() {
  deps = {
    ...(await spotDependencies(fresh.database, clock)),
    readOnly: { since: () => readOnlySince } as never,
  };
  known = new ConditionalsKnown(fresh.database);
  pairsKnown = new ConditionalsKnown(fresh.database);
  changesKnown = new ConditionalsKnown(fresh.database, { isForChanges: true });
  engines = createEngines(deps);
  await engines.open();
}

/** Its own database, chains and first market for the file: files of a group share this module. */
export async function openWorld(): Promise<void> {
  for (const of of [numbers, hashes]) of.clear();
  markets = [];
  fresh = await freshDatabase();
  await begin();
}

export async function closeWorld(): Promise<void> {
  await engines.close();
  await fresh.drop();
}

/** A market of its own for each test. */
let markets: { symbol: string; base: string }[] = [];
export let symbol = '';
export let base = '';

export function nextMarket(): void {
  clock.set(WEDNESDAY_NOON);
  readOnlySince = undefined;
  if (markets.length === 0) {
    // Holders pay in USDT, and of one coin a fee leaves something that can be sold.
    markets = deps.instruments.all.filter(
      (each) =>
        each.class === 'crypto' &&
        each.quote === 'USDT' &&
        each.symbol !== 'bnbusdt' &&
        each.lotSize < decimal('1'),
    );
  }
  ({ symbol, base } = markets.shift()!);
}

export function useMarket(market: string): void {
  ({ symbol, base } = deps.instruments.find(market)!);
}

export function setReadOnly(since: number | undefined): void {
  readOnlySince = since;
}

/** The next reference price, and everything that it triggers. */
export async function tick(price: string) {
  const seq = (numbers.get(symbol) ?? 0) + 1;
  numbers.set(symbol, seq);
  deps.prices.publish({ symbol, price: decimal<Price>(price), at: clock.now(), seq });
  await settled();
}

let stored = Promise.resolve();
/** The same, and it is stored as the publisher of prices does; several at the same time come one after the other. */
export function storedTick(price: string): Promise<void> {
  stored = stored.then(() => storeAndPublish(price));
  return stored;
}

async function storeAndPublish(price: string): Promise<void> {
  const seq = (numbers.get(symbol) ?? 0) + 1;
  const { id } = deps.instruments.find(symbol)!;
  const at = clock.now();
  const exact = decimal<Price>(price);
  const before = hashes.get(symbol) ?? tickGenesis(symbol);
  const hash = chainTick(before, { symbol, seq, at, price: exact, source: 'test', rule: 1 });
  hashes.set(symbol, hash);
  await fresh.database.transaction((tx) =>
    tx.run(insertTick, [id, seq, at, exact, Buffer.from(hash)]),
  );
  await tick(price);
}

/** A command that changes nothing is refused once its batch has committed, with what prices did before it. */
export async function settled() {
  const { id } = engines.instruments.find(symbol)!;
  const nothing = { kind: 'cancel', memberId: 1, orderId: 1, key: undefined } as const;
  await engines.submit(id, nothing).catch(() => undefined);
}

type Given = Partial<PlaceConditionalInput> & Pick<PlaceConditionalInput, 'memberId' | 'kind'>;
export const wait = (given: Given) =>
  placeConditional(
    { engines, known },
    {
      symbol,
      side: 'sell',
      watches: 'reference',
      triggerPrice: undefined,
      rate: undefined,
      startPrice: undefined,
      price: undefined,
      quantity: undefined,
      total: undefined,
      key: undefined,
      ...given,
    },
  ).then(({ conditional }) => conditional);

type GivenOco = Partial<PlaceOcoInput> & Pick<PlaceOcoInput, 'memberId'>;
/** Sells two at 520, or at 490 when the reference price falls to 495, unless given otherwise. */
export const oco = (given: GivenOco) =>
  placeOco(
    { engines, pairsKnown },
    {
      symbol,
      side: 'sell',
      watches: 'reference',
      price: '520',
      triggerPrice: '495',
      stopLimitPrice: '490',
      quantity: '2',
      key: undefined,
      ...given,
    },
  ).then(({ conditional }) => ({ ...conditional, limitId: conditional.pair!.orderId }));

type GivenAttached = Partial<PlaceAttachedInput> & Pick<PlaceAttachedInput, 'memberId'>;
/** Buys two at 490, to be sold at 520 or 470 by the reference price, unless given otherwise. */
export const attach = (given: GivenAttached) =>
  placeAttached(
    { engines, known },
    {
      symbol,
      side: 'buy',
      type: 'limit',
      watches: 'reference',
      price: '490',
      quantity: '2',
      total: undefined,
      takeProfit: '520',
      stopLoss: '470',
      key: undefined,
      ...given,
    },
  ).then(({ order: placed }) => placed);

/** Take profit and stop loss of an order. */
export const attachedTo = async (memberId: number, orderId: number) =>
  (await listAttached(fresh.database, deps.instruments, { memberId, orderId })).attached;

export const cancelLimit = (memberId: number, orderId: number) =>
  cancelOrder(fresh.database, engines, { memberId, orderId, key: undefined });

export const order = (memberId: number, id: number) => findOrder(fresh.database, id, memberId);

export const cancel = (memberId: number, conditionalId: number) =>
  cancelConditional(fresh.database, engines, { memberId, conditionalId, key: undefined });

type Change = Omit<AmendConditionalInput, 'memberId' | 'conditionalId' | 'key'>;
export const amendWaiting = (memberId: number, conditionalId: number, to: Change) =>
  amendConditional(
    { database: fresh.database, engines, changesKnown },
    { memberId, conditionalId, key: undefined, ...to },
  ).then(({ conditional }) => conditional);

export const limit = (memberId: number, side: 'buy' | 'sell', price: string, quantity = '1') =>
  placeOrder(engines, {
    symbol,
    type: 'limit',
    total: undefined,
    key: undefined,
    memberId,
    side,
    price,
    quantity,
  });

export const find = (memberId: number, id: number) =>
  describeConditional(fresh.database, deps.instruments, { memberId, id });

export async function balance(memberId: number, asset: string) {
  const row = (await balancesOf(fresh.database, memberId)).find((each) => each.asset === asset);
  return { available: formatDecimal(row!.available), held: formatDecimal(row!.held) };
}

export const holder = () => fundedMember(fresh.database, { [base]: '10', USDT: '10000' });

const countOpen = defineQuery({
  name: 'test.openOrders',
  text: `select count(*) filter (where status = 1)::int8 as open from spot_orders where member_id = $1`,
  params: [int8],
  row: { open: int8 },
});
export const openOrders = (memberId: number) => fresh.database.one(countOpen, [memberId]);

const insertTick = defineStatement({
  name: 'test.storeTick',
  text: `insert into ticks (instrument_id, seq, at, price, quantity, taker_side, source, rule, hash)
    values ($1, $2, $3, $4, 1, 'buy', 'test', 1, $5)`,
  params: [int2, int8, timestamptz, priceColumn, bytea],
});
