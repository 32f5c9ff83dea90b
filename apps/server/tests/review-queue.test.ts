import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { showImage } from '../src/features/backoffice/operators/reviews/show-review.ts';
import { auditOf } from '../src/kernel/operators/audit-log.ts';
import { dueHours } from '../src/kernel/review/due-hours.ts';
import { listReviews, reviewDetail } from '../src/kernel/review/list-reviews.ts';
import type { Reviewer } from '../src/kernel/review/review-rules.ts';
import { int8, text, timestamptz } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { reviewWorld, type ReviewWorld } from './support/review-world.ts';
import { logged } from './support/logged-decision.ts';

const HOUR_MS = 3_600_000;
let world: ReviewWorld;
let ada: Reviewer;
let bo: Reviewer;
let subjectId = 0;
let id: number;

beforeAll(async () => {
  world = await reviewWorld();
  ada = await world.operator('ada');
  bo = await world.operator('bo');
});
afterAll(() => world?.fresh.drop());

beforeEach(async () => {
  subjectId += 1;
  world.checks.length = 0;
  id = await world.open(subjectId);
});

const moment = () => ({ settings: world.settings, at: world.clock.now() });

const detail = async () =>
  (await reviewDetail(world.fresh.database, id, { ...moment(), reviews: world.reviews }))!;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 0,
    (error: { code?: number; message: string }) => error.code ?? error.message,
  );

const claimAs = defineStatement({
  name: 'test.giveReviewClaim',
  text: 'update reviews set claimed_by = $2, claim_since = $3, claim_until = $3 where id = $1',
  params: [int8, int8, timestamptz],
});

/** Claims and approves the current facts. */
async function approve(
  who: Reviewer,
  stage: 'first' | 'second',
  given: { hash?: string; isAcknowledged?: boolean } = {},
) {
  await world.reviewQueue.claim(who, id);
  const hash = given.hash ?? (await detail()).hash;
  const isAcknowledged = given.isAcknowledged ?? false;
  return world.reviewQueue.approve(who, id, { stage, hash, note: '', isAcknowledged });
}

describe('a review of money', () => {
  it('is carried out when two different operators have approved the same facts', async () => {
    const before = Number(await world.paid());
    expect(await approve(ada, 'first')).toBe('first');
    expect(Number(await world.paid())).toBe(before);
    expect(await detail()).toMatchObject({ stage: 'second', isFirstStanding: true });
    expect(world.decided).not.toContain(subjectId);
    expect(await approve(bo, 'second')).toBe('carriedOut');
    expect(world.decided.filter((each) => each === subjectId)).toHaveLength(1);
    expect(Number(await world.paid())).toBe(before + 25);
    expect(await world.review(subjectId)).toMatchObject({
      state: 'approved',
      firstBy: ada.operatorId,
      decidedBy: bo.operatorId,
    });
  });

  it('is not approved twice by one operator', async () => {
    await approve(ada, 'first');
    expect(await codeOf(approve(ada, 'second'))).toBe(5032);
    expect(await codeOf(approve(ada, 'first'))).toBe(5032);
  });

  it('is not approved twice by one operator who has claimed it', async () => {
    await approve(ada, 'first');
    const until = world.clock.now() + 60_000;
    await world.fresh.database.transaction((tx) => tx.run(claimAs, [id, ada.operatorId, until]));
    const { hash } = await detail();
    const approval = { stage: 'second' as const, hash, note: '', isAcknowledged: false };
    expect(await codeOf(world.reviewQueue.approve(ada, id, approval))).toBe(5032);
  });

  it('has no second approval before the first', async () => {
    expect(await codeOf(approve(ada, 'second'))).toBe(5033);
  });

  it('is not approved if the facts differ from those shown to the operator', async () => {
    const { hash } = await detail();
    world.notes.set(subjectId, 'another address');
    expect(await codeOf(approve(ada, 'first', { hash }))).toBe(5033);
  });

  it('needs the first approval again if the facts changed after it', async () => {
    await approve(ada, 'first');
    world.notes.set(subjectId, 'another amount');
    expect(await detail()).toMatchObject({ stage: 'first', isFirstStanding: false });
    expect(await codeOf(approve(bo, 'second'))).toBe(5033);
    expect(await approve(bo, 'first')).toBe('first');
    expect(await approve(ada, 'second')).toBe('carriedOut');
  });

  it('needs the first approval again a day later', async () => {
    await approve(ada, 'first');
    world.clock.advance(24 * HOUR_MS + 1);
    expect(await detail()).toMatchObject({ stage: 'first' });
    expect(await codeOf(approve(bo, 'second'))).toBe(5033);
    await world.reviewQueue.release(bo, id);
    expect(await approve(ada, 'first')).toBe('first');
  });

  it('is approved first by reviewers and second by approvers only', async () => {
    const reader = await world.operator(`reader-${subjectId}`, ['support', 'content', 'auditor']);
    const first = await world.operator(`first-${subjectId}`, ['reviewer']);
    const second = await world.operator(`second-${subjectId}`, ['approver']);
    expect(await codeOf(approve(reader, 'first'))).toBe(5030);
    await world.reviewQueue.release(reader, id);
    expect(await codeOf(approve(second, 'first'))).toBe(5030);
    await world.reviewQueue.release(second, id);
    expect(await approve(first, 'first')).toBe('first');
    const other = await world.operator(`other-${subjectId}`, ['reviewer']);
    expect(await codeOf(approve(other, 'second'))).toBe(5030);
    await world.reviewQueue.release(other, id);
    expect(await approve(second, 'second')).toBe('carriedOut');
  });

  it('counts the proposal of an operator as the first approval', async () => {
    subjectId += 1;
    const { memberId } = world;
    const proposal = { operatorId: ada.operatorId, note: 'lost transfer' };
    id = await world.fresh.database.transaction((tx) =>
      world.reviews.open(tx, { kind: 'manual', subjectId, memberId, proposal }),
    );
    expect(await codeOf(approve(ada, 'second'))).toBe(5032);
    expect(await approve(bo, 'second')).toBe('carriedOut');
  });
});

describe('a claim', () => {
  it('excludes other operators until it is released or fifteen minutes have passed', async () => {
    await world.reviewQueue.claim(ada, id);
    expect(await codeOf(world.reviewQueue.claim(bo, id))).toBe(5031);
    await world.reviewQueue.release(ada, id);
    await world.reviewQueue.claim(bo, id);
    expect(await codeOf(world.reviewQueue.release(ada, id))).toBe(5031);
    world.clock.advance(15 * 60_000);
    await world.reviewQueue.claim(ada, id);
  });

  it('excludes other operators for fifteen minutes at most, even if renewed', async () => {
    await world.reviewQueue.claim(ada, id);
    world.clock.advance(10 * 60_000);
    await world.reviewQueue.claim(ada, id);
    expect(await codeOf(world.reviewQueue.claim(bo, id))).toBe(5031);
    world.clock.advance(5 * 60_000);
    await world.reviewQueue.claim(ada, id);
    await world.reviewQueue.claim(bo, id);
    expect(await codeOf(world.reviewQueue.release(ada, id))).toBe(5031);
    expect(await codeOf(world.reviewQueue.claim(ada, id))).toBe(5031);
  });

  it('does not restart its fifteen minutes when released and claimed again', async () => {
    await world.reviewQueue.claim(ada, id);
    world.clock.advance(14 * 60_000);
    await world.reviewQueue.release(ada, id);
    await world.reviewQueue.claim(ada, id);
    world.clock.advance(60_000);
    await world.reviewQueue.claim(bo, id);
  });

  it('is needed to pause, approve and reject', async () => {
    const { hash } = await detail();
    const approval = { stage: 'first' as const, hash, note: '', isAcknowledged: false };
    const until = world.clock.now() + HOUR_MS;
    expect(await codeOf(world.reviewQueue.approve(ada, id, approval))).toBe(5031);
    expect(await codeOf(world.reviewQueue.reject(ada, id, { reason: 'no' }))).toBe(5031);
    expect(await codeOf(world.reviewQueue.hold(ada, id, { until, reason: 'asked' }))).toBe(5031);
  });

  it('that is missing is refused differently from one of another operator', async () => {
    const unclaimed = { code: 5031, detail: { text: 'review.unclaimed' } };
    await expect(world.reviewQueue.reject(ada, id, { reason: 'no' })).rejects.toMatchObject(
      unclaimed,
    );
    await world.reviewQueue.claim(bo, id);
    await expect(world.reviewQueue.reject(ada, id, { reason: 'no' })).rejects.toMatchObject({
      code: 5031,
      detail: {},
    });
    await expect(world.reviewQueue.reject(ada, id, { reason: 'no' })).rejects.not.toMatchObject(
      unclaimed,
    );
    world.clock.advance(15 * 60_000);
    await expect(world.reviewQueue.reject(bo, id, { reason: 'no' })).rejects.toMatchObject(
      unclaimed,
    );
  });
});

describe('a pause', () => {
  const hold = async (who: Reviewer, hours: number, reason = 'We asked the sender.') => {
    await world.reviewQueue.claim(who, id);
    const until = world.clock.now() + hours * HOUR_MS;
    await world.reviewQueue.hold(who, id, { until, reason });
  };

  it('stops approvals until its end, then ends automatically', async () => {
    await hold(ada, 2);
    expect(await detail()).toMatchObject({ stage: 'held' });
    expect(await codeOf(approve(bo, 'first'))).toBe(5009);
    await world.reviewQueue.release(bo, id);
    world.clock.advance(2 * HOUR_MS);
    expect(await approve(bo, 'first')).toBe('first');
  });

  it('never stops a rejection, which returns the money', async () => {
    await hold(ada, 2);
    await world.reviewQueue.claim(bo, id);
    await world.reviewQueue.reject(bo, id, { reason: 'The sender is unknown.' });
    expect(await world.review(subjectId)).toMatchObject({ state: 'rejected' });
  });

  it('cannot be renewed by its own operator, last longer than three days, or lack a reason', async () => {
    expect(await codeOf(hold(ada, 73))).toBe(5001);
    expect(await codeOf(hold(ada, 1, '  '))).toBe(5001);
    await hold(ada, 72);
    world.clock.advance(72 * HOUR_MS);
    expect(await codeOf(hold(ada, 1))).toBe(5032);
    await world.reviewQueue.release(ada, id);
    await hold(bo, 1);
  });
});

describe('automatic checks', () => {
  it('stop an approval, or let it pass once a warning was read', async () => {
    world.checks.push({ name: 'sender-name', isPassed: false, level: 'warning' });
    expect(await codeOf(approve(ada, 'first'))).toBe(5036);
    expect(await approve(ada, 'first', { isAcknowledged: true })).toBe('first');
    world.checks.push({ name: 'image-used-before', isPassed: false, level: 'stop' });
    expect(await codeOf(approve(bo, 'second', { isAcknowledged: true }))).toBe(5036);
  });
});

describe('a decided review', () => {
  it('accepts no other decision from members or operators', async () => {
    await world.reviewQueue.claim(ada, id);
    await world.reviewQueue.reject(ada, id, { reason: 'The sender is unknown.' });
    expect(await codeOf(world.cancel(subjectId))).toBe(5034);
    expect(await codeOf(world.reviewQueue.claim(bo, id))).toBe(5034);
    expect(await codeOf(world.reviewQueue.reject(ada, id, { reason: 'again' }))).toBe(5034);
  });

  it('is final after a cancellation by the member too', async () => {
    await world.cancel(subjectId);
    expect(await codeOf(world.reviewQueue.claim(bo, id))).toBe(5034);
    expect(await codeOf(world.cancel(subjectId))).toBe(5034);
  });

  it('needs a reason to be rejected', async () => {
    await world.reviewQueue.claim(ada, id);
    for (const reason of [' ', '\u200b', ' \u2060\ufeff', '…', '. - .']) {
      expect([reason, await codeOf(world.reviewQueue.reject(ada, id, { reason }))]).toEqual([
        reason,
        5001,
      ]);
    }
  });
});

describe('the database', () => {
  const force = defineStatement({
    name: 'test.forceApproval',
    text: logged(
      `update reviews set state = 'approved', decided_by = $2, decided_hash = $3, decided_at = now() where id = $1`,
    ),
    params: [int8, int8, text],
  });
  const forceFirst = defineStatement({
    name: 'test.forceFirstApproval',
    text: logged(
      `update reviews set first_by = $2, first_hash = 'a', first_at = now() where id = $1`,
    ),
    params: [int8, int8],
  });
  const reopen = defineStatement({
    name: 'test.reopenReview',
    text: `update reviews set state = 'open', decided_at = null where id = $1`,
    params: [int8],
  });

  it('refuses two approvals by one operator, or of different facts', async () => {
    const run = (by: number, hash: string) =>
      world.fresh.database.transaction((tx) => tx.run(force, [id, by, hash]));
    await expect(run(bo.operatorId, 'a')).rejects.toThrow('reviews_two_people');
    await world.fresh.database.transaction((tx) => tx.run(forceFirst, [id, ada.operatorId]));
    await expect(run(ada.operatorId, 'a')).rejects.toThrow('reviews_two_people');
    await expect(run(bo.operatorId, 'b')).rejects.toThrow('reviews_two_people');
    expect(await run(bo.operatorId, 'a')).toBe(1);
    await expect(world.fresh.database.transaction((tx) => tx.run(reopen, [id]))).rejects.toThrow(
      'a decided review does not change',
    );
  });

  /** In one transaction of the server, past its own rules. */
  const run = (set: string) => {
    runs += 1;
    const statement = defineStatement({
      name: `test.changeReview${runs}`,
      text: logged(`update reviews set ${set} where id = $1`),
      params: [int8],
    });
    return world.fresh.database.transaction((tx) => tx.run(statement, [id]));
  };
  let runs = 0;

  it('refuses both approvals in one statement, or a first one changed by the second', async () => {
    const [one, two] = [ada.operatorId, bo.operatorId];
    const first = `first_by = ${one}, first_hash = 'a', first_at = now()`;
    const second = `state = 'approved', decided_by = ${two}, decided_hash = 'a', decided_at = now()`;
    await expect(run(`${first}, ${second}`)).rejects.toMatchObject({
      constraint: 'reviews_in_turn',
    });
    await run(first.replace("'a'", "'b'"));
    await expect(run(`first_hash = 'a', ${second}`)).rejects.toMatchObject({
      constraint: 'reviews_in_turn',
    });
  });

  it.each([
    `kind = 'loan'`,
    'subject_id = subject_id + 100000',
    'member_id = coalesce(member_id, 0) + 1',
    `asset = 'DOGE'`,
    'amount = coalesce(amount, 0) + 1',
    'approvals = 3 - approvals',
    `facts = facts || ' '`,
    `created_at = created_at - interval '1 day'`,
    `due_at = due_at + interval '1 day'`,
  ])(
    'refuses another subject, amount or number of approvals of an open review: %s',
    async (set) => {
      await expect(run(set)).rejects.toThrow('the facts of a review do not change');
    },
  );
});

describe('the queue', () => {
  const page = { limit: 100, offset: 0 };
  const given = () => ({ ...moment(), ...page, reviews: world.reviews });

  it('lists open reviews, soonest due first, and decided ones on request', async () => {
    const { database } = world.fresh;
    await world.change(dueHours.key, { ...(dueHours.document as object), manual: 1 });
    const sooner = await world.open((subjectId += 1));
    const waiting = (await listReviews(database, { kind: 'manual' }, given())).reviews;
    const dues = waiting.map((review) => review.dueAt);
    expect(dues).toEqual(dues.toSorted((left, right) => left - right));
    expect(waiting.every(({ state }) => state === 'open')).toBe(true);
    // A change of the setting does not move those that were opened before.
    const [first, second] = [sooner, id].map((each) => waiting.find((row) => row.id === each)!);
    expect(first!.dueAt - first!.createdAt).toBe(HOUR_MS);
    expect(second!.dueAt - second!.createdAt).toBe(24 * HOUR_MS);
    expect(waiting.indexOf(first!)).toBeLessThan(waiting.indexOf(second!));
    const late = async () => (await listReviews(database, { stage: 'late' }, given())).reviews;
    expect((await late()).map((row) => row.id)).not.toContain(sooner);
    world.clock.advance(HOUR_MS);
    expect((await late()).map((row) => row.id)).toContain(sooner);
    expect((await late()).map((row) => row.id)).not.toContain(id);
    await approve(ada, 'first');
    await approve(bo, 'second');
    const done = await listReviews(database, { stage: 'done' }, given());
    expect(done.reviews[0]).toMatchObject({ id, state: 'approved' });
    expect(done.reviews.every(({ state }) => state !== 'open')).toBe(true);
    const ofKind = await listReviews(database, { stage: 'done', kind: 'loan' }, given());
    expect(ofKind).toEqual({ reviews: [], total: 0 });
  });

  it('has every action in the audit log, in order', async () => {
    await approve(ada, 'first');
    await approve(bo, 'second');
    const lines = await auditOf(world.fresh.database, [`review:${id}`]);
    expect(lines.map(({ action, operatorLogin }) => [action, operatorLogin])).toEqual([
      ['review.claim', 'ada'],
      ['review.approveFirst', 'ada'],
      ['review.claim', 'bo'],
      ['review.approve', 'bo'],
    ]);
  });
});

describe('a private image', () => {
  const show = (image: string) => {
    const { database } = world.fresh;
    const { clock, settings, reviews } = world;
    return showImage({ database, clock, settings, reviews }, ada, { id, image });
  };

  it('has every view in the audit log, also within minutes', async () => {
    expect(await show('receipt')).toBe('data:image/png;base64,YWJj');
    await show('receipt');
    const lines = await auditOf(world.fresh.database, [`review:${id}`]);
    expect(lines.map(({ action, detail: { image } }) => [action, image])).toEqual([
      ['review.image', 'receipt'],
      ['review.image', 'receipt'],
    ]);
    expect(lines[0]).toMatchObject({ memberId: world.memberId, isShown: false });
  });

  it('is returned for an id in the evidence only', async () => {
    expect(await codeOf(show('../receipt'))).toBe(5007);
  });
});
