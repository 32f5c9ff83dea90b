/** One database of two servers: which one is written to, what a lost or cancelled commit means, and what may be read. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkHosts } from '../src/commands/doctor/check-database.ts';
import { arrayOf, int4 } from '../src/platform/database/columns.ts';
import { isConnectionFailure, UnknownOutcome } from '../src/platform/database/database-errors.ts';
import type { Database } from '../src/platform/database/database.ts';
import {
  type ReplicatedServer,
  runAsAdmin,
} from '../src/platform/database/embedded/replicated-server.ts';
import { openDatabase } from '../src/platform/database/open-database.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { readHosts } from '../src/platform/database/server-state.ts';
import { type ServerPair, startPair, untilACommitWaits } from './support/server-pair.ts';
import { passTime, turns, until } from './support/pass-time.ts';

const write = defineStatement({
  name: 'test.writePayment',
  text: 'insert into payments (id) values ($1)',
  params: [int4],
});
const written = defineQuery({
  name: 'test.payments',
  text: 'select coalesce(array_agg(id order by id), $1::int[]) as ids from payments',
  params: [arrayOf(int4)],
  row: { ids: arrayOf(int4) },
});

let pair: ServerPair;
/** The primary of the beginning; undefined while there is no pair. Two servers take seconds to start, so tests share them. */
let first: ReplicatedServer | undefined;
let database: Database;
const open: Database[] = [];

async function openBoth(): Promise<Database> {
  const opened = await openDatabase({ connection: { url: pair.url }, allowUnsafe: true });
  open.push(opened);
  return opened;
}

async function newPair(): Promise<void> {
  pair = await startPair({ fast: true });
  first = pair.primary();
  await runAsAdmin(
    first,
    'create table payments (id int primary key)',
    'grant all on payments to tern_login',
  );
}

beforeEach(async () => {
  if (first === undefined) await newPair();
  else await runAsAdmin(first, 'truncate payments');
  database = await openBoth();
});

afterEach(async ({ task }) => {
  await Promise.all(open.splice(0).map((each) => Promise.race([each.close(), hangs()])));
  // After a failover, or in the midst of something, it is of no use to another test.
  if (pair.primary() !== first || task.result?.state === 'fail') await endPair();
});
afterAll(endPair);

async function endPair(): Promise<void> {
  if (first === undefined) return;
  first = undefined;
  await pair.remove();
}

/** A connection to a server that hangs is never closed. */
const hangs = () => passTime(1_000, 'the others are closed by then');

const pay = (id: number) => database.transaction((tx) => tx.run(write, [id]));
const payments = async (from = database) => (await from.one(written, [[]])).ids;

/** Repeats it while no server acknowledges it. */
async function untilTaken(act: () => Promise<unknown>): Promise<void> {
  await until('a server that acknowledges it', async () => {
    try {
      await act();
      return true;
    } catch (error) {
      if (!isConnectionFailure(error) && !(error instanceof UnknownOutcome)) throw error;
      return false;
    }
  });
}

/** Pays while the standby is down: the primary dies with the commit that waits, and is started again. */
async function loseAnswerOf(id: number): Promise<void> {
  await pair.standby().kill();
  const lost = pay(id).catch((error: unknown) => error);
  await untilACommitWaits(pair.primary());
  await pair.primary().kill();
  expect(await lost).toBeInstanceOf(UnknownOutcome);
  await pair.primary().start();
}

describe('a commit that its standby never got', () => {
  it('is read once the standby has it', async () => {
    await loseAnswerOf(2);
    await pair.standby().start();
    await untilTaken(async () => expect(await payments()).toEqual([2]));
  });

  it.each(['pg_cancel_backend', 'pg_terminate_backend'])(
    'is of unknown outcome after %s, in a transaction and in a lane, until the standby has it',
    async (end) => {
      const lane = database.lane('test');
      await lane.transaction((tx) => [tx.run(write, [1])]);
      // Connections that stay open, and on which nothing was confirmed since.
      await Promise.all(Array.from({ length: 4 }, () => payments()));
      await pair.standby().kill();
      const acts = [() => pay(2), () => lane.transaction((tx) => [tx.run(write, [3])])];
      for (const act of acts) {
        const outcome = act().catch((error: unknown) => error);
        const pid = await untilACommitWaits(pair.primary());
        await runAsAdmin(pair.primary(), `select ${end}(${pid})`);
        expect(await outcome).toBeInstanceOf(UnknownOutcome);
      }
      let seen: number[] | undefined;
      const reading = payments().then((ids) => {
        seen = ids;
      });
      await untilACommitWaits(pair.primary());
      await turns(5);
      expect(seen).toBeUndefined();
      await pair.standby().start();
      await reading;
      expect(seen).toEqual([1, 2, 3]);
    },
  );

  it('is not read from the restarted primary, and is gone after the failover', async () => {
    const another = await openBoth();
    await pay(1);
    await loseAnswerOf(2);
    // The server shows it to everyone who does not ask for more.
    expect(await runAsAdmin(pair.primary(), 'select count(*)::int from payments')).toBe(2);

    const seen: number[][] = [];
    const reading = Promise.all(
      [database, another].map((from) => untilTaken(async () => seen.push(await payments(from)))),
    );
    await untilACommitWaits(pair.primary());
    await turns(5);
    expect(seen).toEqual([]);
    await pair.primary().kill();
    await pair.standby().start();
    await pair.promote();
    await reading;
    expect(seen).toEqual([[1], [1]]);
  });
});

describe('a failover', () => {
  it('is followed, and the old primary is never used again', async () => {
    await pay(1);
    const before = await readHosts({ url: pair.url });
    expect(before.map((host) => 'isStandby' in host && host.isStandby)).toEqual([true, false]);
    expect(checkHosts(before, 'live')[0]?.status).toBe('ok');
    await pair.primary().kill();
    await expect(pay(2)).rejects.toSatisfy(isConnectionFailure);
    await pair.promote();
    await untilTaken(() => pay(3));
    expect(await payments()).toEqual([1, 3]);

    const old = pair.standby();
    await old.start();
    expect(await runAsAdmin(old, 'select pg_is_in_recovery()')).toBe(false);
    expect(await payments(await openBoth())).toEqual([1, 3]);
    const hosts = await readHosts({ url: pair.url });
    expect(checkHosts(hosts, 'paper')[0]?.found).toContain('More than one host takes writes');
    await pair.primary().kill();
    const refusal = () => payments().then(String, ({ message }: Error) => message);
    await expect.poll(refusal).toContain('was the primary before');
    await pair.primary().start();
    await untilTaken(() => pay(4));
    expect(await payments()).toEqual([1, 3, 4]);
  });

  it('is followed when the old primary hangs and closes no connection', async () => {
    await pay(1);
    process.kill(pair.primary().pid, 'SIGSTOP');
    await pair.promote();
    await untilTaken(() => pay(2));
    expect(await payments()).toEqual([1, 2]);
  });
});
