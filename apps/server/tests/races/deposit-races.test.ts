import { custodyAccount } from '@tern/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditDeposits } from '../../src/audit/deposits.ts';
import { proposeUnmatched } from '../../src/features/funding/unmatched/propose-unmatched.ts';
import { auditLedger } from '../../src/audit/ledger.ts';
import { Refusal } from '../../src/kernel/requests/refusal.ts';
import { agreeTo } from '../support/halted.ts';
import { balanceOf } from '../support/journal.ts';
import { type DepositWorld, depositWorld } from '../support/deposits.ts';

let world: DepositWorld;

beforeAll(async () => {
  world = await depositWorld(20);
});

afterAll(async () => {
  const findings = await world.database.snapshot(async (reader) => [
    ...(await auditLedger(reader)),
    ...(await auditDeposits(reader)),
  ]);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

const usdt = async (owner: number) =>
  Number((await balanceOf(world.database, owner, 'USDT'))['available'] ?? 0);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 0,
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
  );
const many = <Result>(count: number, make: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, make));

describe('deposits at the same time', () => {
  it('proven by one image: one stands', async () => {
    for (let round = 0; round < 6; round += 1) {
      const memberId = await world.member();
      const imageId = await world.picture(memberId);
      const codes = await many(6, () => codeOf(world.tell(memberId, { imageId })));
      expect(codes.toSorted((left, right) => left - right)).toEqual([
        0, 5001, 5001, 5001, 5001, 5001,
      ]);
    }
  });

  it('told with one key: one stands, and everyone gets its answer', async () => {
    const memberId = await world.member();
    const imageId = await world.picture(memberId);
    const key = { memberId, key: 'once', requestHash: 'same' };
    const answers = await many(6, () => world.tell(memberId, { imageId, key }));
    expect(answers).toEqual(answers.map(() => answers[0]));
  });

  it('approved for good by many at once are credited once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const memberId = await world.member();
      const { ID } = await world.tell(memberId);
      await world.agree(world.operators.first, ID, 'first');
      const codes = await many(5, () => codeOf(world.agree(world.operators.second, ID, 'second')));
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      expect(await usdt(memberId)).toBe(1500);
    }
  });

  it('taken back and approved for good in the same moment: one of both happens', async () => {
    for (let round = 0; round < 15; round += 1) {
      const memberId = await world.member();
      const { ID } = await world.tell(memberId);
      await world.agree(world.operators.first, ID, 'first');
      const codes = await Promise.all([
        codeOf(world.cancel(memberId, ID)),
        codeOf(world.agree(world.operators.second, ID, 'second')),
      ]);
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      const state = await world.stateOf(ID);
      expect(await usdt(memberId)).toBe(state === 'completed' ? 1500 : 0);
      expect(['cancelled', 'completed']).toContain(state);
    }
  });

  it('seen once and reported twenty times at once are credited once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const memberId = await world.member();
      const address = await world.address(memberId);
      const before = await usdt(custodyAccount(10));
      await many(20, () => world.see({ address, reference: `round ${round}` }));
      expect([await usdt(memberId), await usdt(custodyAccount(10))]).toEqual([40, before - 40]);
    }
  });

  it('a transfer of nobody agreed upon by many, and reported again meanwhile, is credited once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const memberId = await world.member();
      const seen = { address: 'paper-trc20-nobody', reference: `stray ${round}` };
      await world.see(seen);
      const wish = {
        reference: seen.reference,
        act: 'credit',
        memberId,
        reason: 'Theirs.',
      } as const;
      const { first, second } = world.operators;
      const proposals = await many(3, () => proposeUnmatched(world.deps, first, wish));
      expect(new Set(proposals).size).toBe(1);
      const agree = { reviewId: proposals[0]!, stage: 'second' } as const;
      const deps = { ...world.deps, reviewQueue: world.reviewQueue };
      const [codes] = await Promise.all([
        many(4, () => codeOf(agreeTo(deps, second, agree))),
        many(4, () => world.see(seen)),
      ]);
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      await many(3, () => world.see(seen));
      expect(await usdt(memberId)).toBe(40);
    }
  });

  it('proposed for two members at once, a transfer of nobody waits for one', async () => {
    for (let round = 0; round < 6; round += 1) {
      const seen = { address: 'paper-trc20-nobody', reference: `two owners ${round}` };
      await world.see(seen);
      const members = await many(2, () => world.member());
      const { first } = world.operators;
      const codes = await Promise.all(
        members.map((memberId) =>
          codeOf(
            proposeUnmatched(world.deps, first, {
              ...seen,
              act: 'credit',
              memberId,
              reason: 'Theirs.',
            }),
          ),
        ),
      );
      expect(codes.toSorted((left, right) => left - right)).toEqual([0, 5034]);
    }
  });

  it('asked for an address, a member gets one', async () => {
    const memberId = await world.member();
    const addresses = await many(10, () => world.address(memberId, 'ETH', 'ERC20'));
    expect(new Set(addresses).size).toBe(1);
  });
});
