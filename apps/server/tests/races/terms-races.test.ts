import { formatDecimal } from '@tern/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withdrawalStore } from '../../src/features/money/funding/withdrawal/store.ts';
import { auditLedger } from '../../src/audit/ledger.ts';
import { findAssetNetwork } from '../../src/kernel/networks/networks.ts';
import { Refusal } from '../../src/kernel/requests/refusal.ts';
import { balanceOf } from '../support/journal.ts';
import { type TermsWorld, termsWorld } from '../support/terms.ts';

const HOUR = 3_600_000;
const ROUNDS = 8;
let world: TermsWorld;

beforeAll(async () => {
  world = await termsWorld(20);
});
beforeEach(() => world.swapDeps.tickAll());
afterAll(async () => {
  const findings = await world.database.snapshot((reader) => auditLedger(reader));
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 0,
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
  );
const network = async () => (await findAssetNetwork(world.database, 'USDT', 'TRC20'))!;
const takeEffect = async () => {
  world.clock.advance(3 * HOUR);
  await world.apply();
};

describe('concurrent changes of terms', () => {
  it('are approved once, however often the second approval is sent', async () => {
    const id = await world.propose({ outMax: '400000' });
    const { hash } = await world.detailOf(id);
    const { second } = world.operators;
    await world.reviewQueue.claim(second, id);
    const approval = { stage: 'second' as const, hash, note: '', isAcknowledged: false };
    const codes = await Promise.all(
      Array.from({ length: 6 }, () => codeOf(world.reviewQueue.approve(second, id, approval))),
    );
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect((await world.changes()).coming).toHaveLength(1);
    await takeEffect();
  });

  it('that contradict each other are not both approved', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      // Each is valid with the current terms: a higher fee, and a minimum below it.
      const dearer = await world.propose({ outFee: '8' });
      const lower = await world.propose({ outMin: '5' });
      const codes = await Promise.all([
        codeOf(world.approve(dearer)),
        codeOf(world.approve(lower)),
      ]);
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      await takeEffect();
      const { withdrawMin, withdrawFee } = await network();
      expect(withdrawFee < withdrawMin).toBe(true);
      await world.change({ outMin: '10', outFee: '1' });
    }
  });

  it('take effect once with several processes', async () => {
    const id = await world.propose({ outMax: '450000' });
    await world.approve(id);
    world.clock.advance(3 * HOUR);
    await Promise.all(Array.from({ length: 5 }, () => world.apply()));
    const { list } = await world.announced();
    expect(list[0]).toMatchObject({ changes: [{ from: '400000', to: '450000' }] });
  });

  it('leave every withdrawal submitted meanwhile under the terms of one version', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const members = await Promise.all(
        Array.from({ length: 4 }, () => world.member({ USDT: '500' })),
      );
      await world.approve(await world.propose({ outMin: '50', outFee: '20' }));
      world.clock.advance(2 * HOUR);
      const submitted = members.flatMap((memberId) =>
        ['20', '100'].map(async (num) => {
          const made = await world.withdraw(memberId, { num }).catch((error: unknown) => {
            if (error instanceof Refusal && error.is('out-of-bounds')) return undefined;
            throw error;
          });
          return { num, made };
        }),
      );
      const [answers] = await Promise.all([Promise.all(submitted), world.apply()]);
      for (const { num, made } of answers) {
        if (made === undefined) {
          expect(num).toBe('20');
          continue;
        }
        const { fee, amount } = await world.database.one(withdrawalStore.byId, [made.ID]);
        expect(formatDecimal(amount)).toBe(num);
        expect(num === '20' ? ['1'] : ['1', '20']).toContain(formatDecimal(fee));
      }
      for (const memberId of members) {
        const { available = '0', held: set = '0' } = await balanceOf(
          world.database,
          memberId,
          'USDT',
        );
        expect(Number(available) + Number(set)).toBe(500);
      }
      await world.change({ outMin: '10', outFee: '1' });
    }
  });

  it('are paused once by concurrent operators, and a concurrent pause and resume leave a consistent state', async () => {
    const { first, second } = world.operators;
    const codes = await Promise.all(
      Array.from({ length: 5 }, () => codeOf(world.pause(first, 'out'))),
    );
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 5032, 5032, 5032, 5032]);
    await Promise.all([
      codeOf(world.resume(second, 'out')),
      codeOf(world.pause(second, 'out')),
      codeOf(world.resume(first, 'out')),
    ]);
    const { takesWithdrawals } = await network();
    const { pausedOut } = await world.row();
    expect(takesWithdrawals).toBe(pausedOut === null);
  });
});
