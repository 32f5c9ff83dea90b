/** The catalogue: two operators open and change products, and each version takes effect at its time. */
import { exchangeAccounts } from '@tern/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineStatement } from '../src/platform/database/query.ts';
import { DAY_MS, HOUR_MS } from '../src/platform/durations.ts';
import { faultsOf } from './support/offering.ts';
import { balanceOf } from './support/journal.ts';
import { manualClock } from './support/market.ts';
import { verifyMember } from './support/operator-decisions.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
const APPLY = 'products.apply-versions';
/** A check that the kind does not know. */
const refuseLongLocks = defineStatement({
  name: 'test.refuseLongLocks',
  text: 'alter table offerings add constraint no_long_locks check (lock_days < 700)',
  params: [],
});

let server: TestServer;
let consoleApi: Console;
let ada: string;
let bo: string;

beforeAll(async () => {
  // The states between an approval and its effect are seen as long as the test wants.
  server = await startServer({ clock, prices: 'still', ownJobs: [APPLY] });
  consoleApi = createConsole(server, clock);
});
beforeEach(async () => {
  clock.advance(60_000);
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
});
afterAll(async () => {
  expect(await faultsOf(server.fresh.database)).toEqual([]);
  await server.stop();
});

const at = (ms: number) => new Date(clock.now() + ms).toISOString();
const reason = 'The launch of the coin.';
const terms = () => ({
  asset: 'HBAR',
  payAsset: 'USDT',
  content: { en: 'A coin.' },
  supply: '50000',
  unitPrice: '0.24',
  orderMin: '10',
  orderMax: '1000',
  memberMax: '1500',
  cap: '4000',
  lockDays: 49,
  opensAt: at(0),
  closesAt: at(30 * DAY_MS),
  isProhibited: false,
});

const find = async (ID: number) =>
  (await consoleApi.data('GET /operator/product/find', { ID }, ada)).reproduct;

/** The refusal's code. */
const codeOf = async (call: Promise<{ code: number }>) => (await call).code;

async function write(over: object = {}, ID?: number): Promise<number> {
  const pending = ID === undefined ? undefined : (await find(ID)).versions[0];
  const input = {
    kind: 'offering',
    terms: { ...terms(), ...over },
    ...(ID === undefined ? {} : { ID }),
    ...(pending?.state === 'draft' ? { seenAt: pending.UpdatedAt } : {}),
  };
  return (await consoleApi.data('POST /operator/product/write', input, ada)).ID;
}

async function propose(ID: number, effectiveAt?: string, token = ada) {
  const { version, UpdatedAt: seenAt } = (await find(ID)).versions[0]!;
  const proposal = { ID, version, seenAt, reason, ...(effectiveAt && { effectiveAt }) };
  return consoleApi.call('POST /operator/product/propose', proposal, token);
}

async function proposed(ID: number, effectiveAt?: string): Promise<number> {
  const answer = await propose(ID, effectiveAt);
  if (answer.code !== 0) throw new Error(`${answer.code} ${JSON.stringify(answer.data)}`);
  return (answer.data as { reviewId: number }).reviewId;
}

const claim = (ID: number) => consoleApi.call('POST /operator/review/claim', { ID }, bo);

async function tryToAgree(ID: number) {
  await claim(ID);
  const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, bo);
  const approval = { ID, stage: 'second' as const, hash: rereview.hash };
  const answer = await consoleApi.call('POST /operator/review/approve', approval, bo);
  return { rereview, answer };
}

async function agree(ID: number) {
  const { rereview, answer } = await tryToAgree(ID);
  if (answer.code !== 0) throw new Error(`${answer.code} ${JSON.stringify(answer.data)}`);
  return rereview;
}

const readTreasury = () => consoleApi.data('GET /operator/product/house', {}, ada);
const applyDue = () => server.runJob(APPLY);

/** A product in force; returns its id. */
async function opened(over: object = {}): Promise<number> {
  const ID = await write(over);
  await agree(await proposed(ID));
  await applyDue();
  return ID;
}

describe('a new product', () => {
  it('opens once a second operator has approved exactly its terms', async () => {
    const ID = await write();
    expect(await find(ID)).toMatchObject({ stage: 'draft', version: 1, by: 'operator-1' });
    const { token } = await server.register();
    const seen = () => server.api.call('GET /issue/detail', { ID }, { token });
    expect((await seen()).code).toBe(5007);
    const reviewId = await proposed(ID);
    const own = consoleApi.call('POST /operator/review/claim', { ID: reviewId }, ada);
    expect(await codeOf(own)).toBe(5032);
    const review = await agree(reviewId);
    expect(review).toMatchObject({ kind: 'product', coinname: 'HBAR', memberId: null });
    expect(review.facts).toMatchObject({ product: ID, version: 1, 'terms.unitPrice': '0.24' });
    expect((await find(ID)).stage).toBe('scheduled');
    expect((await seen()).code).toBe(5007);
    await applyDue();
    expect(await find(ID)).toMatchObject({ stage: 'open', pendingVersion: null });
    expect((await seen()).code).toBe(0);
  });

  it('is previewed as the call of members later returns it', async () => {
    const ID = await write();
    const { preview } = (await find(ID)).versions[0]!;
    await agree(await proposed(ID));
    await applyDue();
    const member = await server.register();
    const { reissue } = await server.api.data('GET /issue/detail', { ID }, { token: member.token });
    const { ID: _id, CreatedAt: _created, UpdatedAt: _updated, ...rest } = reissue;
    // The time and the reference price go on.
    const { now: _now, current: _current, ...row } = rest;
    expect(preview).toMatchObject({
      page: `/pages/IEO/detail?id=${ID}`,
      answers: { '/issue/detail': { reissue: row } },
    });
  });

  it.each([
    ['one unit', 1, { num: 1 }],
    ['the first free share', 2, { gxfe: 40 }],
  ])(
    'of a machine is previewed with the figures of %s, as the call of members returns them',
    async (_lot, type, choice) => {
      const { token } = await server.register();
      const page = '/mining_machine/getMining_machineList';
      const { list } = await server.api.data(`GET ${page}`, { type }, { token });
      const { ID } = list[0]!;
      const path = '/mining_machine/quote';
      const quote = await server.api.data(`GET ${path}`, { id: ID, ...choice }, { token });
      const previewed = (await find(ID)).versions[0]!.preview?.answers[path];
      // Members differ in what they have, and the reference price goes on.
      const { available: _has, price: _at, result: _on, resultAtHalf: _half, ...more } = quote;
      const { coverDays: _until, ...figures } = more;
      expect(previewed).toMatchObject(figures);
      expect(Object.keys(previewed!).toSorted()).toEqual(Object.keys(quote).toSorted());
    },
  );

  it('is previewed in the language of the reader', async () => {
    const ID = await write({ content: { en: 'A coin.', de: 'Eine Münze.' } });
    const aboutIn = async (lang: string) => {
      const { reproduct } = await consoleApi.data('GET /operator/product/find', { ID, lang }, ada);
      return reproduct.versions[0]?.preview?.answers['/issue/detail']?.['reissue'];
    };
    expect(await aboutIn('de')).toMatchObject({ content: 'Eine Münze.' });
    expect(await aboutIn('fr')).toMatchObject({ content: 'A coin.' });
  });

  it('is not proposed with a promise in any of its languages', async () => {
    const ID = await write({ content: { en: 'A coin.', de: 'Garantierter Gewinn.' } });
    expect(await propose(ID)).toMatchObject({ code: 5001, data: { fields: ['terms.content'] } });
    const { versions } = await find(ID);
    expect(versions[0]).toMatchObject({ preview: null, short: null });
  });

  it('names what is wrong with each term', async () => {
    const check = (over: object) =>
      consoleApi.data(
        'POST /operator/product/check',
        { kind: 'offering', terms: { ...terms(), ...over } },
        ada,
      );
    expect((await check({})).problems).toEqual([]);
    expect((await check({ unitPrice: 'cheap' })).problems).toMatchObject([{ field: 'unitPrice' }]);
    expect((await check({ asset: 'NONE' })).problems).toMatchObject([{ field: 'asset' }]);
    expect((await check({ orderMax: '5' })).problems).toMatchObject([{ field: 'orderMax' }]);
    const ID = await write({ orderMax: '5' });
    expect(await propose(ID)).toMatchObject({ code: 5001, data: { fields: ['terms.orderMax'] } });
  });
});

describe('a change', () => {
  it('takes effect at its time and leaves the version in force until then', async () => {
    const ID = await opened();
    await write({ orderMax: '500' }, ID);
    await agree(await proposed(ID, at(HOUR_MS)));
    await applyDue();
    expect(await find(ID)).toMatchObject({ stage: 'scheduled', version: 1, pendingVersion: 2 });
    clock.advance(HOUR_MS);
    [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
    await applyDue();
    await applyDue();
    const { versions } = await find(ID);
    expect(versions.map(({ version, state }) => [version, state])).toEqual([
      [2, 'inForce'],
      [1, 'replaced'],
    ]);
  });

  it('can be withdrawn by either operator until it takes effect', async () => {
    const ID = await opened();
    await write({ orderMax: '500' }, ID);
    const reviewId = await proposed(ID);
    const withdraw = (version: number) =>
      consoleApi.call('POST /operator/product/withdraw', { ID, version, reason }, bo);
    expect(await codeOf(withdraw(2))).toBe(0);
    expect(await codeOf(claim(reviewId))).toBe(5034);
    await write({ orderMax: '400' }, ID);
    await agree(await proposed(ID, at(HOUR_MS)));
    expect(await codeOf(withdraw(3))).toBe(0);
    clock.advance(HOUR_MS);
    [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
    await applyDue();
    expect(await find(ID)).toMatchObject({ stage: 'open', version: 1, pendingVersion: null });
    expect(await codeOf(withdraw(1))).toBe(5034);
  });

  it('is refused beside one that is proposed, and over a draft that has changed since', async () => {
    const ID = await opened();
    await write({ orderMax: '500' }, ID);
    const input = { kind: 'offering', ID, terms: terms(), seenAt: at(-DAY_MS) };
    expect(await codeOf(consoleApi.call('POST /operator/product/write', input, bo))).toBe(5033);
    await proposed(ID);
    expect(await codeOf(consoleApi.call('POST /operator/product/write', input, bo))).toBe(5034);
    expect((await propose(ID)).code).toBe(5034);
  });

  it('that is rejected leaves the product as it was', async () => {
    const ID = await opened();
    await write({ orderMax: '500' }, ID);
    const reviewId = await proposed(ID);
    await claim(reviewId);
    await consoleApi.data('POST /operator/review/reject', { ID: reviewId, reason }, bo);
    await applyDue();
    const found = await find(ID);
    expect(found).toMatchObject({ stage: 'open', version: 1 });
    expect(found.versions[0]).toMatchObject({
      version: 2,
      state: 'rejected',
      decidedBy: 'operator-2',
    });
  });
});

describe('a version that the table of its kind refuses', () => {
  it('is withdrawn, is in the audit log, and holds up no other version', async () => {
    const [refused, fine] = [await opened(), await opened()];
    for (const [ID, lockDays] of [
      [refused, 777],
      [fine, 51],
    ] as const) {
      await write({ lockDays }, ID);
      await agree(await proposed(ID));
    }
    await server.fresh.owner.transaction((tx) => tx.run(refuseLongLocks, []));
    await expect(applyDue()).rejects.toThrow('could not take effect');
    const { versions, ...product } = await find(refused);
    expect(product).toMatchObject({ stage: 'open', version: 1, pendingVersion: null });
    expect(versions[0]).toMatchObject({ version: 2, state: 'withdrawn' });
    expect(await find(fine)).toMatchObject({ stage: 'open', version: 2 });
    const { list } = await consoleApi.data(
      'GET /operator/audit/list',
      { action: 'product.refuse' },
      (await consoleApi.enrolled(['auditor'])).token,
    );
    expect(list).toMatchObject([{ subject: `product:${refused}`, detail: '{"version":2}' }]);
    await applyDue();
  });
});

describe('a closed product', () => {
  it('refuses purchases immediately, and opens again with two approvals', async () => {
    const ID = await opened();
    const member = await server.register();
    await server.fresh.owner.transaction((tx) => verifyMember(tx, member.memberId));
    const buy = () =>
      server.api.call('POST /issue/buySubmit', { pid: ID, num: '10' }, { token: member.token });
    expect((await buy()).code).toBe(0);
    await consoleApi.data('POST /operator/product/close', { ID, reason }, ada);
    expect((await buy()).code).toBe(5011);
    expect(await find(ID)).toMatchObject({ stage: 'closed', version: 2, orders: 1, holders: 1 });
    expect(await codeOf(consoleApi.call('POST /operator/product/close', { ID, reason }, ada))).toBe(
      5034,
    );
    const { list } = await consoleApi.data('GET /operator/product/orders', { ID }, ada);
    expect(list).toMatchObject([{ memberId: member.memberId, coinname: 'HBAR', amount: '10' }]);
    await write({}, ID);
    await agree(await proposed(ID));
    await applyDue();
    expect((await buy()).code).toBe(0);
  });

  it('takes its pending version with it', async () => {
    const ID = await opened();
    await write({ orderMax: '500' }, ID);
    const reviewId = await proposed(ID);
    await consoleApi.data('POST /operator/product/close', { ID, reason }, bo);
    expect(await codeOf(claim(reviewId))).toBe(5034);
    expect(await find(ID)).toMatchObject({ stage: 'closed', version: 3, pendingVersion: null });
  });
});

describe('the treasury', () => {
  it('is there from the first start, once', async () => {
    const before = await balanceOf(server.fresh.database, exchangeAccounts.yields, 'USDT');
    expect(before).toEqual({ available: '5000000' });
    await server.restart();
    expect(await balanceOf(server.fresh.database, exchangeAccounts.yields, 'USDT')).toEqual(before);
  });

  it('increases once two operators approved, and repeats of a request count once', async () => {
    const request = {
      account: 'loans' as const,
      coinname: 'ETH',
      amount: '12.5',
      reason: 'More to lend.',
      requestId: 'one',
    };
    const { reviewId } = await consoleApi.data('POST /operator/product/fund', request, ada);
    expect(await consoleApi.data('POST /operator/product/fund', request, ada)).toEqual({
      reviewId,
    });
    const other = consoleApi.call('POST /operator/product/fund', { ...request, amount: '13' }, ada);
    expect(await codeOf(other)).toBe(5034);
    expect(await balanceOf(server.fresh.database, exchangeAccounts.loans, 'ETH')).toEqual({});
    await agree(reviewId);
    const { house } = await readTreasury();
    const money = { total: '12.5', reserved: '0', free: '12.5', owed: '0' };
    expect(house).toContainEqual({ account: 'loans', coinname: 'ETH', ...money, since: null });
  });
});

describe('a product that the exchange cannot fund', () => {
  const term = (orderMax: string) => ({
    name: 'Fixed 100',
    asset: 'USDT',
    content: { en: 'A fixed term.' },
    termDays: 100,
    dailyRate: '0.001',
    payoutMinute: 0,
    penaltyRatio: '0.01',
    feeRatio: '0',
    orderMin: '10',
    orderMax,
  });
  const draftOf = async (orderMax: string) => {
    const input = { kind: 'earn', terms: term(orderMax) };
    return (await consoleApi.data('POST /operator/product/write', input, ada)).ID;
  };

  it('shows what is missing for its largest order, and when, and is not approved', async () => {
    // 5,000,000 are there; 60,000,000 × 0.001 × 100 are promised.
    const ID = await draftOf('60000000');
    const start = Math.ceil(clock.now() / DAY_MS) * DAY_MS;
    const date = new Date(start + 100 * DAY_MS).toISOString().slice(0, 10);
    const short = { coinname: 'USDT', amount: '1000000', date };
    expect((await find(ID)).versions[0]).toMatchObject({ short });
    const typed = { kind: 'earn', terms: term('60000000') };
    expect(await consoleApi.data('POST /operator/product/check', typed, ada)).toMatchObject({
      problems: [],
      short,
    });
    const reviewId = await proposed(ID);
    const { rereview, answer } = await tryToAgree(reviewId);
    expect(rereview.checks).toContainEqual(
      expect.objectContaining({
        name: 'house-can-fund',
        isPassed: false,
        level: 'stop',
        detail: expect.stringMatching(/^Short by 1,000,000.00 USDT on \d{1,2} \w+ \d{4}$/),
      }),
    );
    expect(answer).toMatchObject({ data: { checks: ['house-can-fund'] } });
  });

  it('is approved if the exchange can pay its largest order', async () => {
    const ID = await draftOf('50000000');
    expect((await find(ID)).versions[0]).toMatchObject({ short: null });
    await agree(await proposed(ID));
  });
});

describe('an offering', () => {
  const coins = async () => {
    const { house } = await readTreasury();
    return house.find(({ account, coinname }) => account === 'offerings' && coinname === 'OST');
  };
  const fund = async (amount: string) => {
    const request = { account: 'offerings' as const, coinname: 'OST', amount, reason };
    await agree((await consoleApi.data('POST /operator/product/fund', request, ada)).reviewId);
  };

  it('opens only once the exchange has all coins that it sells, beside those of other offerings', async () => {
    // The coming offering of the installation.
    const whole = { total: '600000', reserved: '600000', free: '0', owed: '600000' };
    expect(await coins()).toMatchObject(whole);
    const ID = await write({ asset: 'OST' });
    expect((await find(ID)).versions[0]).toMatchObject({
      short: { coinname: 'OST', amount: '4000', date: at(30 * DAY_MS).slice(0, 10) },
    });
    const reviewId = await proposed(ID);
    const { answer } = await tryToAgree(reviewId);
    expect(answer).toMatchObject({ data: { checks: ['house-can-fund'] } });
    await fund('4000');
    await agree(reviewId);
    await applyDue();
    expect(await find(ID)).toMatchObject({ stage: 'open', versions: [{ short: null }] });
    expect(await coins()).toMatchObject({ total: '604000', owed: '604000', free: '0' });
  });

  it('has its coins set aside from its approval on; those of two versions of it are the same', async () => {
    await fund('4000');
    const [scheduled, other] = [await write({ asset: 'OST' }), await write({ asset: 'OST' })];
    expect((await find(other)).versions[0]).toMatchObject({ short: null });
    await agree(await proposed(scheduled, at(2 * DAY_MS)));
    expect((await find(other)).versions[0]).toMatchObject({ short: { amount: '4000' } });
    expect(await coins()).toMatchObject({ owed: '608000', free: '0' });

    await fund('5000');
    const ID = await opened({ asset: 'OST' });
    await agree(await proposed(await write({ asset: 'OST', cap: '5000' }, ID), at(2 * DAY_MS)));
    expect(await coins()).toMatchObject({ total: '613000', owed: '613000', free: '0' });
  });
});

describe('a sold product', () => {
  it('has its yield set aside, and its payments among the obligations by day', async () => {
    const { list } = await consoleApi.data('GET /operator/product/list', {}, ada);
    const { ID } = list.find(
      ({ kind, coinname, stage }) => kind === 'earn' && coinname === 'USDT' && stage === 'open',
    )!;
    const { token } = await server.register();
    const order = { financing_id: ID, money: '1000' };
    const bought = await server.api.data('POST /financing_order/createFinancing_order', order, {
      token,
    });
    const promised = Object.values(bought)[0]!.expected;
    const { days, house, obligations } = await readTreasury();
    expect(days).toHaveLength(30);
    expect(house).toContainEqual(
      expect.objectContaining({
        account: 'yields',
        coinname: 'USDT',
        total: '5000000',
        reserved: promised,
        owed: promised,
      }),
    );
    expect(obligations.length).toBeGreaterThan(25);
    expect(obligations.every(({ coinname }) => coinname === 'USDT')).toBe(true);
    expect((await find(ID)).holders).toBe(1);
  });
});

describe('the audit log', () => {
  it('has each step of a product', async () => {
    const ID = await opened();
    await consoleApi.data('POST /operator/product/close', { ID, reason }, ada);
    const auditor = await consoleApi.enrolled(['auditor']);
    const { list } = await consoleApi.data(
      'GET /operator/audit/list',
      { action: 'product.', subject: `product:${ID}` } as { action: string },
      auditor.token,
    );
    expect(list.map(({ action, login }) => [action, login])).toEqual([
      ['product.close', 'operator-1'],
      ['product.apply', ''],
      ['product.propose', 'operator-1'],
      ['product.write', 'operator-1'],
    ]);
  });
});
