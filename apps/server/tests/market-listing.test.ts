/** Listing a coin and its market while two instances run: a draft, its checks, two people, and an opening without a restart. */
import type { ListingDraft } from '@tern/protocol/operator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findUnapprovedTerms } from '../src/audit/approvals.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { type JoinedBuses, joinBuses } from './support/joined-buses.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { shareLeases } from './support/shared-leases.ts';

const HOUR_MS = 3_600_000;
const clock = manualClock();
const reason = 'Members asked for it.';
const OPEN = 'markets.open-listings';
const REFRESH = 'catalog.refresh';
const TICKS = 'pricing.ticks';
let buses: JoinedBuses;
/** Has the engines and the prices. */
let server: TestServer;
/** Has neither. */
let other: TestServer;
let operators: Console;
let ada: string;
let bo: string;

beforeAll(async () => {
  buses = joinBuses();
  const leases = shareLeases();
  const given = { clock, prices: 'still', ownJobs: [OPEN, REFRESH, TICKS] } as const;
  server = await startServer({ ...given, bus: buses.join(), leases: leases.join() });
  const beside = { ...given, beside: server };
  other = await startServer({ ...beside, bus: buses.join(), leases: leases.join() });
  operators = createConsole(server, clock);
  await signIn();
}, 120_000);
afterAll(async () => {
  await other?.stop();
  await server?.stop();
});

const signIn = async () => {
  [ada, bo] = [await operators.signIn(1), await operators.signIn(2)];
};
const inHours = (hours: number) => new Date(clock.now() + hours * HOUR_MS).toISOString();

const network = (code: string) => ({
  network: code,
  contract: '',
  depositMin: '1',
  depositMax: '1000000',
  depositFee: '0',
  withdrawMin: '5',
  withdrawMax: '500000',
  withdrawFee: '0.5',
});
const draftOf = (code: string, over: Partial<ListingDraft> = {}): ListingDraft => ({
  coin: { code, name: `${code} coin`, scale: '4', networks: [network('ERC20'), network('BEP20')] },
  market: {
    base: code,
    currency: 'USDT',
    step: '0.00001',
    lot: '1',
    smallest: '10',
    largest: '50000',
    farthest: '20',
    jump: '5',
    maker: '0.08',
    taker: '0.12',
    feed: 'members',
  },
  startsAt: inHours(2),
  ...over,
});

const save = async (draft: ListingDraft) =>
  (await operators.data('POST /operator/listing/save', { draft }, ada)).ID;
const check = async (ID: number) => {
  const { checks } = await operators.data('POST /operator/listing/check', { ID }, ada);
  return checks.filter(({ isPassed }) => !isPassed).map(({ name }) => name);
};
const propose = (ID: number) =>
  operators.call('POST /operator/listing/propose', { ID, reason }, ada);
const approve = async (ID: number) => {
  await operators.data('POST /operator/review/claim', { ID }, bo);
  const { rereview } = await operators.data('GET /operator/review/find', { ID }, bo);
  const given = { ID, stage: 'second' as const, hash: rereview.hash };
  return operators.call('POST /operator/review/approve', given, bo);
};
const agreed = async (draft: ListingDraft) => {
  const ID = await save(draft);
  const { data } = await propose(ID);
  expect(await approve((data as { reviewId: number }).reviewId)).toMatchObject({ code: 0 });
  return ID;
};
const listed = async (ID: number) =>
  (await operators.data('GET /operator/listing/list', {}, ada)).list.find((each) => each.ID === ID);
const passHours = async (hours: number) => {
  clock.advance(hours * HOUR_MS);
  await signIn();
  await server.runJob(OPEN);
  await buses.delivered();
  await other.runJob(REFRESH);
  await server.runJob(TICKS);
  await other.runJob(TICKS);
};
const rowIn = async (instance: TestServer, symbol: string) => {
  const { list } = await instance.api.data('POST /base/tradelist', { from: 1, pageSize: 100 });
  return list.find((each) => each.symbol === symbol);
};
/** Its prices are read again beside the calls that follow. */
const untilListed = (instance: TestServer, symbol: string) =>
  expect.poll(() => rowIn(instance, symbol)).toBeDefined();
const htx = async (instance: TestServer, path: string) => {
  const response = await fetch(`${instance.url()}${path}`);
  return ((await response.json()) as { data: Record<string, unknown>[] }).data;
};

it('a draft is saved as it is typed; its checks name what is wrong, and it is not proposed before', async () => {
  const typed = draftOf('KRN');
  const half = {
    ...typed,
    market: { ...typed.market!, step: '0.', farthest: '100' },
    startsAt: '',
  };
  const ID = await save({ ...half, coin: { ...half.coin!, name: 'Bitcoin' } });
  expect(await listed(ID)).toMatchObject({ state: 'draft', draft: { market: { step: '0.' } } });
  expect(await check(ID)).toEqual(['name-free', 'market-complete', 'opens-later']);
  expect(await propose(ID)).toMatchObject({ code: 5036 });
  await operators.data('POST /operator/listing/save', { ID, draft: typed }, ada);
  expect(await check(ID)).toEqual([]);
  await operators.data('POST /operator/listing/discard', { ID }, ada);
  expect(await propose(ID)).toMatchObject({ code: 5034 });
});

it('without live sources a market is priced by its members alone', async () => {
  const { sources } = await operators.data('GET /operator/listing/choices', {}, ada);
  expect(sources).toEqual([]);
  const { market, ...rest } = draftOf('SRC');
  const ID = await save({ ...rest, market: { ...market!, feed: 'sources' } });
  expect(await check(ID)).toEqual(['sources-answer', 'one-may-fail', 'sources-agree', 'liquidity']);
});

it('opens at its time in every instance; orders of members make its first price', async () => {
  const ID = await agreed(draftOf('KRN'));
  await server.runJob(OPEN);
  expect(await rowIn(server, 'krnusdt')).toBeUndefined();
  await passHours(2);
  for (const instance of [server, other]) {
    await untilListed(instance, 'krnusdt');
    expect(await rowIn(instance, 'krnusdt')).toMatchObject({ isOpen: true, price: '0' });
    expect(await htx(instance, '/v1/common/symbols')).toContainEqual(
      expect.objectContaining({ symbol: 'krnusdt', state: 'online' }),
    );
    expect(await htx(instance, '/v1/common/currencys')).toContain('krn');
  }
  expect(await listed(ID)).toMatchObject({ state: 'opened' });

  const [seller, buyer] = [await server.register(), await server.register()];
  await server.fund(seller.memberId, { KRN: '1000' });
  await server.fund(buyer.memberId, { USDT: '1000' });
  // Through the instance without the engine.
  const sell = (given: { type: number; mprice?: string }) =>
    other.api.call(
      'POST /bborder/upbbsell',
      { symbol: 'krnusdt', mnum: '400', ...given },
      { token: seller.token },
    );
  const buy = (mprice: string) =>
    other.api.call(
      'POST /bborder/upbbbuy',
      { symbol: 'krnusdt', buytype: 1, mprice, mnum: '400' },
      { token: buyer.token },
    );
  expect(await sell({ type: 2 })).toMatchObject({ code: 5005 });
  expect(await sell({ type: 1, mprice: '0.025' })).toMatchObject({ code: 0 });
  expect(await buy('0.025')).toMatchObject({ code: 0 });
  for (const instance of [server, other]) {
    // A cycle that began before the trade may still be under way.
    await expect
      .poll(async () => {
        await instance.runJob(TICKS);
        return (await rowIn(instance, 'krnusdt'))?.price;
      })
      .toBe('0.025');
  }
  // 20 percent from the last trade.
  expect(await buy('0.03001')).toMatchObject({
    data: { bound: { name: 'highestPrice', limit: '0.03' } },
  });
  const { markets } = await server.api.data('GET /hyorder/config', {}, { token: buyer.token });
  expect(markets.map(({ coinname }) => coinname)).not.toContain('krnusdt');
  expect(await findUnapprovedTerms(server.fresh.database)).toEqual([]);
});

it('is withdrawn before its time by one person, and then does not open', async () => {
  const ID = await agreed(draftOf('WDR'));
  await operators.data('POST /operator/listing/withdraw', { ID, reason }, bo);
  await passHours(2);
  expect(await listed(ID)).toMatchObject({ state: 'withdrawn' });
  expect(await rowIn(server, 'wdrusdt')).toBeUndefined();
});

it('does not open when a check fails at its time, and says which', async () => {
  const later = await agreed(draftOf('TWO', { startsAt: inHours(3) }));
  // The same name, under another code, is first.
  await agreed(draftOf('ONE', { coin: { ...draftOf('ONE').coin!, name: 'TWO coin' } }));
  await passHours(2);
  await untilListed(other, 'oneusdt');
  await passHours(1);
  expect(await listed(later)).toMatchObject({ state: 'stopped', failed: ['name-free'] });
  expect(await rowIn(other, 'twousdt')).toBeUndefined();
});

it('the database makes no coin and no market that two people have not agreed to, nor before its time', async () => {
  const { database } = server.fresh;
  const run = (sql: string) =>
    database.transaction((tx) =>
      tx.run(defineStatement({ name: `test.listing${sql.length}`, text: sql, params: [] }), []),
    );
  await expect(
    run(`insert into assets (id, code, name, kind, scale) values (900, 'BAD', 'Bad', 'crypto', 8)`),
  ).rejects.toThrow('permission denied');
  const draft = await save(draftOf('BAD'));
  await expect(run(`select catalog_open_listing(${draft}, now())`)).rejects.toThrow(
    'two operators have not agreed',
  );
  await expect(
    run(
      `update market_listings set state = 'proposed', reason = 'x', proposed_by = 1, opens_at = now() where id = ${draft};`,
    ).then(() =>
      run(`update market_listings set state = 'agreed', agreed_at = now() where id = ${draft}`),
    ),
  ).rejects.toThrow('two operators have not agreed');
  const ID = await agreed(draftOf('EARLY'));
  const early = new Date(clock.now()).toISOString();
  await expect(run(`select catalog_open_listing(${ID}, '${early}')`)).rejects.toThrow(
    'a market opens at its time',
  );
  await expect(run(`update market_listings set terms = '{}' where id = ${ID}`)).rejects.toThrow(
    'a proposed listing does not change',
  );
});
