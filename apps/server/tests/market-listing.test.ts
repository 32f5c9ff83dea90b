/** Listing a coin and its market while two instances run: a draft, its checks, two people, and an opening without a restart. */
import type { ListingDraft } from '@tern/protocol/operator';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFactChecker } from '@tern/proofs';
import { findUnapprovedTerms } from '../src/audit/approvals.ts';
import { auditSignedFacts } from '../src/audit/signed-facts.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { type JoinedBuses, joinBuses } from './support/joined-buses.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { shareLeases } from './support/shared-leases.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const clock = manualClock();
const reason = 'Members asked for it.';
const OPEN = 'markets.open-listings';
const REFRESH = 'catalog.refresh';
const TICKS = 'pricing.ticks';
const PRUNE = 'markets.prune-pictures';
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
  const given = { clock, prices: 'still', ownJobs: [OPEN, REFRESH, TICKS, PRUNE] } as const;
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

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#b40"/></svg>';
const drawn = (width: number, height: number, background = '#0a7') =>
  sharp({ create: { width, height, channels: 3, background } });
const uploadPicture = (file: Buffer | string) =>
  operators.call(
    'POST /operator/listing/uploadPicture',
    { base64Str: Buffer.from(file).toString('base64') },
    ada,
  );
const picture = async (file: Buffer | string) => {
  const { code, data } = await uploadPicture(file);
  expect(code).toBe(0);
  return (data as { picture: string }).picture;
};
const seen = (hash: string, instance = other) =>
  fetch(`${instance.url()}/coin-pictures/${hash}.png`);

it('a picture is redrawn as a square icon; other files are refused', async () => {
  for (const file of [
    DRAWING,
    await drawn(300, 300).png().toBuffer(),
    await drawn(256, 256).webp().toBuffer(),
  ]) {
    const answer = await seen(await picture(file));
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect([format, width, height]).toEqual(['png', 256, 256]);
  }
  for (const file of [
    await drawn(300, 200).png().toBuffer(),
    await drawn(255, 255).png().toBuffer(),
    await drawn(300, 300).jpeg().toBuffer(),
    DRAWING.replace('32 32', '32 16'),
    `${DRAWING}<!--${'x'.repeat(512 * 1_024)}-->`,
    '<p>no picture</p>',
  ]) {
    expect(await uploadPicture(file)).toMatchObject({ code: 5008 });
  }
  expect((await seen('0'.repeat(64))).status).toBe(404);
});

it('two people see the picture; members see it, and the name in their language', async () => {
  const [hash, unused] = [await picture(DRAWING), await picture(DRAWING.replace('b40', '04b'))];
  const typed = draftOf('PIC');
  const names = { de: 'Bildmünze', jp: '絵のコイン' };
  const uses = ['staking', 'loan'] as const;
  const ID = await save({
    ...typed,
    coin: { ...typed.coin!, picture: hash, names, uses: [...uses] },
  });
  expect(await check(ID)).toEqual([]);
  const { reviewId } = (await propose(ID)).data as { reviewId: number };
  const of = { ID: reviewId };
  const { detail } = await operators
    .data('GET /operator/review/find', of, bo)
    .then(({ rereview }) => ({ detail: rereview }));
  expect(detail.images).toMatchObject([{ id: 'picture', sha256: hash }]);
  const { image } = await operators.data(
    'GET /operator/review/image',
    { ...of, image: 'picture' },
    bo,
  );
  expect(image).toMatch(/^data:image\/png;base64,/);
  expect(await approve(reviewId)).toMatchObject({ code: 0 });
  clock.advance(DAY_MS + 1);
  await server.runJob(PRUNE);
  expect((await seen(hash)).status).toBe(200);
  expect((await seen(unused)).status).toBe(404);
  await passHours(2);
  await untilListed(other, 'picusdt');
  const logo = `/coin-pictures/${hash}.png`;
  const nameIn = async (lang: string) => {
    const { list } = await other.api.data(
      'POST /base/tradelist',
      { from: 1, pageSize: 100 },
      { lang },
    );
    return list.find(({ symbol }) => symbol === 'picusdt');
  };
  expect(await nameIn('de')).toMatchObject({ name: 'Bildmünze', logo });
  expect(await nameIn('fr')).toMatchObject({ name: 'PIC coin', logo });
  const { list: coins } = await other.api.data('GET /coin/getCoinList', {}, { lang: 'jp' });
  expect(coins).toContainEqual(expect.objectContaining({ name: '絵のコイン', logo }));
  expect(await findUnapprovedTerms(server.fresh.database)).toEqual([]);
});

it('only the products that two people chose may use a coin; those that need a price of sources need sources', async () => {
  const typed = draftOf('USE');
  const unpriced = await save({ ...typed, coin: { ...typed.coin!, uses: ['swap', 'loan'] } });
  expect(await check(unpriced)).toEqual(['uses-priced']);
  expect(await propose(unpriced)).toMatchObject({ code: 5036 });
  const { list } = await operators.data('GET /operator/product/list', {}, ada);
  const problemsIn = async (kind: string) => {
    const { ID } = list.find((product) => product.kind === kind)!;
    const { reproduct } = await operators.data('GET /operator/product/find', { ID }, ada);
    const terms = { ...reproduct.versions[0]!.terms, asset: 'PIC' };
    const { problems } = await operators.data('POST /operator/product/check', { kind, terms }, ada);
    return problems.filter(({ text: what }) => what === 'Listed without this product.').length;
  };
  expect(await problemsIn('earn')).toBe(1);
  expect(await problemsIn('offering')).toBe(1);
  expect(await problemsIn('loan')).toBe(0);
  expect(await problemsIn('staking')).toBe(0);
});

it('is withdrawn before its time by one person, and then does not open', async () => {
  const ID = await agreed(draftOf('WDR'));
  await operators.data('POST /operator/listing/withdraw', { ID, reason }, bo);
  await passHours(2);
  expect(await listed(ID)).toMatchObject({ state: 'withdrawn' });
  expect(await rowIn(server, 'wdrusdt')).toBeUndefined();
});

it('waits when a check fails at its time, and says which', async () => {
  const later = await agreed(draftOf('TWO', { startsAt: inHours(3) }));
  // The same name, under another code, is first.
  await agreed(draftOf('ONE', { coin: { ...draftOf('ONE').coin!, name: 'TWO coin' } }));
  await passHours(2);
  await untilListed(other, 'oneusdt');
  await passHours(1);
  expect(await listed(later)).toMatchObject({ state: 'waiting', failed: ['name-free'] });
  expect(await rowIn(other, 'twousdt')).toBeUndefined();
  await operators.data('POST /operator/listing/withdraw', { ID: later, reason }, bo);
});

const asOwner = (sql: string) =>
  server.fresh.owner.transaction((tx) =>
    tx.run(defineStatement({ name: `test.listingOwner${sql.length}`, text: sql, params: [] }), []),
  );

it('does not open beside an instance that would offer all products of its coin', async () => {
  const ID = await agreed(draftOf('OLD'));
  await asOwner(`insert into programs (id, name, roles, version, schema, heartbeat_at, clock_offset, competes)
    values ('old', 'host-7 1', '{api}', '1', '2613', now() + interval '1 hour', 0, true)`);
  await passHours(2);
  expect(await listed(ID)).toMatchObject({ state: 'agreed' });
  await asOwner(`delete from programs where id = 'old'`);
  await passHours(0);
  expect((await listed(ID))?.state ?? 'opened').toBe('opened');
});

it('an instance of the release before still stops one whose check fails', async () => {
  const ID = await agreed(draftOf('STP'));
  await asOwner(
    `update market_listings set state = 'stopped', failed = '{name-free}', ended_at = now() where id = ${ID}`,
  );
  expect((await listed(ID))?.state ?? 'stopped').toBe('stopped');
});

const coming = async (lang = 'en') =>
  (await other.api.data('GET /base/comingMarkets', {}, { lang })).list;
const statedOf = defineQuery({
  name: 'test.statedListing',
  text: `select statement from transparency_facts where kind = 'listing' and subject_id = $1 order by id`,
  params: [int8],
  row: { statement: text },
});

it('is checked again an hour before it opens; while a check fails it waits, and two people move its time', async () => {
  const drawing = DRAWING.replace('b40', '40b');
  const hash = await picture(drawing);
  const startsAt = inHours(3);
  const typed = draftOf('LATE', { startsAt });
  const coin = { ...typed.coin!, picture: hash, names: { de: 'Spätmünze' } };
  const ID = await agreed({ ...typed, coin });
  const told = { coinname: 'LATE', quote: 'USDT', logo: `/coin-pictures/${hash}.png` };
  expect(await coming('de')).toEqual([
    { ID, ...told, name: 'Spätmünze', opensAt: startsAt, formerAt: null },
  ]);
  await asOwner(`alter table coin_pictures disable trigger coin_pictures_stay`);
  await asOwner(`delete from coin_pictures where sha256 = '${hash}'`);
  await asOwner(`alter table coin_pictures enable trigger coin_pictures_stay`);
  await passHours(1.5);
  expect(await listed(ID)).toMatchObject({ state: 'agreed', recheckedAt: null });
  await passHours(0.5);
  expect(await listed(ID)).toMatchObject({ state: 'waiting', failed: ['picture-kept'] });
  expect(await coming()).toMatchObject([{ ID, opensAt: null, formerAt: startsAt }]);
  await passHours(1);
  expect(await rowIn(server, 'lateusdt')).toBeUndefined();

  await picture(drawing);
  const to = inHours(2);
  const move = (startsAtOther: string) =>
    operators.call('POST /operator/listing/move', { ID, startsAt: startsAtOther, reason }, ada);
  expect(await move(inHours(-1))).toMatchObject({ code: 5001 });
  const { reviewId } = (await move(to)).data as { reviewId: number };
  expect(await move(inHours(3))).toMatchObject({ code: 5034 });
  expect(await listed(ID)).toMatchObject({ state: 'waiting', move: { opensAt: to, reviewId } });
  clock.advance(1);
  expect(await approve(reviewId)).toMatchObject({ code: 0 });
  expect(await listed(ID)).toMatchObject({ state: 'agreed', opensAt: to, move: null });
  expect(await coming()).toMatchObject([{ ID, opensAt: to, formerAt: startsAt }]);
  await passHours(1);
  expect(await listed(ID)).toMatchObject({ state: 'agreed', failed: [] });
  expect((await listed(ID))?.recheckedAt).not.toBeNull();
  clock.advance(HOUR_MS);
  // Whoever is first, it opens once.
  await Promise.all([server, other, server, other].map((instance) => instance.runJob(OPEN)));
  await passHours(0);
  await untilListed(other, 'lateusdt');
  expect(await coming()).toEqual([]);

  const stated = (await server.fresh.database.many(statedOf, [ID])).map(
    ({ statement }) => statement,
  );
  expect(stated.map((line) => line.split('|').at(-1))).toEqual([
    'agreed',
    'waiting',
    'agreed',
    'opened',
  ]);
  const checker = createFactChecker();
  expect(stated.flatMap((line) => checker.add(line) ?? [])).toEqual([]);
  const [facts] = await auditSignedFacts(server.fresh.database);
  expect(facts!.faults.filter((fault) => fault.startsWith('listing'))).toEqual([]);
  expect(await findUnapprovedTerms(server.fresh.database)).toEqual([]);
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
  const at = `opens_at = opens_at + interval '1 hour'`;
  await expect(run(`update market_listings set ${at} where id = ${ID}`)).rejects.toThrow(
    'a listing opens at the time that was agreed',
  );
});
