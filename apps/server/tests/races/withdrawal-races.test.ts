import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelRequest } from '../../src/features/money/funding/request/lifecycle.ts';
import { withdrawals } from '../../src/features/money/funding/withdrawal/withdrawals.ts';
import { auditLedger } from '../../src/audit/ledger.ts';
import { Refusal } from '../../src/kernel/requests/refusal.ts';
import { clusterAdmin } from '../support/cluster.ts';
import { balanceOf } from '../support/journal.ts';
import { untilLocked } from '../support/lock-waits.ts';
import { PAY_PASSWORD, type WithdrawalWorld, withdrawalWorld } from '../support/withdrawals.ts';

let world: WithdrawalWorld;

beforeAll(async () => {
  world = await withdrawalWorld(20);
});

afterAll(async () => {
  const findings = await world.database.snapshot((reader) => auditLedger(reader));
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

const usdt = (owner: number) => balanceOf(world.database, owner, 'USDT');
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 0,
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
  );

describe('concurrent withdrawals', () => {
  it('with the right password: none counts as a wrong attempt', async () => {
    const memberId = await world.member({ USDT: '4500' });
    const codes = await Promise.all(
      Array.from({ length: 45 }, () => codeOf(world.withdraw(memberId))),
    );
    expect(codes.filter((code) => code !== 0)).toEqual([]);
    expect(await codeOf(world.withdraw(memberId, { payPassword: PAY_PASSWORD }))).toBe(4020);
  });

  it('with wrong passwords: five are checked, and no more', async () => {
    const memberId = await world.member({ USDT: '100' });
    const guess = (payPassword: string) => codeOf(world.withdraw(memberId, { payPassword }));
    const codes = await Promise.all(
      Array.from({ length: 30 }, (_, index) => guess(String(200_000 + index))),
    );
    expect(codes.filter((code) => code === 4023)).toHaveLength(5);
    expect(codes.filter((code) => code === 5009)).toHaveLength(25);
    // The right one is locked as well now.
    expect(await guess(PAY_PASSWORD)).toBe(5009);
  });

  it('from one balance: exactly the affordable ones are held', async () => {
    for (let round = 0; round < 8; round += 1) {
      const memberId = await world.member({ USDT: '250' });
      const codes = await Promise.all(
        Array.from({ length: 4 }, () => codeOf(world.withdraw(memberId))),
      );
      expect(codes.toSorted((left, right) => left - right)).toEqual([0, 0, 4020, 4020]);
      expect(await usdt(memberId)).toEqual({ available: '50', held: '200' });
    }
  });

  it('made while the last withdrawal of its coin ends: it waits, and is refused', async () => {
    const memberId = await world.member({ USDT: '100' });
    const set = (open: boolean) =>
      `set local session_replication_role = replica; update assets set takes_withdrawals = ${open} where code = 'USDT'`;
    const closing = new Client({
      ...clusterAdmin(),
      database: world.fresh.appTarget.database!,
    });
    await closing.connect();
    try {
      await closing.query(`begin; ${set(false)}`);
      const making = codeOf(world.withdraw(memberId));
      await untilLocked(world.database);
      await closing.query('commit');
      expect(await making).toBe(4019);
      expect(await usdt(memberId)).toEqual({ available: '100' });
      await closing.query(`begin; ${set(true)}; commit`);
      expect(await codeOf(world.withdraw(memberId))).toBe(0);
    } finally {
      await closing.end();
    }
  });

  it('with one key: one is held, and all requests get its answer', async () => {
    const memberId = await world.member({ USDT: '350' });
    const key = { memberId, key: 'once', requestHash: 'same' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => world.withdraw(memberId, { key })),
    );
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(await usdt(memberId)).toEqual({ available: '250', held: '100' });
  });

  it('cancelled and finally approved: exactly one happens, completely', async () => {
    for (let round = 0; round < 15; round += 1) {
      const memberId = await world.member({ USDT: '100' });
      const { ID } = await world.withdraw(memberId);
      await world.agree(world.operators.first, ID, 'first');
      const key = undefined;
      const codes = await Promise.all([
        codeOf(cancelRequest(world.deps, withdrawals, { memberId, id: ID, key })),
        codeOf(world.agree(world.operators.second, ID, 'second')),
      ]);
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      await Promise.all([world.send(), world.send()]);
      const state = await world.stateOf(ID);
      expect(await usdt(memberId)).toEqual(state === 'cancelled' ? { available: '100' } : {});
      expect(['cancelled', 'completed']).toContain(state);
    }
  });

  it('sent by several processes are sent once each', async () => {
    const memberId = await world.member({ USDT: '1000' });
    const ids: number[] = [];
    for (let count = 0; count < 8; count += 1) {
      const { ID } = await world.withdraw(memberId);
      await world.approve(ID);
      ids.push(ID);
    }
    const before = world.driven.sent.length;
    await Promise.all(Array.from({ length: 6 }, () => world.send()));
    expect(world.driven.sent.length - before).toBe(8);
    expect(await usdt(memberId)).toEqual({ available: '200' });
    expect(new Set(await Promise.all(ids.map((id) => world.stateOf(id))))).toEqual(
      new Set(['completed']),
    );
  });
});
