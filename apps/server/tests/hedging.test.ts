/** One Tern is the venue of another: what swaps leave is hedged there within limits, each order once, and a switch stops it. */
import { randomBytes } from 'node:crypto';
import { add, type Amount, decimal, formatDecimal, type Price } from '@tern/money';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHtxVenue } from '../src/adapters/htx-venue/htx-venue.ts';
import { auditBooks } from '../src/audit/books.ts';
import type { VenueDeps } from '../src/features/backoffice/hedging/deps.ts';
import { settle, settleOrders } from '../src/features/backoffice/hedging/settle-orders.ts';
import { sentOrders } from '../src/features/backoffice/hedging/store.ts';
import { type Venue, VenueUnreachable } from '../src/kernel/venues/venue.ts';
import { text, timestamptz } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { createLog } from '../src/platform/log.ts';
import { changeSetting } from './support/change-setting.ts';
import { untilLocked } from './support/lock-waits.ts';
import { type ManualClock, manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createApiKey, type SignedClient, signedClient } from './support/signed-client.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** With the paper money of the registration. */
const [USDT, BTC] = ['1010000', '5.1'];

const orderBySql = defineStatement({
  name: 'test.hedgeBySql',
  text: `insert into hedge_orders (client_order_id, asset, symbol, side, amount, price, exposure, exposure_max, created_at)
    values ($1, 'BTC', 'btcusdt', 'sell', $2::text::numeric, 1, 9, 0.01, $3)`,
  params: [text, text, timestamptz],
});
const fillBySql = defineStatement({
  name: 'test.fillBySql',
  text: `insert into hedge_fills (order_id, trade_id, price, amount, fee, fee_asset)
    select max(id), 'forged', 1, 1, 0, 'USDT' from hedge_orders`,
  params: [],
});
const resumeBySql = defineStatement({
  name: 'test.resumeBySql',
  text: `with r as (insert into hedging_resumes (stop_id, reason, proposed_by, created_at)
      select s.id, 'alone', (select min(id) from operators), now() from hedging_stops s where ended_at is null returning id, stop_id)
    update hedging_stops s set ended_at = now(), resume_id = r.id from r where s.id = r.stop_id`,
  params: [],
});

const lockHedging = defineStatement({
  name: 'test.lockHedging',
  text: 'select from hedging_lock for update',
  params: [],
});

let clock: ManualClock;
let there: TestServer;
let here: TestServer;
let account: Person;
let trader: Person;
let client: SignedClient;
let venue: Venue;
let operators: Console;
let ada: string;
let bo: string;
/** Bitcoin of the exchange, at the start. */
let owned: Amount;

/** What the venue does besides its work. */
interface Fault {
  /** The request is lost before it arrives. */
  losesOrder?: boolean;
  /** The order arrives, and nothing after it is answered. */
  losesAnswer?: boolean;
  isSilent?: boolean;
  /** Orders never end. */
  isVague?: boolean;
  /** It reports coins of which nobody knows the price. */
  hasUnpriced?: boolean;
}
let fault: Fault = {};
let placed = 0;

function faulty(real: Venue): Venue {
  const silent = () => Promise.reject(new VenueUnreachable('no answer within 5 s'));
  return {
    ...real,
    market: (asset) => (fault.isSilent ? silent() : real.market(asset)),
    async balances() {
      if (fault.isSilent) return silent();
      const found = await real.balances();
      return fault.hasUnpriced ? new Map([...found, ['VND', decimal<Amount>('7')]]) : found;
    },
    async find(id) {
      if (fault.isSilent) return silent();
      const found = await real.find(id);
      return found && { ...found, isDone: found.isDone && fault.isVague !== true };
    },
    async place(order) {
      placed += 1;
      if (fault.losesOrder) return silent();
      await real.place(order);
      if (!fault.losesAnswer) return;
      fault = { isSilent: true };
      return silent();
    },
  };
}

beforeAll(async () => {
  clock = manualClock();
  there = await startServer({ clock, prices: 'still' });
  account = await there.register();
  await there.fund(account.memberId, { USDT: '1000000', BTC: '5' });
  const key = await createApiKey(there, account);
  client = signedClient(() => there.url(), key);
  venue = faulty(createHtxVenue({ url: there.url(), ...key }, clock));
  here = await startServer({ clock, prices: 'still', ownJobs: ['hedging.run'], venue });
  trader = await here.register();
  await here.fund(trader.memberId, { USDT: '1000000' });
  operators = createConsole(here, clock);
  ada = await operators.signIn(1);
  bo = await operators.signIn(2);
  await limits({});
  owned = decimal(bitcoin(await show()).owned);
  await aim('0');
});
afterAll(async () => {
  const faults = (await auditBooks(here.fresh.database)).flatMap((finding) => finding.faults);
  // The money of the members of these tests has no fact.
  expect(faults.filter((each) => !each.includes('test:'))).toEqual([]);
  await here.stop();
  await there.stop();
});

async function limits(over: { exposureMax?: string; orderMax?: string; dayMax?: string }) {
  const { exposureMax = '0.01', orderMax = '0.5', dayMax = '3' } = over;
  const { database } = here.fresh;
  await changeSetting(database, 'hedging.exposureMax', { BTC: exposureMax });
  await changeSetting(database, 'hedging.orderMax', { BTC: orderMax });
  await changeSetting(database, 'hedging.dayMax', { BTC: dayMax });
  await here.runJob('settings.refresh');
}

/** What the exchange wants to own: as much as at the start, and so much more. */
async function aim(more: string) {
  const target = formatDecimal(add(owned, decimal<Amount>(more)));
  await changeSetting(here.fresh.database, 'hedging.targets', { BTC: target });
  await here.runJob('settings.refresh');
}

/** Prices of now at both. */
async function tick() {
  clock.advance(1_000);
  await there.runJob('pricing.ticks');
  await here.runJob('pricing.ticks');
}
async function run(rounds = 1) {
  for (let round = 0; round < rounds; round += 1) {
    await tick();
    await here.runJob('hedging.run');
  }
}
const show = (token = ada) => operators.data('GET /operator/hedging/show', {}, token);
type Shown = OperatorOutput<'GET /operator/hedging/show'>;
const bitcoin = ({ exposures }: Shown) => exposures.find(({ coinname }) => coinname === 'BTC')!;
const at = ({ positions }: Shown, coin: string) =>
  positions.find(({ coinname }) => coinname === coin);

async function agree(ID: number, token = bo) {
  const claimed = await operators.call('POST /operator/review/claim', { ID }, token);
  if (claimed.code !== 0) return claimed;
  const { rereview } = await operators.data('GET /operator/review/find', { ID }, token);
  const given = { ID, stage: 'second' as const, hash: rereview.hash };
  return operators.call('POST /operator/review/approve', given, token);
}
async function resume() {
  const reason = 'We have looked.';
  const { reviewId } = await operators.data(
    'POST /operator/hedging/proposeResume',
    { reason },
    ada,
  );
  expect((await agree(reviewId)).code).toBe(0);
}
async function moved(move: 'in' | 'out', coinname: string, amount: string) {
  const reference = randomBytes(6).toString('hex');
  const input = { move, coinname, amount, reference, reason: 'Seen at the venue.' };
  return (await operators.data('POST /operator/hedging/proposeMove', input, ada)).reviewId;
}
/** A member buys for USDT: the exchange is left with less. */
async function swap(usdt: string) {
  await tick();
  const { token } = trader;
  const input = { num: usdt, from_coin: 'USDT', to_coin: 'BTC' };
  return (await here.api.data('POST /recharge/exchange', input, { token })).exchange;
}
const ordersThere = async () => {
  const query = { symbol: 'btcusdt', states: 'filled,partial-canceled,canceled' };
  const { body } = await client.get('/v1/order/orders', query, { at: clock.now() });
  return body.data as { 'field-amount': string; 'client-order-id': string }[];
};

describe('hedging', () => {
  it('is off until two people have begun, whatever the exposure is', async () => {
    await swap('20000');
    await run();
    const shown = await show();
    expect(shown).toMatchObject({ stop: { cause: 'first', by: null, reviewId: null }, orders: [] });
    expect(Number(bitcoin(shown).exposure)).toBeLessThan(-0.1);
    expect(await ordersThere()).toEqual([]);
    await expect(here.fresh.database.transaction((tx) => tx.run(resumeBySql, []))).rejects.toThrow(
      'two operators',
    );
  });

  it('names what the venue reports and our books do not have, until two people record it', async () => {
    const before = await show();
    expect(at(before, 'USDT')).toMatchObject({ booked: '0', reported: USDT, isLarge: true });
    const reviews = [];
    for (const { coinname, reported } of before.positions)
      reviews.push(await moved('in', coinname, reported!));
    expect((await agree(reviews[0]!, ada)).code).toBe(5032);
    for (const each of reviews) expect((await agree(each)).code).toBe(0);
    const after = await show();
    expect(at(after, 'USDT')).toMatchObject({ booked: USDT, difference: '0', isLarge: false });
    // The target is what the exchange wants to own here and there.
    const exposure = bitcoin(after).exposure;
    await aim(BTC);
    expect(Number(exposure) - Number(bitcoin(await show()).exposure)).toBeCloseTo(Number(BTC));
  });

  it('buys back what a swap took, and the books have there what the venue reports', async () => {
    await resume();
    const { received } = await swap('20000');
    await run(6);
    const shown = await show();
    expect(shown).toMatchObject({ stop: null, fault: '', errors: 0 });
    expect(shown.orders[0]).toMatchObject({ side: 'buy', state: 'done', coinname: 'BTC' });
    expect(Number(shown.orders[0]!.filled)).toBeGreaterThan(0);
    expect(Math.abs(Number(bitcoin(shown).exposure))).toBeLessThanOrEqual(0.01);
    expect(Number(at(shown, 'BTC')!.booked)).toBeCloseTo(Number(BTC) + 2 * Number(received), 1);
    for (const { difference } of shown.positions) expect(Number(difference)).toBeCloseTo(0, 5);
    const orders = await ordersThere();
    expect(orders).toHaveLength(shown.orders.length);
    for (const { num } of shown.orders) expect(Number(num)).toBeLessThanOrEqual(0.5);
  });

  it('that lost the answer to an order finds it by its number, and does not send it again', async () => {
    const before = (await ordersThere()).length;
    await swap('20000');
    fault = { losesAnswer: true };
    await run();
    const [sent] = (await show()).orders;
    expect(sent).toMatchObject({ state: 'sent', filled: '0' });
    await run();
    fault = {};
    // Two instances learn it at the same time, as when a lease moves.
    const { clientOrderId } = (await here.fresh.database.many(sentOrders, []))[0]!;
    const outcome = (await venue.find(clientOrderId))!;
    const deps = { database: here.fresh.database, clock };
    const end = { end: 'done', reason: '', outcome } as const;
    await Promise.all([1, 2].map(() => settle(deps, { id: sent!.ID, asset: 'BTC' }, end)));
    await run();
    const shown = await show();
    expect(shown.orders[0]).toMatchObject({ state: 'done' });
    expect(Number(shown.orders[0]!.filled)).toBeGreaterThan(0);
    expect((await ordersThere()).length).toBe(before + 1);
    expect(shown).toMatchObject({ stop: null, errors: 0 });
  });

  it('that lost an order on the way waits until it can no longer arrive, then sends a new one', async () => {
    const before = placed;
    await swap('20000');
    fault = { losesOrder: true };
    await run();
    fault = {};
    await run(3);
    expect(placed).toBe(before + 1);
    expect((await show()).orders[0]).toMatchObject({ state: 'sent' });
    clock.advance(6 * MINUTE);
    await run(2);
    const [newest, lost] = (await show()).orders;
    expect([newest!.state, lost!.state]).toEqual(['done', 'absent']);
    expect(lost!.filled).toBe('0');
    expect(placed).toBe(before + 2);
  });
});

describe('a round', () => {
  it('orders nothing while nobody knows how much a difference is worth', async () => {
    await swap('20000');
    const before = placed;
    fault = { hasUnpriced: true };
    await run(2);
    expect([placed, (await show()).stop]).toEqual([before, null]);
    fault = {};
    await run(2);
    expect(placed).toBeGreaterThan(before);
  });

  it('does not send an order that is older than a minute', async () => {
    await swap('20000');
    const before = placed;
    let round: Promise<unknown> | undefined;
    await here.fresh.owner.transaction(async (tx) => {
      await tx.run(lockHedging, []);
      await tick();
      round = here.runJob('hedging.run');
      await untilLocked(here.fresh.database);
      clock.advance(MINUTE + 1_000);
    });
    await round;
    expect(placed).toBe(before);
    expect((await show()).orders[0]).toMatchObject({ state: 'absent' });
    await run(2);
    expect(placed).toBeGreaterThan(before);
  });
});

describe('the switch', () => {
  it('turns itself off where the venue does not know an order that it may have forgotten', async () => {
    await swap('20000');
    fault = { losesOrder: true };
    await run();
    fault = {};
    clock.advance(2 * HOUR);
    await run();
    [ada, bo] = [await operators.signIn(1), await operators.signIn(2)];
    const { stop, orders } = await show();
    expect(stop).toMatchObject({ cause: 'difference' });
    expect(orders[0]!.state).toBe('absent');
    await resume();
    await run(2);
  });

  it('is turned off by one person, and no order is stored after it by anyone', async () => {
    const reason = 'The venue is in the news.';
    expect((await operators.call('POST /operator/hedging/stop', { reason }, ada)).code).toBe(0);
    expect((await operators.call('POST /operator/hedging/stop', { reason }, bo)).code).toBe(5034);
    await swap('20000');
    const before = placed;
    await run(2);
    expect(placed).toBe(before);
    expect((await show()).stop).toMatchObject({
      cause: 'person',
      detail: reason,
      by: 'operator-1',
    });
    const bySql = here.fresh.database.transaction((tx) =>
      tx.run(orderBySql, ['forged-1', '0.1', clock.now()]),
    );
    await expect(bySql).rejects.toThrow('hedging is stopped');
    await resume();
    await run(3);
    expect(placed).toBeGreaterThan(before);
  });

  it('turns itself off after five errors of the venue in a row', async () => {
    fault = { isSilent: true };
    await run(4);
    expect(await show()).toMatchObject({ stop: null, errors: 4 });
    await run();
    expect((await show()).stop).toMatchObject({ cause: 'errors', by: null });
    fault = {};
    await run();
    expect(await show()).toMatchObject({ fault: '', errors: 0, stop: { cause: 'errors' } });
    await resume();
  });

  it('turns itself off where the venue does not say how an order ended', async () => {
    await swap('20000');
    fault = { isVague: true };
    await run(2);
    const { stop, orders } = await show();
    expect([stop, orders[0]!.state]).toEqual([null, 'sent']);
    clock.advance(10 * MINUTE);
    await run();
    expect((await show()).stop!.detail).toContain('how order');
    fault = {};
    await run();
    await resume();
  });

  it('turns itself off where an order is refused again and again, and says what the venue answered', async () => {
    await client.post(
      '/v1/order/orders/place',
      {
        'account-id': String(account.memberId),
        symbol: 'btcusdt',
        type: 'buy-limit',
        amount: '20',
        price: '40000',
      },
      { at: clock.now() },
    );
    await aim('9');
    await limits({ orderMax: '4', dayMax: '9' });
    await run(5);
    const shown = await show();
    expect(shown.stop).toMatchObject({ cause: 'errors' });
    expect(shown.orders[0]).toMatchObject({ state: 'refused' });
    expect(shown.orders[0]!.reason).toContain('account-frozen-balance-insufficient-error');
    await aim(BTC);
    await limits({});
    await resume();
  });

  it('turns itself off where 24 hours have no room left, and the database holds each limit', async () => {
    const direct = (amount: string) =>
      here.fresh.database.transaction((tx) =>
        tx.run(orderBySql, [randomBytes(8).toString('hex'), amount, clock.now()]),
      );
    await expect(direct('0.51')).rejects.toThrow('not within the limits');
    await limits({ dayMax: '0.1' });
    await expect(direct('0.05')).rejects.toThrow('not within the limits');
    await swap('20000');
    await run();
    const { stop } = await show();
    expect(stop).toMatchObject({ cause: 'limit' });
    expect(stop!.detail).toContain('BTC');
    clock.advance(25 * HOUR);
    [ada, bo] = [await operators.signIn(1), await operators.signIn(2)];
    await limits({});
    await resume();
    await run(2);
    expect((await show()).stop).toBeNull();
  });

  it.each([
    ['at a worse price', { price: '0.5' }],
    ['with a fee below zero', { fee: '-1' }],
  ] as const)('turns itself off where a fill is refused: %s', async (_what, over) => {
    const { database } = here.fresh;
    const id = randomBytes(8).toString('hex');
    await database.transaction((tx) => tx.run(orderBySql, [id, '0.1', clock.now()]));
    const { price, fee } = { price: '1', fee: '0', ...over };
    const amounts = { quantity: decimal<Amount>('0.1'), fee: decimal<Amount>(fee) };
    const fill = { tradeId: '9', price: decimal<Price>(price), ...amounts, feeAsset: 'USDT' };
    const outcome = { isDone: true, venueOrderId: '7', fills: [fill] };
    const wrong = { ...venue, find: () => Promise.resolve(outcome) };
    const log = createLog('silent');
    await settleOrders({ database, clock, log, venue: wrong } as unknown as VenueDeps);
    const { stop, orders } = await show();
    expect(stop).toMatchObject({ cause: 'difference', by: null });
    expect(orders[0]).toMatchObject({ state: 'disputed', filled: '0' });
    expect(orders[0]!.reason).toContain(`9: 0.1 at ${price}, fee ${fee} USDT`);
    await expect(database.transaction((tx) => tx.run(fillBySql, []))).rejects.toThrow('no such');
    await resume();
    await run(3);
    expect((await show()).stop).toBeNull();
  });

  it('turns itself off where the venue reports another position, and names the difference', async () => {
    await there.fund(account.memberId, { USDT: '500' });
    await run();
    const shown = await show();
    expect(shown.stop).toMatchObject({ cause: 'difference' });
    expect(shown.stop!.detail).toContain('USDT');
    expect(at(shown, 'USDT')).toMatchObject({ isLarge: true });
    expect(Number(at(shown, 'USDT')!.difference)).toBeCloseTo(500, 3);
    const late = here.fresh.database.transaction((tx) => tx.run(fillBySql, []));
    await expect(late).rejects.toThrow('no such fill');
    expect((await agree(await moved('in', 'USDT', '500'))).code).toBe(0);
    expect(at(await show(), 'USDT')).toMatchObject({ isLarge: false });
  });

  it('is read by an auditor, who stops nothing', async () => {
    const { token } = await operators.enrolled(['auditor']);
    expect((await show(token)).venue).toBe(new URL(there.url()).host);
    const reason = 'I would.';
    expect((await operators.call('POST /operator/hedging/stop', { reason }, token)).code).not.toBe(
      0,
    );
  });
});
