import type { Answer, Call } from '@tern/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAnswer, requestOf } from './support/api-client.ts';
import { manualClock } from './support/market.ts';
import { rejectIdentity, sendDocuments } from './support/identities.ts';
import { equip, createRecords, type Records, restingPrice } from './support/member-records.ts';
import { creditedLoans } from './support/credited-loans.ts';
import { CONTRACT, endedContracts } from './support/ended-contracts.ts';
import {
  callsWithVerification,
  callsWithoutVerification,
  unlistedMoneyCalls,
} from './support/verification-matrix.ts';
import { storedRowsOf } from './support/member-rows.ts';
import {
  BOUNDS,
  choicesOf,
  isShared,
  misplaced,
  namedRecords,
  namingOf,
  nameOf,
  NO_RECORD,
  plainReads,
  withoutTotals,
  isLocked,
} from './support/record-fields.ts';
import { createConsole } from './support/operator-client.ts';
import { setFrozen, unverifyMember, verifyMember } from './support/operator-decisions.ts';
import { type OpenProducts, openProducts } from './support/open-products.ts';
import { listProduct } from './support/staking.ts';
import { PASSWORD, type Person } from './support/people.ts';
import { validInputOf } from './support/valid-inputs.ts';
import { startServer, type TestServer } from './support/server.ts';
import { withoutGuards } from './support/tampering.ts';

const clock = manualClock();
let server: TestServer;
let a: Person;
let b: Person;
/** Formerly verified, so that there are requests to cancel. */
let unverified: Person;
let verify: (person: Person, isVerified: boolean) => Promise<unknown>;
let ofA: Records;
let ofUnverified: Records;
/** An open offering. */
let products: OpenProducts;
/** A shared machine with shares for all. */
let machineId: number;
/** B's answers before A had any records. */
let emptyB: Record<string, Answer>;

/** Complete requests, for calls that check more before looking up the record. */
const COMPLETE: Record<string, object> = {
  '/hyorder/createHyorder': CONTRACT,
  '/recharge/exchange': { num: '100', from_coin: 'USDT', to_coin: 'BTC' },
  '/recharge/exchangeFind': { symbol: 'USDT_BTC' },
  '/mining_machine/quote': { id: 101 },
  '/recharge/createRecharge': { num: '1500' },
  '/financing_order/createFinancing_order': { money: '100' },
};

async function ask(
  call: Call,
  over: object,
  { token }: Person,
  sent: { key?: string } = {},
): Promise<Answer> {
  const input = { ...validInputOf(call as never, products), ...COMPLETE[call.path], ...over };
  const [path, init] = requestOf(call, input, { token, ...sent });
  const answer = readAnswer(call, await server.api.raw(path, init));
  if (answer.code === 4024) throw new Error(`${path} was asked too often to say anything`);
  return answer;
}

/** The clock may have run ahead of the prices. */
const untilPriced = () =>
  vi.waitFor(() => server.api.data('GET /recharge/exchangeFind', { symbol: 'USDT_BTC' }, b), {
    timeout: 60_000,
    interval: 100,
  });

/** Every call without an id, with each filter of a list unless `choicesIn` says otherwise. */
async function seenBy(person: Person, choicesIn = choicesOf): Promise<Record<string, Answer>> {
  const seen: Record<string, Answer> = {};
  for (const call of plainReads) {
    for (const choice of choicesIn(call)) {
      const name = [nameOf(call), ...Object.entries(choice).flat()].join(' ');
      seen[name] = await ask(call, choice, person);
    }
  }
  return seen;
}

beforeAll(async () => {
  // Answers before and after are compared: neither days nor snapshots are added, whose proofs name the newest checkpoint.
  server = await startServer({
    clock,
    ownJobs: ['assets.worth', 'fee-level.set', 'liabilities.snapshot'],
  });
  const consoleApi = createConsole(server, clock);
  const reviewer = await consoleApi.enrolled(['reviewer']);
  const reason = 'For the test of permissions.';
  verify = ({ memberId: ID }, isVerified) =>
    isVerified
      ? server.fresh.owner.transaction((tx) => verifyMember(tx, ID))
      : server.fresh.owner.transaction((tx) => unverifyMember(tx, ID));
  b = await server.register();
  a = await server.register();
  unverified = await server.register();
  const identities: number[] = [];
  for (const person of [a, unverified]) {
    const id = await sendDocuments(server, person);
    await rejectIdentity(consoleApi, id, { token: reviewer.token, reason });
    identities.push(id);
  }
  for (const person of [b, a, unverified]) {
    await equip(server, person);
    await verify(person, true);
  }
  products = await openProducts(server, b.token);
  machineId = await listProduct(server.fresh.database, 'shared', { shares: '10|20|30|40' });
  const loans = await creditedLoans(server, consoleApi, { people: [a, unverified], ...products });
  const contracts = await endedContracts(server, clock, [a, unverified]);
  // Without filters: all calls of the matrix happen at one moment, and so many would be limited.
  emptyB = await seenBy(b, () => [{}]);
  ofA = await createRecords(server, a, {
    contract: contracts[0]!,
    loan: loans[0]!,
    identity: identities[0]!,
    ...products,
  });
  const earlier = {
    contract: contracts[1]!,
    loan: loans[1]!,
    identity: identities[1]!,
    ...products,
  };
  ofUnverified = await createRecords(server, unverified, earlier);
  // An image is named together with its conversation.
  const { conversation: ID, supportImage, supportUpload } = ofA;
  COMPLETE['/service/send'] = { ID, imageId: supportUpload };
  COMPLETE['/service/image'] = { ID, imageId: supportImage };
  await verify(unverified, false);
});
afterAll(() => server?.stop());

/** Own requests, orders and shares that a frozen member may still take back. */
const TAKES_BACK = [
  '/bborder/clearorder',
  '/bborder/clearorders',
  '/bborder/cancelConditional',
  '/recharge/cancelRecharge',
  '/recharge/cancelWire',
  '/withdraw/cancelWithdraw',
  '/withdraw_bank/cancelWithdraw_bank',
  '/mining_machine_order/refund',
];

interface Row {
  ID: number;
}
const rowsOf = ({ data }: Answer) => (data as { list?: Row[] }).list;

describe('a member sees nothing of another', () => {
  let hers: Record<string, Answer>;
  let his: Record<string, Answer>;
  beforeAll(async () => {
    // A small balance, which only a price shows.
    await server.fund(a.memberId, { ETH: '0.0001' });
    await server.api.data('POST /user/setPreferences', { favourites: ['btcusdt'] }, a);
    // Counted at the end of a day.
    await withoutGuards(
      server.fresh,
      `insert into fee_level_turnover values (${a.memberId}, '2026-11-17', 100, 0, 0, 1, 0)`,
    );
    await untilPriced();
    [hers, his] = [await seenBy(a), await seenBy(b)];
  });

  it('in any call: answers are the same as before the other had any records', () => {
    const own = (seen: Record<string, Answer>) =>
      Object.entries(seen)
        .filter(([name]) => name in emptyB)
        .map(([name, answer]) => [name, withoutTotals(name, answer)]);
    expect(own(his)).toEqual(own(emptyB));
  });

  it('in any list, nor in its total', () => {
    const lists = Object.keys(hers).filter(
      (name) => rowsOf(hers[name]!) !== undefined && !isShared(name),
    );
    for (const name of lists) {
      const own = rowsOf(his[name]!)!.map(({ ID }) => ID);
      const others = rowsOf(hers[name]!)!.map(({ ID }) => ID);
      const shared = own.filter((ID) => others.includes(ID));
      // In sums, `total` is an amount.
      const { total } = his[name]!.data as { total?: number | string };
      const count = typeof total === 'number' ? total : own.length;
      expect([name, shared, count]).toEqual([name, [], own.length]);
    }
    const whole = lists.filter((name) => name.split(' ').length === 2);
    expect(whole.length).toBeGreaterThan(9);
    expect(whole.filter((name) => rowsOf(hers[name]!)!.length === 0)).toEqual([]);
  });

  it('in any sum: members with different histories have different totals', () => {
    const isSame = (name: string) => JSON.stringify(hers[name]) === JSON.stringify(his[name]);
    expect(plainReads.map(nameOf).filter((name) => isSame(name) && !isShared(name))).toEqual([]);
  });
});

const named = namedRecords.map((each) => [each.name, each] as const);

describe("another member's record", () => {
  /** So many calls at one moment would be limited. */
  beforeEach(() => clock.advance(200));

  it('is in this matrix for every call that takes its id', () => {
    expect(misplaced).toEqual([]);
  });

  it.each(named)('does not exist for %s, and does not change', async (name, each) => {
    const before = await storedRowsOf(server, a);
    const missing = await ask(each.call, namingOf(each, NO_RECORD), b);
    const answer = await ask(each.call, namingOf(each, ofA[each.kind]), b);
    expect(answer).toEqual(missing);
    expect(answer.code === 0).toBe(BOUNDS.includes(name));
    expect(await storedRowsOf(server, a)).toEqual(before);
  });

  it('exists: its owner reaches it by each of these calls', async () => {
    const order = ['GET', 'POST', 'DELETE'];
    const rank = ([, { call }]: (typeof named)[number]) => order.indexOf(call.method);
    const refused: [string, number][] = [];
    for (const [name, each] of named.toSorted((x, y) => rank(x) - rank(y))) {
      const { code } = await ask(each.call, namingOf(each, ofA[each.kind]), a);
      if (code !== 0 && !isLocked(each.call)) refused.push([name, code]);
    }
    expect(refused).toEqual([]);
  });

  it('is not returned for its idempotency key', async () => {
    await untilPriced();
    const swap = { num: '100', from_coin: 'USDT', to_coin: 'BTC' };
    const once = (token: string) =>
      server.api.data('POST /recharge/exchange', swap, { token, key: 'chosen-by-both' });
    const [hers, again, his] = [await once(a.token), await once(a.token), await once(b.token)];
    expect(again).toEqual(hers);
    expect(his.exchange.ID).not.toBe(hers.exchange.ID);
  });
});

/** Buys one, and gives it up with its figures. */
async function aMachineOf({ token }: { token: string }): Promise<object> {
  const bought = { id: 101, num: 1 };
  await server.api.data('POST /mining_machine/buySingleMining_machine', bought, { token });
  const { machines } = await server.api.data('GET /user/accountData', {}, { token });
  const shown = machines.map(({ ID, toCome, frozen }) => ({ ID, toCome, frozen }));
  return { password: PASSWORD, machines: shown };
}

/** A request that succeeds for a verified member. */
async function granted(name: string, call: Call): Promise<object> {
  if (name.endsWith(' by wire')) return { cate: 2, coin: 'USD', num: '5000', email: b.email };
  if (call.path === '/transfer/send') return { member: b.memberId, num: '1' };
  if (call.path === '/bborder/upbbbuy') return { mprice: await restingPrice(server) };
  if (call.path === '/recharge/convertSmall') {
    const { quote } = await server.api.data('GET /recharge/smallBalances', {}, unverified);
    return { quote };
  }
  if (call.path === '/bborder/upbbsell') return { type: 2 };
  if (call.path === '/mining_machine/buySingleMining_machine') return { id: 101 };
  if (call.path === '/user/giveUpMachines') return aMachineOf(unverified);
  if (call.path === '/mining_machine/buyShareMining_machine')
    return { id: machineId, sharbltxt: '10|20|30|40', gxfe: 30 };
  const { kind, field } = namedRecords.find((each) => each.call === call) ?? {};
  if (kind === undefined || field === undefined) return {};
  return namingOf({ call, field }, ofUnverified[kind]);
}

const freeze = (isFrozen: boolean) =>
  server.fresh.owner.transaction((tx) => setFrozen(tx, unverified.memberId, isFrozen));

describe('a frozen member', () => {
  const moving = [...callsWithVerification, ...callsWithoutVerification].filter(
    ([, { path }]) => !TAKES_BACK.includes(path),
  );
  beforeAll(async () => {
    await untilPriced();
    await verify(unverified, true);
  });
  afterAll(async () => {
    await freeze(false);
    await verify(unverified, false);
  });

  it('moves nothing by requests that succeed without the freeze', async () => {
    const requests: [string, Call, object][] = [];
    for (const [name, call] of moving) requests.push([name, call, await granted(name, call)]);
    await freeze(true);
    const before = await storedRowsOf(server, unverified);
    for (const [name, call, input] of requests)
      expect([name, (await ask(call, input, unverified)).code]).toEqual([name, 4008]);
    expect(await storedRowsOf(server, unverified)).toEqual(before);
  });
});

/** Orders, contracts, swaps and purchases. */
const TRADES = [
  '/bborder/upbbbuy',
  '/bborder/upbbsell',
  '/bborder/amendorder',
  '/bborder/placeConditional',
  '/bborder/placeOco',
  '/bborder/placeAttached',
  '/bborder/amendConditional',
  '/hyorder/createHyorder',
  '/recharge/exchange',
  '/recharge/convertSmall',
  '/issue/buySubmit',
  '/mining_machine/buySingleMining_machine',
  '/mining_machine/buyShareMining_machine',
  '/financing_order/createFinancing_order',
  '/recurring/start',
];

describe('an account of an operator', () => {
  const trades = [...callsWithVerification, ...callsWithoutVerification].filter(([, { path }]) =>
    TRADES.includes(path),
  );
  beforeAll(async () => {
    await untilPriced();
    await verify(unverified, true);
  });
  afterAll(() => verify(unverified, false));

  it('makes no order, contract, swap or purchase that succeeds for another one', async () => {
    expect(trades).toHaveLength(TRADES.length);
    const requests: [string, Call, object][] = [];
    for (const [name, call] of trades) requests.push([name, call, await granted(name, call)]);
    const operators = createConsole(server, clock);
    const ada = await operators.signIn(1);
    const { memberId } = unverified;
    const mine = { memberId: String(memberId), reason: 'It is mine.' };
    const { ID } = await operators.data('POST /operator/staffAccount/declare', mine, ada);
    const before = await storedRowsOf(server, unverified);
    for (const [name, call, input] of requests)
      expect([name, (await ask(call, input, unverified)).code]).toEqual([name, 5027]);
    expect(await storedRowsOf(server, unverified)).toEqual(before);
    for (let person = 0; person < 2; person += 1) {
      const { token } = await operators.enrolled(['approver']);
      await operators.data('POST /operator/staffAccount/release', { ID, reason: 'Left.' }, token);
    }
  });
});

/** Of another request of the same member. */
const TAKEN = { key: 'taken-by-a-swap' };
/** Takes no key: it skips orders that are cancelled already. */
const isKeyless = ({ path }: Call) => path === '/bborder/clearorders';

/**
 * Is answered again for its key as at first, though it would now be refused or find its record ended; the key of another
 * request is refused.
 */
async function succeedsOncePerKey(name: string, call: Call): Promise<void> {
  const input = await granted(name, call);
  const answerWith = async (key: string) => [name, await ask(call, input, unverified, { key })];
  const isTaken = await answerWith(TAKEN.key);
  const key = name.replaceAll(/\W+/g, '-');
  const first = await answerWith(key);
  expect(first).toMatchObject([name, { code: 0 }]);
  if (isKeyless(call)) return;
  expect(isTaken).toMatchObject([name, { code: 5002 }]);
  await freeze(true);
  const again = await answerWith(key);
  await freeze(false);
  expect(again).toEqual(first);
}

describe('a member who is not verified', () => {
  beforeAll(async () => {
    await untilPriced();
    const swap = { num: '101', from_coin: 'USDT', to_coin: 'BTC' };
    await server.api.data('POST /recharge/exchange', swap, { token: unverified.token, ...TAKEN });
  });
  /** So many calls at one moment would be limited. */
  beforeEach(() => clock.advance(200));

  it('is in this matrix for every call that moves money', () => {
    expect(unlistedMoneyCalls).toEqual([]);
  });

  it.each(callsWithVerification)('moves nothing by %s', async (name, call) => {
    const before = await storedRowsOf(server, unverified);
    const input = await granted(name, call);
    expect((await ask(call, input, unverified)).code).toBe(4025);
    expect(await storedRowsOf(server, unverified)).toEqual(before);
  });

  it.each(callsWithoutVerification)('can use %s, once per idempotency key', succeedsOncePerKey);

  it('can use the same calls once verified, each once per idempotency key', async () => {
    await verify(unverified, true);
    for (const [name, call] of callsWithVerification) {
      clock.advance(1_000);
      await succeedsOncePerKey(name, call);
    }
  });
});
