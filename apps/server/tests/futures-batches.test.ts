import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleDue } from '../src/features/trading/futures/settlement/settle-due.ts';
import { type DueWork, sweepDue } from '../src/features/trading/futures/settlement/sweep-due.ts';
import { notifyDue } from '../src/features/trading/futures/settlement/notify-ended.ts';
import { memberEventsBetween } from '../src/kernel/events/member-events.ts';
import { listNotifications } from '../src/kernel/messaging/read-notifications.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { fundedMember, WEDNESDAY_NOON } from './support/market.ts';

let fresh: FreshDatabase;
let world: FuturesWorld;
let owner: Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  owner = new Client(fresh.ownerTarget);
  await owner.connect();
  world = await futuresWorld(fresh.database, WEDNESDAY_NOON);
  await world.tick('btcusdt', '64000');
});
afterAll(async () => {
  await world.stop();
  await owner.end();
  await fresh.drop();
});

async function seconds(count: number, price: string) {
  for (let each = 0; each < count; each += 1) {
    world.clock.advance(1_000);
    await world.tick('btcusdt', price);
  }
}

/** No settlement runs meanwhile. */
async function pricesUpTo(inSeconds: number) {
  for (let each = 0; each < inSeconds; each += 1) {
    world.clock.advance(1_000);
    await world.price('btcusdt', '64010');
  }
}

const allFinal = { finalUpTo: () => Number.POSITIVE_INFINITY, onUndecided: () => undefined };

/** Three concurrent settlements of everything due, four contracts at a time; returns the greatest concurrency. */
async function sweep(dueWork: DueWork): Promise<number> {
  const runBatch = sweepDue({ ...world.deps, ...allFinal }, world.clock.now(), dueWork);
  const work = async () => {
    let count = 4;
    let sum = 0;
    for (; count === 4; sum += count) count = (await runBatch(4)).count;
    return sum;
  };
  const sums = await Promise.all([work(), work(), work()]);
  return sums.reduce((sum, count) => sum + count, 0);
}

/** The journal has the payment already, so it refuses a second one and the whole batch. */
async function payEarly(memberId: number, contractId: number): Promise<void> {
  await owner.query(
    `select ledger_write_pay_out('USDT', 'contract', -9, -2, 19::smallint, 4::smallint, now(), array[$1::bigint], array[$2::bigint],
      '{1}', '{100}', '{0}', '{0}')`,
    [memberId, contractId],
  );
}

/** Contracts whose result was announced to the member. */
async function noticesOf(memberId: number): Promise<number[]> {
  const page = { limit: 100, offset: 0 };
  const { notifications } = await listNotifications(fresh.database, memberId, page);
  return notifications.map(({ aboutId }) => aboutId);
}

async function noticeEvents(memberId: number): Promise<number> {
  const events = await eventsOf(memberId);
  return events.filter(({ topic }) => topic === 'notification.added').length;
}

async function eventsOf(memberId: number) {
  const upTo = { transaction: Number.MAX_SAFE_INTEGER, seq: 0 };
  const range = { after: { transaction: 0, seq: 0 }, upTo };
  const rows = await memberEventsBetween(fresh.database, memberId, range);
  return rows.flatMap(({ events }) => events).filter((each) => each.memberId === memberId);
}

async function balanceEvents(memberId: number): Promise<unknown[]> {
  const events = await eventsOf(memberId);
  return events.filter(({ topic }) => topic === 'assets.balance').flatMap(({ data }) => data);
}

describe('many due contracts', () => {
  it('are settled once each in parallel batches, in any order of placement', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '100000' });
    const ids: number[] = [];
    // Some are placed later and due earlier: every third one lasts a minute.
    for (let count = 0; count < 45; count += 1) {
      const input = {
        memberId,
        stake: String(10 + (count % 5)),
        seconds: count % 3 === 0 ? 60 : 30,
      };
      ids.push((await world.place(input)).order.ID);
    }
    await seconds(1, '64000');
    await world.futures.stop?.();
    await pricesUpTo(60);
    expect(await sweep(settleDue)).toBe(45);
    const rows = await Promise.all(ids.map((id) => world.contract(memberId, id)));
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set([1]));
    expect(await world.faults()).toEqual([]);
    const available = await world.usdt(memberId);
    expect(await balanceEvents(memberId)).toContainEqual({
      coinname: 'USDT',
      available,
      frozen: '0',
      total: available,
    });
    expect(await noticesOf(memberId)).toEqual([]);
    expect(await sweep(notifyDue)).toBe(45);
    expect((await noticesOf(memberId)).toSorted((one, other) => one - other)).toEqual(ids);
    expect(await noticeEvents(memberId)).toBe(45);
    expect(await sweep(notifyDue)).toBe(0);
    expect(await world.faults()).toEqual([]);
    await world.restart();
  });

  it('are announced once if the process dies between payment and notice', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const { order } = await world.place({ memberId });
    await seconds(1, '64000');
    await world.futures.stop?.();
    await pricesUpTo(30);
    await sweep(settleDue);
    expect(await world.usdt(memberId)).toBe('1080');
    expect(await noticesOf(memberId)).toEqual([]);
    expect(await world.faults()).toEqual([]);
    await world.restart();
    expect(await noticesOf(memberId)).toEqual([order.ID]);
    expect(await world.usdt(memberId)).toBe('1080');
    await world.wait(1_000);
    expect(await noticesOf(memberId)).toEqual([order.ID]);
    expect(await world.faults()).toEqual([]);
  });

  it('are rolled back if one of a batch cannot be paid, and settled in the next round', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const { order } = await world.place({ memberId });
    await seconds(1, '64000');
    await payEarly(memberId, order.ID);
    await world.futures.stop?.();
    await pricesUpTo(30);
    const runBatch = sweepDue({ ...world.deps, ...allFinal }, world.clock.now(), settleDue);
    const { stuck } = await runBatch(10);
    const error = { constraint: 'ledger_postings_subject' };
    expect(stuck).toMatchObject([{ contractId: order.ID, error }]);
    expect(await world.contract(memberId, order.ID)).toMatchObject({ status: 1, payout: '0' });
    expect(await world.usdt(memberId)).toBe('1000');
    const { rows } = await owner.query('select for_end from futures_waiting where id = $1', [
      order.ID,
    ]);
    expect(rows).toEqual([{ for_end: true }]);
    await world.restart();
  });
});

describe('a contract that cannot be paid', () => {
  it('does not delay payments or notices of others due with it', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await world.place({ memberId })).order.ID);
    await seconds(1, '64000');
    const unpayable = ids[2]!;
    await payEarly(memberId, unpayable);
    await seconds(30, '64010');
    await world.wait(1_000);
    const others = ids.filter((id) => id !== unpayable);
    expect((await noticesOf(memberId)).toSorted((one, other) => one - other)).toEqual(others);
    expect(await world.usdt(memberId)).toBe('1320');
    expect(await world.contract(memberId, unpayable)).toMatchObject({ status: 1 });
  });
});

describe('a paid member', () => {
  it('is reported by the audit if the notice is missing', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const { order } = await world.place({ memberId });
    await seconds(31, '64000');
    expect(await noticesOf(memberId)).toEqual([order.ID]);
    await owner.query('delete from notifications where about_id = $1', [order.ID]);
    expect(await world.faults()).toContain(
      `the member of contract ${order.ID} was notified 0 times of its end`,
    );
  });
});

describe('the due row of a contract', () => {
  it('cannot be deleted before the contract has ended', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const { order } = await world.place({ memberId });
    const remove = owner.query('delete from futures_waiting where id = $1', [order.ID]);
    await expect(remove).rejects.toMatchObject({ constraint: 'futures_waiting_kept' });
  });
});

describe('the result of a contract', () => {
  it('is not indexed, so that updates stay on the row’s page', async () => {
    const { rows } = await owner.query<{ place: string }>(
      `select i.indexrelid::regclass || '.' || a.attname as place from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and (a.attnum = any(i.indkey) or exists (
         select from pg_depend d where d.objid = i.indexrelid and d.refobjid = i.indrelid and d.refobjsubid = a.attnum))
       where i.indrelid = 'futures_contracts'::regclass and has_column_privilege('tern_app', i.indrelid, a.attname, 'update')`,
    );
    expect(rows).toEqual([]);
  });
});
