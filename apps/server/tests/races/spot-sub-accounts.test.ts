/** Two instances that trade at the same time, each with a sub-account of the exchange, on a real database (ADR 68). */
import { exchangeAccounts, subAccount } from '@tern/ledger';
import { formatDecimal, ZERO } from '@tern/money';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditBooks } from '../../src/audit/books.ts';
import { invariants } from '../../src/audit/invariants.ts';
import { ExchangeSubAccounts } from '../../src/features/trading/spot/engine/exchange-sub-accounts.ts';
import { createEngines, type Engines } from '../../src/features/trading/spot/engines.ts';
import { placeOrder } from '../../src/features/trading/spot/place-order.ts';
import { EVER } from '../../src/kernel/invariants/invariant.ts';
import { createLeases } from '../../src/kernel/leases/create-leases.ts';
import { availableTo, balancesAt } from '../../src/kernel/ledger/balances.ts';
import { exchangePositions } from '../../src/kernel/ledger/exchange-position.ts';
import { createLocalBus } from '../../src/platform/bus.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { manualLeases } from '../support/manual-leases.ts';
import { fundedMember, manualClock, spotDependencies } from '../support/market.ts';
import { turns } from '../support/pass-time.ts';
import { untilLocked } from '../support/lock-waits.ts';

const PRICES: Record<string, string> = { ethusdt: '3000', bnbusdt: '500', shibusdt: '0.000012345' };
const clock = manualClock();
let fresh: FreshDatabase;
let instances: { engines: Engines; stop(): Promise<void> }[];
let ends: (() => Promise<unknown>)[];

beforeEach(async () => {
  fresh = await freshDatabase({ poolSize: 12 });
  instances = [];
  ends = [];
});
afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  for (const { stop } of instances) await stop();
  await fresh.drop();
});

/** An instance with the engine of one market and the named sub-accounts. */
async function startInstance(symbol: string, numbers: readonly number[]): Promise<Engines> {
  const deps = await spotDependencies(fresh.database, clock);
  const engine = `spot.engine.${deps.instruments.find(symbol)!.id}`;
  const leases = manualLeases([engine, ...numbers.map((each) => `spot.sub-account.${each}`)]);
  const engines = createEngines({ ...deps, leases });
  await engines.open();
  await engines.openSubAccounts();
  deps.tick(symbol, PRICES[symbol]!);
  const stop = async () => {
    await leases.stop();
    await engines.close();
  };
  instances.push({ engines, stop });
  return engines;
}

const member = () => fundedMember(fresh.database, { USDT: '100000', ETH: '50', BNB: '50' });

/** Trades with the exchange at once. */
function trade(engines: Engines, memberId: number, symbol: string, side: 'buy' | 'sell' = 'buy') {
  const size = side === 'buy' ? { quantity: undefined, total: '61.37' } : { quantity: '0.123' };
  const order = { memberId, symbol, side, type: 'market', price: undefined } as const;
  return placeOrder(engines, { total: undefined, key: undefined, ...order, ...size });
}

/** Holds rounds with events for this member open between their postings and their COMMIT. Returns how to let them go on. */
async function holdRoundsOf(memberId: number): Promise<() => Promise<void>> {
  const holder = new Client(fresh.ownerTarget);
  await holder.connect();
  ends.push(() => holder.end());
  await holder.query(`create function test_wait() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(68); return null; end $$`);
  await holder.query(`create trigger test_wait after insert on member_events for each row
    when (${memberId} = any (new.member_ids)) execute function test_wait()`);
  await holder.query('select pg_advisory_lock(68)');
  return async () => void (await holder.query('select pg_advisory_unlock(68)'));
}

/** Until a round waits for the lock of the test. */
const untilHeld = () => untilLocked(fresh.database);

/** Whether it is over now. */
const isOver = async (work: Promise<unknown>) => {
  let over = false;
  void work.then(() => (over = true));
  await turns();
  return over;
};

const available = async (owner: number, asset: string) =>
  (await balancesAt(fresh.database, [{ owner, asset }]))[0]?.available ?? ZERO;

async function expectCleanBooks(): Promise<void> {
  const findings = await auditBooks(fresh.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  const found = await fresh.database.snapshot(async (reader) => {
    const faults: string[] = [];
    // The log has not sealed anything in this test.
    for (const { id, find } of invariants)
      if (id !== 'journal-sealed' && id !== 'guards') faults.push(...(await find(reader, EVER)));
    return faults;
  });
  expect(found).toEqual([]);
}

/** Both instances have traded, so that all orders later need nothing from the database first. */
async function twoInstances(numbers: readonly [readonly number[], readonly number[]]) {
  const [first, second] = [
    await startInstance('ethusdt', numbers[0]),
    await startInstance('bnbusdt', numbers[1]),
  ];
  const [one, other] = [await member(), await member()];
  await trade(first, one, 'ethusdt');
  await trade(second, other, 'bnbusdt');
  return { first, second, one, other };
}

describe('two instances with sub-accounts of their own', () => {
  it('commit their rounds side by side: one does not wait while a round of the other is open', async () => {
    const { first, second, one, other } = await twoInstances([[0], [1]]);
    const goOn = await holdRoundsOf(one);
    const held = trade(first, one, 'ethusdt');
    await untilHeld();
    await trade(second, other, 'bnbusdt');
    expect(await isOver(held)).toBe(false);
    await goOn();
    await held;
    await expectCleanBooks();
  });

  it('have all fees and all of the exchange in both together, whatever they trade at the same time', async () => {
    const { first, second, one, other } = await twoInstances([
      [0, 2],
      [1, 5],
    ]);
    await Promise.all(
      Array.from({ length: 40 }, (_each, at) => {
        const side = at % 3 === 0 ? 'sell' : 'buy';
        return at % 2 === 0
          ? trade(first, one, 'ethusdt', side)
          : trade(second, other, 'bnbusdt', side);
      }),
    );
    const { fees, liquidity } = exchangeAccounts;
    for (const account of [fees, liquidity]) {
      const [own, sub] = [
        await available(account, 'USDT'),
        await available(subAccount(account, 1), 'USDT'),
      ];
      expect(own).not.toBe(ZERO);
      expect(sub).not.toBe(ZERO);
      expect(await availableTo(fresh.database, { owner: account, asset: 'USDT' })).toBe(own + sub);
      for (const number of [2, 5]) {
        expect(await available(subAccount(account, number), 'USDT')).toBe(ZERO);
      }
    }
    // Two members were given as much as was issued, less what they paid in fees and bought from the exchange.
    const [position] = (await exchangePositions(fresh.database)).filter(
      ({ asset }) => asset === 'USDT',
    );
    const members = await balancesAt(
      fresh.database,
      [one, other].map((owner) => ({ owner, asset: 'USDT' })),
    );
    expect(position!.owed).toBe(members.reduce((sum, each) => sum + each.available, 0n));
    await expectCleanBooks();
  });
});

it('what a trade of two members leaves is in the sub-account of its instance', async () => {
  const engines = await startInstance('shibusdt', [1]);
  // The price is too old for quotes of the exchange.
  clock.advance(60_000);
  const seller = await fundedMember(fresh.database, { SHIB: '1000001' });
  const buyer = await fundedMember(fresh.database, { USDT: '20' });
  for (const [memberId, side] of [
    [seller, 'sell'],
    [buyer, 'buy'],
  ] as const) {
    const order = { memberId, side, type: 'limit', price: '0.000012347', quantity: '1000001' };
    const more = { symbol: 'shibusdt', total: undefined, key: undefined };
    await placeOrder(engines, { ...order, ...more } as Parameters<typeof placeOrder>[1]);
  }
  // 12.347013 paid, 12.347012 received
  const { rounding } = exchangeAccounts;
  expect(await available(rounding, 'USDT')).toBe(ZERO);
  expect(formatDecimal(await available(subAccount(rounding, 1), 'USDT'))).toBe('0.000001');
  await expectCleanBooks();
});

it('two instances on the same accounts are right too, and one waits for the other', async () => {
  const { first, second, one, other } = await twoInstances([[], []]);
  const goOn = await holdRoundsOf(one);
  const held = trade(first, one, 'ethusdt');
  await untilHeld();
  const waiting = trade(second, other, 'bnbusdt');
  await untilLocked(fresh.database, 2);
  expect(await isOver(waiting)).toBe(false);
  await goOn();
  await Promise.all([held, waiting]);
  expect(await available(subAccount(exchangeAccounts.fees, 1), 'BNB')).toBe(ZERO);
  await expectCleanBooks();
});

describe('an instance', () => {
  it('posts to the lowest sub-account that it has, and to the accounts themselves without one', async () => {
    const subAccounts = new ExchangeSubAccounts(fresh);
    await subAccounts.open();
    const works = new Map(subAccounts.works().map((work) => [work.name, work]));
    const work = (number: number) => works.get(`spot.sub-account.${number}`)!;
    expect(subAccounts.current()).toBe(0);
    await work(7).begin();
    await work(3).begin();
    expect(subAccounts.current()).toBe(3);
    await work(3).end();
    expect(subAccounts.current()).toBe(7);
    await work(7).end();
    expect(subAccounts.current()).toBe(0);
  });

  it('uses none while an instance lives that does not know them, or may go on', async () => {
    const owner = new Client(fresh.ownerTarget);
    await owner.connect();
    ends.push(() => owner.end());
    const add = (id: string, schema: string, age: string) =>
      owner.query(
        `insert into programs (id, name, roles, version, schema, clock_offset, competes, heartbeat_at)
         values ($1, $1, '{jobs}', '1', $2, 0, true, now() - $3::interval)`,
        [id, schema, age],
      );
    await add('older', '0140', '30 seconds');
    await add('newer', '0170', '0 seconds');
    const subAccounts = new ExchangeSubAccounts(fresh);
    for (const { name, begin } of subAccounts.works()) if (name.endsWith('.4')) await begin();
    await subAccounts.open();
    expect(subAccounts.current()).toBe(0);
    await owner.query(`delete from programs where id = 'older'`);
    await subAccounts.open();
    expect(subAccounts.current()).toBe(4);
  });

  it('has sub-accounts of its own by leases, and leaves them to others when it stops', async () => {
    const start = async (name: string, roles: readonly ('engine' | 'jobs')[]) => {
      const { database } = fresh;
      const bus = createLocalBus((error) => {
        throw error;
      });
      const leases = await createLeases(
        { database, clock: systemClock, log: createLog('silent'), random: systemRandom, bus },
        { name, roles, version: '1', schema: '0161', isShared: true },
      );
      ends.push(() => leases.stop());
      const subAccounts = new ExchangeSubAccounts(fresh);
      await subAccounts.open();
      await Promise.all(subAccounts.works().map((work) => leases.compete(work)));
      return { leases, current: () => subAccounts.current() };
    };
    const first = await start('one', ['engine']);
    expect([first.leases.held().length, first.current()]).toEqual([10, 0]);
    const jobs = await start('jobs', ['jobs']);
    const second = await start('two', ['engine']);
    const counts = () => [first, second, jobs].map(({ leases }) => leases.held().length);
    await expect.poll(counts).toEqual([5, 5, 0]);
    expect([first.current(), second.current(), jobs.current()]).toEqual([0, 5, 0]);
    await first.leases.stop();
    await expect.poll(() => second.leases.held().length).toBe(10);
    expect(second.current()).toBe(0);
  });
});
