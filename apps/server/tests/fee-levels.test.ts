/** Fee levels on PostgreSQL: set once a day from what members traded, and fixed on each order when it is accepted. */
import { type Amount, decimal, formatDecimal, type Price, type Rate } from '@tern/money';
import type { HtxFeeRate } from '@tern/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditFeeLevels } from '../src/audit/fee-levels.ts';
import { auditSpot, findWrongTrades } from '../src/audit/spot.ts';
import { accountCalls } from '../src/features/gateway/htx-gateway/private/rest/account-calls.ts';
import type { SignedCallDeps } from '../src/features/gateway/htx-gateway/private/rest/signed-call.ts';
import type { Access } from '../src/features/gateway/keys/index.ts';
import { feeLevels } from '../src/features/trading/fee-level/index.ts';
import { KnownLevels } from '../src/features/trading/fee-level/order-fees.ts';
import { setLevels } from '../src/features/trading/fee-level/set-levels.ts';
import { showLevel } from '../src/features/trading/fee-level/show-level.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { exchangeCoins } from '../src/features/trading/swap/exchange-coins.ts';
import { date, int2, int8, rate } from '../src/platform/database/columns.ts';
import type { Database } from '../src/platform/database/database.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { changeSetting } from './support/change-setting.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies } from './support/market.ts';
import { agreeVersion } from './support/operator-decisions.ts';
import { swapDependencies } from './support/swap.ts';
import { failedRulesOf } from './support/tampering.ts';

const htxFees = accountCalls.find(({ path }) => path === '/v2/reference/transact-fee-rate');
const RATES = 'every order has the rates of its fee level';
const LEVELS = 'every fee level follows from what was traded, as announced';

const ratesOf = defineQuery({
  name: 'fee-level-test.ratesOf',
  text: 'select maker_fee_ratio as maker, taker_fee_ratio as taker from spot_orders where id = $1',
  params: [int8],
  row: { maker: rate, taker: rate },
});
const levelDays = defineQuery({
  name: 'fee-level-test.levelDays',
  text: 'select day, level from fee_levels where member_id = $1 order by day',
  params: [int8],
  row: { day: date, level: int2 },
});
const countDays = defineQuery({
  name: 'fee-level-test.countDays',
  text: 'select count(*)::int8 as count from fee_level_days',
  params: [],
  row: { count: int8 },
});
const postings = defineQuery({
  name: 'fee-level-test.postings',
  text: 'select max(id) as last from ledger_postings',
  params: [],
  row: { last: int8 },
});
const addLevel = defineStatement({
  name: 'fee-level-test.addLevel',
  text: 'insert into fee_levels (member_id, day, level) select $1, max(day), 6 from fee_level_days',
  params: [int8],
});
const addTurnover = defineStatement({
  name: 'fee-level-test.addTurnover',
  text: `insert into fee_level_turnover (member_id, day, waited, at_once, swapped, order_fees, swap_fees) values ($1, '2026-01-01', 9999999, 0, 0, 0, 0)`,
  params: [int8],
});
const addDay = defineStatement({
  name: 'fee-level-test.addDay',
  text: `insert into fee_level_days (day, levels, set_at, from_at) values ('2027-01-01', '{}', '2027-01-01', '2027-01-01 01:00Z')`,
  params: [],
});

const clock = manualClock(Date.parse('2026-11-18T23:50:00Z'));
let fresh: FreshDatabase;
let engines: Engines;
let deps: Awaited<ReturnType<typeof spotDependencies>>;
let levelDeps: Parameters<typeof setLevels>[0];
let swapDeps: Awaited<ReturnType<typeof swapDependencies>>;
const known = new KnownLevels();
let trader: number;
let other: number;

/** USD in USDT at each midnight. */
const history = { priceAt: async () => decimal<Price>('0.5') };

beforeAll(async () => {
  fresh = await freshDatabase({ poolSize: 12 });
  deps = await spotDependencies(fresh.database, clock);
  swapDeps = await swapDependencies(fresh.database, clock);
  levelDeps = { ...deps, valuation: swapDeps.valuation, history };
  const feesOf = known.feesOf.bind(known);
  engines = createEngines({ ...deps, feesOf });
  await engines.open();
  [trader, other] = await Promise.all([
    fundedMember(fresh.database, { USDT: '300000', BTC: '10' }),
    fundedMember(fresh.database, { USDT: '300000', BTC: '10' }),
  ]);
});
afterAll(async () => {
  await engines.close();
  await fresh.drop();
});

const at = (time: string) => clock.set(Date.parse(time));
/** As the jobs of an instance do. */
async function set(): Promise<void> {
  await setLevels(levelDeps);
  await known.refresh(fresh.database);
}
async function place(memberId: number, side: 'buy' | 'sell', quantity: string) {
  deps.tick('btcusdt', '64000');
  const limit = { type: 'limit', price: '64000', total: undefined, key: undefined } as const;
  const { order } = await placeOrder(engines, {
    memberId,
    symbol: 'btcusdt',
    side,
    quantity,
    ...limit,
  });
  return order;
}
/** The seller waits, the buyer fills at once. */
async function trade(seller: number, buyer: number, quantity: string) {
  const sold = await place(seller, 'sell', quantity);
  const bought = await place(buyer, 'buy', quantity);
  return { sold: sold.ID, bought: bought.ID };
}
const ratesText = async (orderId: number) => {
  const { maker, taker } = await fresh.database.one(ratesOf, [orderId]);
  return [maker, taker].map((each: Rate) => formatDecimal(each));
};
/** What HTX's call says of the market now. */
async function htxRates(memberId: number) {
  const { instruments } = deps;
  const used: Partial<SignedCallDeps> = { instruments, feesOf: known.feesOf.bind(known), clock };
  const answer = htxFees!.answer(used as SignedCallDeps, {
    access: { memberId } as Access,
    inputs: { symbols: 'btcusdt' },
    params: {},
  });
  const [row] = (await answer) as HtxFeeRate[];
  return { maker: row?.actualMakerRate, taker: row?.actualTakerRate };
}
const levelsOf = async (memberId: number) =>
  (await fresh.database.many(levelDays, [memberId])).map(({ day, level }) => `${day} ${level}`);
const show = (memberId: number) =>
  showLevel({ lists: fresh.database, clock, instruments: deps.instruments, known }, memberId);
const audit = (database: Database) =>
  database.snapshot(async (reader) => [
    ...(await auditSpot(reader)),
    ...(await auditFeeLevels(reader)),
  ]);

describe('fee levels', () => {
  it('are set once a day, by one of two instances', async () => {
    await trade(trader, other, '0.9');
    at('2026-11-19T00:00:30Z');
    await set();
    // Trades of the day before may still commit: these are the levels of that day.
    expect((await fresh.database.one(countDays, [])).count).toBe(1);
    at('2026-11-19T00:01:00Z');
    await Promise.all([set(), set()]);
    await set();
    expect((await fresh.database.one(countDays, [])).count).toBe(2);
    // 0.9 × 64,000 = 57,600.
    expect(await levelsOf(trader)).toEqual(['2026-11-19 2']);
    expect(await levelsOf(other)).toEqual(['2026-11-19 2']);
  });

  it('hold from ten minutes after midnight, for orders that are accepted then; an order keeps its rates', async () => {
    at('2026-11-19T00:09:59Z');
    const before = await place(trader, 'sell', '0.001');
    at('2026-11-19T00:10:00Z');
    const after = await place(trader, 'sell', '0.001');
    expect(await ratesText(before.ID)).toEqual(['0.001', '0.001']);
    expect(await ratesText(after.ID)).toEqual(['0.0009', '0.00095']);
    expect(await htxRates(trader)).toEqual({ maker: '0.0009', taker: '0.00095' });
    const bought = await place(other, 'buy', '0.002');
    // 64 USDT each: what waited pays by its own rates, 0.064 and 0.0576.
    expect(formatDecimal(decimal<Amount>(bought.fee))).toBe('0.0000019');
    const faults = (await audit(fresh.database)).flatMap((finding) => finding.faults);
    expect(faults).toEqual([]);
  });

  it('count swaps, and what the member paid, in USDT', async () => {
    swapDeps.tickAll();
    const swap = { memberId: other, given: '1000', from: 'USDT', to: 'BTC' };
    await exchangeCoins(swapDeps, { ...swap, leastReceived: undefined, key: undefined });
    at('2026-11-20T00:12:00Z');
    await set();
    at('2026-11-20T00:20:00Z');
    const shown = await show(other);
    expect(shown).toMatchObject({
      level: 2,
      day: '2026-11-20',
      traded: '58728',
      waited: '0',
      atOnce: '57728',
      swapped: '1000',
      ending: '0',
      markets: [],
    });
    // 57,600 at 0.1 %, 128 at 0.095 %; the fee of a swap is 0.1 % of what it received before the fee.
    expect(Number(shown.orderFees)).toBeCloseTo(57.6 + 0.1216, 3);
    expect(Number(shown.swapFees)).toBeCloseTo(1, 3);
    expect(shown.levels[1]).toEqual({
      level: 2,
      from: '50000',
      maker: '0.0009',
      taker: '0.00095',
    });
  });

  it('fall when the trades are older than 30 days, also after days without the server', async () => {
    at('2026-12-18T00:30:00Z');
    await set();
    at('2026-12-18T01:00:00Z');
    expect(await show(trader)).toMatchObject({ level: 2, ending: '57600' });
    at('2026-12-19T00:30:00Z');
    await set();
    expect(await levelsOf(trader)).toEqual(['2026-11-19 2', '2026-12-19 1']);
    at('2026-12-19T00:40:00Z');
    const { ID } = await place(trader, 'sell', '0.001');
    expect(await ratesText(ID)).toEqual(['0.001', '0.001']);
  });

  it('follow an announced change from the next day on', async () => {
    const levels = Object.entries(feeLevels.document as object).map(([name, value]) => [
      name,
      /^(maker|taker)[12]$/.test(name) ? '0.0005' : /^(maker|taker)/.test(name) ? '0' : value,
    ]);
    await changeSetting(fresh.database, 'spot.feeLevels', Object.fromEntries(levels));
    const before = await place(trader, 'sell', '0.001');
    expect(await ratesText(before.ID)).toEqual(['0.001', '0.001']);
    at('2026-12-20T00:30:00Z');
    await set();
    at('2026-12-20T01:00:00Z');
    const after = await place(trader, 'sell', '0.001');
    expect(await ratesText(after.ID)).toEqual(['0.0005', '0.0005']);
  });

  it('never ask more than the market does', () => {
    const level = { maker: decimal<Rate>('0.001'), taker: decimal<Rate>('0.001') };
    const btc = deps.instruments.find('btcusdt')!;
    const free = { ...btc, makerFee: 0n as Rate };
    expect(known.feesOf(trader, free, clock.now())).toEqual({
      maker: 0n,
      taker: decimal<Rate>('0.0005'),
    });
    expect(new KnownLevels().feesOf(trader, btc, clock.now())).toEqual(level);
  });

  it('give way to the fee of a market in force when the order is accepted, which the audit knows', async () => {
    const { id } = deps.instruments.find('btcusdt')!;
    const takerFee = decimal<Rate>('0.0002');
    const effectiveAt = clock.now() + 1_000;
    const version = { key: 'pair.btcusdt', value: { takerFee: '0.0002' }, effectiveAt };
    await fresh.database.transaction((tx) => agreeVersion(tx, { ...version, kind: 'marketTerms' }));
    deps.instruments.setVersions(id, [{ id: 1, effectiveAt, change: { takerFee } }]);
    clock.advance(999);
    const before = await trade(other, trader, '0.01');
    clock.advance(1);
    const after = await trade(other, trader, '0.01');
    expect(await ratesText(before.bought)).not.toContain('0.0002');
    expect(await ratesText(after.bought)).toContain('0.0002');
  });

  it('cannot be set again, later, or as nobody announced them', async () => {
    const { database } = fresh;
    const run = (work: () => Promise<unknown>) => work().then(() => 'done', String);
    const tried = [
      () => database.transaction((tx) => tx.run(addLevel, [trader])),
      () => database.transaction((tx) => tx.run(addTurnover, [trader])),
      () => database.transaction((tx) => tx.run(addDay, [])),
    ];
    const refused = await Promise.all(tried.map(run));
    expect(refused.map((each) => /are set with their day|not the announced/.test(each))).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('the audit of fee levels', () => {
  it('passes, and the check of each minute too', async () => {
    expect((await audit(fresh.database)).flatMap((finding) => finding.faults)).toEqual([]);
    const { last } = await fresh.database.one(postings, []);
    expect(
      await findWrongTrades(fresh.database, { posting: 0, through: { posting: last } } as never),
    ).toEqual([]);
  });

  it.each([
    [
      'an order with other rates',
      RATES,
      `update spot_orders set maker_fee_ratio = 0.0009 where maker_fee_ratio = 0.0005`,
    ],
    ['a level that does not follow', LEVELS, `update fee_levels set level = 1 where level = 2`],
    [
      'levels that nobody announced',
      LEVELS,
      `update fee_level_days set levels = levels || '{"maker6": "0"}' where day = '2026-11-20'`,
    ],
    [
      'what was traded made more',
      LEVELS,
      `update fee_level_turnover set waited = waited + 1000000`,
    ],
  ])('finds %s', async (_name, rule, sql) => {
    expect(await failedRulesOf(audit, fresh, [sql])).toContain(rule);
  });
});
