/** Delisting a market: two people, three weeks of notice, three dates; everything in it ends, and every hold is returned. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { conditionalStatus } from '@tern/protocol';
import { findUnapprovedTerms } from '../src/audit/approvals.ts';
import { networksByAsset } from '../src/kernel/networks/networks.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { shareLeases } from './support/shared-leases.ts';

const DAY_MS = 86_400_000;
const PLAN = {
  amount: '100',
  coins: [{ symbol: 'trxusdt', share: 100 }],
  rhythm: 'month' as const,
  day: 28,
  time: '09:00',
  timeZone: 'UTC',
};
const clock = manualClock();
const reason = 'The network of this coin ends.';
let server: TestServer;
/** Reads the same database. */
let other: TestServer;
let operators: Console;
let ada: string;
let bo: string;
let member: Person;

/** Each of them closes something of a delisted market. */
const JOBS = [
  'catalog.market-halts',
  'markets.close-delisted',
  'markets.notify-delisting',
  'markets.remind-holders',
  'spot.end-delisted',
  'recurring-buy.run',
  'recurring-buy.end-delisted',
  'price-alert.end-delisted',
];

beforeAll(async () => {
  const leases = shareLeases();
  const given = { clock, prices: 'still', ownJobs: JOBS } as const;
  server = await startServer({ ...given, leases: leases.join() });
  other = await startServer({ ...given, beside: server, leases: leases.join() });
  operators = createConsole(server, clock);
  await signIn();
  member = await server.register();
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
});

/** Sessions end while a test passes days. */
const signIn = async () => {
  [ada, bo] = [await operators.signIn(1), await operators.signIn(2)];
};
const inDays = (days: number) => new Date(clock.now() + days * DAY_MS).toISOString();
const propose = (
  symbol: string,
  {
    orders = 22,
    closes = 23,
    withdrawals,
  }: Partial<Record<'orders' | 'closes' | 'withdrawals', number>> = {},
) =>
  operators.call(
    'POST /operator/market/proposeDelisting',
    {
      symbol,
      ordersUntil: inDays(orders),
      endsAt: inDays(closes),
      ...(withdrawals === undefined ? {} : { withdrawalsUntil: inDays(withdrawals) }),
      reason,
    },
    ada,
  );
const approve = async (ID: number) => {
  await operators.data('POST /operator/review/claim', { ID }, bo);
  const { rereview } = await operators.data('GET /operator/review/find', { ID }, bo);
  return operators.call(
    'POST /operator/review/approve',
    { ID, stage: 'second' as const, hash: rereview.hash },
    bo,
  );
};
const run = async () => {
  for (const job of JOBS) await server.runJob(job);
};
const row = async (symbol: string, lang = 'en') => {
  const { list } = await server.api.data(
    'POST /base/tradelist',
    { from: 1, pageSize: 100 },
    { lang },
  );
  return list.find((each) => each.symbol === symbol)!;
};
const listed = async (symbol: string) =>
  (await operators.data('GET /operator/market/list', {}, ada)).list.find(
    (each) => each.symbol === symbol,
  )!;
const notices = defineQuery({
  name: 'test.marketNotices',
  text: `select kind from notifications where member_id = $1 and (kind like 'market.%' or kind = 'recurring.delisted') order by id`,
  params: [int8],
  row: { kind: text },
});
const noticesOf = async (memberId: number) =>
  (await server.fresh.database.many(notices, [memberId])).map(({ kind }) => kind);

const heldOf = defineQuery({
  name: 'test.heldOf',
  text: 'select trim_scale(held)::text as held from ledger_balances where owner_id = $1 and asset = $2',
  params: [int8, text],
  row: { held: text },
});
/** Each network of a coin once; equal ones count as one. */
const networks = async (asset: string) => {
  const found = (await networksByAsset(server.fresh.database)).get(asset) ?? [];
  const states = found.map(({ takesDeposits, takesWithdrawals }) =>
    JSON.stringify({ takesDeposits, takesWithdrawals }),
  );
  return [...new Set(states)].map((state) => JSON.parse(state) as object);
};
const htxState = async (symbol: string) => {
  const response = await fetch(`${server.url()}/v1/common/symbols`);
  const { data } = (await response.json()) as { data: { symbol: string; state: string }[] };
  return data.find((each) => each.symbol === symbol)?.state;
};
const pass = async (days: number) => {
  clock.advance(days * DAY_MS);
  await signIn();
  await run();
};

it('is proposed with dates that leave members enough time', async () => {
  const refused = async (given: Parameters<typeof propose>[1]) =>
    (await propose('trxusdt', given)).data;
  expect(await refused({ orders: 20.9 })).toEqual({ fields: ['ordersUntil'] });
  expect(await refused({ orders: 22, closes: 22.01 })).toEqual({ fields: ['endsAt'] });
  expect(await refused({})).toEqual({ fields: ['withdrawalsUntil'] });
  expect(await refused({ withdrawals: 52 })).toEqual({ fields: ['withdrawalsUntil'] });
  const impact = await operators.data(
    'GET /operator/market/delistingImpact',
    { symbol: 'btcusdt' },
    ada,
  );
  expect(impact.otherUses).not.toEqual([]);
  expect((await propose('btcusdt', { withdrawals: 60 })).data).toEqual({
    fields: ['withdrawalsUntil'],
  });
});

it('a second person agrees; members are notified, and one person can withdraw it', async () => {
  await server.fund(member.memberId, { XLM: '1' });
  const { data } = await propose('xlmusdt', { withdrawals: 60 });
  const { reviewId } = data as { reviewId: number };
  expect(await propose('xlmusdt', { withdrawals: 60 })).toMatchObject({ code: 5034 });
  await run();
  expect(await noticesOf(member.memberId)).toEqual([]);
  expect((await row('xlmusdt')).closing).toBeNull();
  expect(await listed('xlmusdt')).toMatchObject({
    state: 'open',
    delisting: { state: 'proposed', proposedBy: 'operator-1', reviewId },
  });

  expect(await approve(reviewId)).toMatchObject({ code: 0 });
  await run();
  expect((await row('xlmusdt', 'de')).closing?.text).toMatch(
    /^XLM\/USDT schließt.*XLM kann bis .* ausgezahlt werden\.$/,
  );
  expect(await noticesOf(member.memberId)).toEqual(['market.coinClosing']);

  const withdraw = { symbol: 'xlmusdt', reason };
  expect(
    await operators.call('POST /operator/market/withdrawDelisting', withdraw, ada),
  ).toMatchObject({ code: 0 });
  await run();
  expect(await row('xlmusdt')).toMatchObject({ closing: null, isOpen: true });
  expect(await noticesOf(member.memberId)).toEqual(['market.coinClosing', 'market.stays']);
  expect(
    await operators.call('POST /operator/market/withdrawDelisting', withdraw, ada),
  ).toMatchObject({ code: 5034 });
});

it('is not agreed once less than three weeks are left', async () => {
  const { data } = await propose('adausdt', { orders: 21.5, withdrawals: 60 });
  await pass(1);
  expect(await approve((data as { reviewId: number }).reviewId)).toMatchObject({
    data: { checks: ['three-weeks-notice'] },
  });
});

it('takes no orders from its first date, ends all that is open at the second, and withdrawals at the third', async () => {
  const person = await server.register();
  const { memberId } = person;
  let { token } = person;
  await server.fund(memberId, { TRX: '1000', USDT: '1000' });
  const { data } = await propose('trxusdt', { withdrawals: 60 });
  expect(await approve((data as { reviewId: number }).reviewId)).toMatchObject({ code: 0 });
  const { price } = await row('trxusdt');
  const times = (factor: number) => (Number(price) * factor).toFixed(5);
  const sell = () =>
    server.api.call(
      'POST /bborder/upbbsell',
      { symbol: 'trxusdt', type: 1, mprice: times(1.05), mnum: '500' },
      { token },
    );
  const alert = {
    symbol: 'trxusdt',
    kind: 'above' as const,
    level: times(2),
    repeats: false,
    push: false,
    email: false,
  };
  const stop = {
    symbol: 'trxusdt',
    side: 2 as const,
    kind: 2 as const,
    watches: 2 as const,
    triggerPrice: times(0.5),
    mnum: '300',
  };
  expect(await sell()).toMatchObject({ code: 0 });
  expect(await server.api.call('POST /bborder/placeConditional', stop, { token })).toMatchObject({
    code: 0,
  });
  expect(await server.api.call('POST /alert/set', alert, { token })).toMatchObject({ code: 0 });
  expect(await server.api.call('POST /recurring/start', PLAN, { token })).toMatchObject({
    code: 0,
  });

  await pass(22);
  ({ token } = await server.login(person));
  expect(await row('trxusdt')).toMatchObject({ isOpen: false, isDelisted: false });
  expect(await listed('trxusdt')).toMatchObject({ state: 'cancelOnly', openOrders: 1 });
  expect(await sell()).toMatchObject({ code: 4026 });
  expect(await htxState('trxusdt')).toBe('suspend');

  await pass(1);
  expect(await row('trxusdt')).toMatchObject({ isOpen: false, isDelisted: true });
  expect(await listed('trxusdt')).toMatchObject({ state: 'delisted', openOrders: 0 });
  expect(await htxState('trxusdt')).toBe('offline');
  expect(await server.fresh.database.one(heldOf, [memberId, 'TRX'])).toEqual({ held: '0' });
  const { list } = await server.api.data('GET /bborder/conditionalList', {}, { token });
  expect(list).toMatchObject([{ status: conditionalStatus.cancelled }]);
  const { plans } = await server.api.data('GET /recurring/list', {}, { token });
  expect(plans).toMatchObject([{ state: 'ended' }]);
  const alerts = await server.api.data('GET /alert/list', {}, { token });
  expect(alerts.alerts).toMatchObject([{ isOn: false }]);
  expect(await server.api.call('POST /alert/set', alert, { token })).toMatchObject({ code: 4019 });
  expect(await noticesOf(memberId)).toEqual(['market.coinClosing', 'recurring.delisted']);
  expect(await networks('TRX')).toEqual([{ takesDeposits: false, takesWithdrawals: true }]);

  // A week and a day before the last withdrawal, by each of two instances, and once each.
  const reminders = async () =>
    (await noticesOf(memberId)).filter((kind) => kind === 'market.coinReminder').length;
  await pass(29.5);
  expect(await reminders()).toBe(0);
  for (const [days, reminded] of [
    [0.5, 1],
    [3, 1],
    [3, 2],
    [0.5, 2],
  ] as const) {
    await pass(days);
    const both = [server, other].map((instance) => instance.runJob('markets.remind-holders'));
    await Promise.all(both);
    await run();
    expect(await reminders()).toBe(reminded);
  }

  await pass(0.5);
  expect(await networks('TRX')).toEqual([{ takesDeposits: false, takesWithdrawals: false }]);
  expect(await findUnapprovedTerms(server.fresh.database)).toEqual([]);
});

it('the database refuses a delisting without two people, without notice, and a coin that closes without one', async () => {
  const { database } = server.fresh;
  const statement = (name: string, sql: string) => defineStatement({ name, text: sql, params: [] });
  const insert = statement(
    'test.insertDelisting',
    `insert into market_delistings (instrument_id, reason, proposed_by, created_at, orders_until, closes_at)
      values (3, 'x', 1, now(), now() + interval '30 days', now() + interval '31 days')`,
  );
  const agree = (after: string) =>
    statement(
      `test.agreeDelisting${after}`,
      `update market_delistings set state = 'agreed', agreed_at = now() + interval '${after} days' where instrument_id = 3 and state = 'proposed'`,
    );
  await database.transaction((tx) => tx.run(insert, []));
  await expect(database.transaction((tx) => tx.run(agree('0'), []))).rejects.toThrow(
    'two operators have not agreed',
  );
  await expect(database.transaction((tx) => tx.run(agree('10'), []))).rejects.toThrow(
    'market_delistings_notice',
  );
  const close = statement(
    'test.closeCoin',
    `update assets set takes_withdrawals = false where code = 'BTC'`,
  );
  await expect(database.transaction((tx) => tx.run(close, []))).rejects.toThrow(
    'two operators have not agreed to close BTC',
  );
});
