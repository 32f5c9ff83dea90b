import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLedger } from '../../src/audit/ledger.ts';
import { Refusal } from '../../src/kernel/requests/refusal.ts';
import { canonicalFacts, factsHash } from '../../src/kernel/review/review-kind.ts';
import type { Reviewer } from '../../src/kernel/review/review-rules.ts';
import { PAYOUT, type ReviewWorld, reviewWorld } from '../support/review-world.ts';

const ROUNDS = 20;
const AT_ONCE = 10;
let world: ReviewWorld;
let proposer: Reviewer;
let approvers: Reviewer[];
let subjectId = 0;

beforeAll(async () => {
  world = await reviewWorld(24);
  proposer = await world.operator('proposer');
  approvers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_each, index) => world.operator(`approver-${index}`)),
  );
});
afterAll(() => world?.fresh.drop());

const hashOf = (subject: number) =>
  factsHash({ kind: 'manual', subjectId: subject }, canonicalFacts({ amount: PAYOUT, note: '' }));

/** A payout with a first approval. */
async function firstApproved() {
  subjectId += 1;
  const { memberId } = world;
  const proposal = { operatorId: proposer.operatorId, note: '' };
  return world.fresh.database.transaction((tx) =>
    world.reviews.open(tx, { kind: 'manual', subjectId, memberId, proposal }),
  );
}

const approval = () => ({
  stage: 'second' as const,
  hash: hashOf(subjectId),
  note: '',
  isAcknowledged: false,
});

/** The number of successes; all others must be refused with a reason. */
function won(results: PromiseSettledResult<unknown>[]): number {
  const reasons = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  for (const reason of reasons) expect(reason).toBeInstanceOf(Refusal);
  return results.length - reasons.length;
}

async function expectPaid(times: number) {
  expect(Number(await world.paid())).toBe(times * Number(PAYOUT));
  const findings = await world.fresh.database.snapshot((reader) => auditLedger(reader));
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
}

let paid = 0;

it('pays once when many operators claim and approve concurrently', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await firstApproved();
    const results = await Promise.allSettled(
      approvers.map(async (who) => {
        await world.reviewQueue.claim(who, id);
        return world.reviewQueue.approve(who, id, approval());
      }),
    );
    expect(won(results)).toBe(1);
    paid += 1;
  }
  await expectPaid(paid);
});

it('pays once when one operator approves many times concurrently', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await firstApproved();
    const who = approvers[0]!;
    await world.reviewQueue.claim(who, id);
    const results = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () => world.reviewQueue.approve(who, id, approval())),
    );
    expect(won(results)).toBe(1);
    paid += 1;
  }
  await expectPaid(paid);
});

it('either pays or returns when approval, rejection and cancellation are concurrent', async () => {
  const ends = { approved: 0, rejected: 0, cancelled: 0 };
  for (let round = 0; round < ROUNDS * 3; round += 1) {
    const id = await firstApproved();
    const subject = subjectId;
    const who = approvers[0]!;
    await world.reviewQueue.claim(who, id);
    const work = [
      () => world.reviewQueue.approve(who, id, approval()),
      () => world.cancel(subject),
      () => world.reviewQueue.reject(who, id, { reason: 'The sender is unknown.' }),
    ];
    const turned = [...work.slice(round % 3), ...work.slice(0, round % 3)];
    const results = await Promise.allSettled(turned.map((each) => each()));
    expect(won(results)).toBe(1);
    const { state } = (await world.review(subject))!;
    ends[state as keyof typeof ends] += 1;
  }
  paid += ends.approved;
  await expectPaid(paid);
  expect(ends.approved + ends.rejected + ends.cancelled).toBe(ROUNDS * 3);
});
