/** Closing an account at the moment when something else happens to it: one of the two wins, and no money is lost. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../src/audit/ledger.ts';
import { closingPerson, emptyPerson, endClosings, OWN_CLOSING_JOB } from '../support/accounts.ts';
import { untilLocked } from '../support/lock-waits.ts';
import { manualClock } from '../support/market.ts';
import { PASSWORD } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ROUNDS = 12;
const clock = manualClock();
let server: TestServer;
let app: Client;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still', ownJobs: OWN_CLOSING_JOB });
  app = new Client(server.fresh.appTarget);
  await app.connect();
});
afterAll(async () => {
  const { database } = server.fresh;
  const findings = await database.snapshot((reader) => auditLedger(reader));
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await app?.end();
  await server?.stop();
});

const isClosed = async (memberId: number) => {
  const { rows } = await app.query('select closed_at from members where id = $1', [memberId]);
  return rows[0].closed_at !== null;
};
const heldBy = async (memberId: number) => {
  const { rows } = await app.query(
    'select coalesce(sum(available + held), 0)::text as held from ledger_balances where owner_id = $1',
    [memberId],
  );
  return Number(rows[0].held);
};
const statesOf = async (memberId: number) => {
  const { rows } = await app.query(
    'select state from account_closings where member_id = $1 order by id',
    [memberId],
  );
  return rows.map(({ state }: { state: string }) => state);
};

describe('an account whose time has come', () => {
  it('is closed, or has the money that arrives at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { memberId } = await closingPerson(server, clock);
      const [, credited] = await Promise.allSettled([
        endClosings(server),
        server.fund(memberId, { USDT: '5', XRP: '1' }),
      ]);
      const isCredited = credited.status === 'fulfilled';
      if (!isCredited) {
        expect(credited.reason).toMatchObject({ constraint: 'ledger_balances_closed' });
      }
      expect(await isClosed(memberId)).toBe(!isCredited);
      expect(await heldBy(memberId)).toBe(isCredited ? 6 : 0);
      expect(await statesOf(memberId)).toEqual([isCredited ? 'stopped' : 'closed']);
    }
  });

  it('and money that opens a balance meanwhile do not wait for each other', async () => {
    const { memberId } = await closingPerson(server, clock);
    const { database, ownerTarget } = server.fresh;
    const other = new Client(ownerTarget);
    await other.connect();
    await other.query('begin');
    const balance = "owner_id = $1 and asset = 'USDT'";
    await other.query(`select from ledger_balances where ${balance} for update`, [memberId]);
    const ended = endClosings(server);
    await untilLocked(database);
    const credited = server.fund(memberId, { USDT: '5', XRP: '1' }).catch((error) => error);
    await untilLocked(database, 2);
    await other.end();
    await ended;
    expect(await credited).toMatchObject({ constraint: 'ledger_balances_closed' });
    expect(await isClosed(memberId)).toBe(true);
  });

  it('stays open when its last money is put into an order at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { memberId, token } = await closingPerson(server, clock);
      await server.fund(memberId, { USDT: '20' });
      const order = { symbol: 'btcusdt', mprice: '20000', mnum: '0.001', buytype: 1 } as const;
      const [, placed] = await Promise.all([
        endClosings(server),
        server.api.call('POST /bborder/upbbbuy', order, { token }),
      ]);
      expect(placed.code).toBe(0);
      expect(await isClosed(memberId)).toBe(false);
      expect(await heldBy(memberId)).toBe(20);
    }
  });

  it('is closed or kept, not both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { memberId, token } = await closingPerson(server, clock);
      await Promise.all([
        endClosings(server),
        endClosings(server),
        server.api.call('POST /user/keepAccount', {}, { token }),
      ]);
      const isOver = await isClosed(memberId);
      expect(await statesOf(memberId)).toEqual([isOver ? 'closed' : 'kept']);
    }
  });
});

describe('requests to close an account', () => {
  it('sent several times concurrently are one', async () => {
    const { memberId, token } = await emptyPerson(server);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        server.api.call('POST /user/closeAccount', { password: PASSWORD }, { token }),
      ),
    );
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(await statesOf(memberId)).toEqual(['waiting']);
  });
});
