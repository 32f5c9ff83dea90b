import { custodyAccount } from '@tern/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditDeposits } from '../../src/audit/deposits.ts';
import { proposeUnmatched } from '../../src/features/money/funding/unmatched/propose-unmatched.ts';
import { auditLedger } from '../../src/audit/ledger.ts';
import { Refusal } from '../../src/kernel/requests/refusal.ts';
import { approveResolution } from '../support/manual-resolutions.ts';
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

describe('concurrent deposits', () => {
  it('with one proof image: one is accepted', async () => {
    for (let round = 0; round < 6; round += 1) {
      const memberId = await world.member();
      const imageId = await world.picture(memberId);
      const codes = await many(6, () => codeOf(world.submit(memberId, { imageId })));
      expect(codes.toSorted((left, right) => left - right)).toEqual([
        0, 5001, 5001, 5001, 5001, 5001,
      ]);
    }
  });

  it('with one key: one is accepted, and all requests get its answer', async () => {
    const memberId = await world.member();
    const imageId = await world.picture(memberId);
    const key = { memberId, key: 'once', requestHash: 'same' };
    const answers = await many(6, () => world.submit(memberId, { imageId, key }));
    expect(answers).toEqual(answers.map(() => answers[0]));
  });

  it('approved finally by several operators are credited once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const memberId = await world.member();
      const { ID } = await world.submit(memberId);
      await world.agree(world.operators.first, ID, 'first');
      const codes = await many(5, () => codeOf(world.agree(world.operators.second, ID, 'second')));
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      expect(await usdt(memberId)).toBe(1500);
    }
  });

  it('cancelled and finally approved: exactly one happens', async () => {
    for (let round = 0; round < 15; round += 1) {
      const memberId = await world.member();
      const { ID } = await world.submit(memberId);
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

  it('reported twenty times are credited once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const memberId = await world.member();
      const address = await world.address(memberId);
      const before = await usdt(custodyAccount(10));
      await many(20, () => world.see({ address, reference: `round ${round}` }));
      expect([await usdt(memberId), await usdt(custodyAccount(10))]).toEqual([40, before - 40]);
    }
  });

  it('from an unmatched transfer that several operators approve, and that is reported again meanwhile, are credited once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const memberId = await world.member();
      const seen = { address: 'paper-trc20-nobody', reference: `unmatched ${round}` };
      await world.see(seen);
      const proposal = {
        reference: seen.reference,
        act: 'credit',
        memberId,
        reason: 'Theirs.',
      } as const;
      const { first, second } = world.operators;
      const proposals = await many(3, () => proposeUnmatched(world.deps, first, proposal));
      expect(new Set(proposals).size).toBe(1);
      const agree = { reviewId: proposals[0]!, stage: 'second' } as const;
      const deps = { ...world.deps, reviewQueue: world.reviewQueue };
      const [codes] = await Promise.all([
        many(4, () => codeOf(approveResolution(deps, second, agree))),
        many(4, () => world.see(seen)),
      ]);
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      await many(3, () => world.see(seen));
      expect(await usdt(memberId)).toBe(40);
    }
  });

  it('from an unmatched transfer proposed for two members have one proposal', async () => {
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

  it('have one address per member, however often it is requested', async () => {
    const memberId = await world.member();
    const addresses = await many(10, () => world.address(memberId, 'ETH', 'ERC20'));
    expect(new Set(addresses).size).toBe(1);
  });
});
