import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listNotifications } from '../src/kernel/messaging/read-notifications.ts';
import { reviewDetail } from '../src/kernel/review/list-reviews.ts';
import { type ReviewWorld, reviewWorld } from './support/review-world.ts';

let world: ReviewWorld;

beforeAll(async () => {
  world = await reviewWorld();
});
afterAll(() => world.fresh.drop());

async function hashOf(id: number): Promise<string> {
  const given = { ...world, at: world.clock.now() };
  return (await reviewDetail(world.fresh.database, id, given))!.hash;
}

const noticesOf = async () => {
  const page = { limit: 10, offset: 0 };
  const { notifications } = await listNotifications(world.fresh.database, world.memberId, page);
  return notifications.map(({ kind, about, aboutId, values }) => [kind, about, aboutId, values]);
};

describe('a review of any kind', () => {
  it('notifies the member of a pause and of a rejection with its message, in the same transaction', async () => {
    const ada = await world.operator('ada');
    const id = await world.open(7);
    await world.reviewQueue.claim(ada, id);
    expect(await noticesOf()).toEqual([]);
    const until = world.clock.now() + 3_600_000;
    await world.reviewQueue.hold(ada, id, { until, reason: 'We ask the bank.' });
    await world.reviewQueue.claim(ada, id);
    await world.reviewQueue.reject(ada, id, { reason: 'The card is not yours.' });
    const money = { recordNo: 'J-7', asset: '', amount: '' };
    expect(await noticesOf()).toEqual([
      ['review.rejected', 'manual', 7, { ...money, reason: 'message.nothingChanged' }],
      [
        'review.held',
        'manual',
        7,
        { ...money, reason: 'message.checkTakesLonger', until: new Date(until).toISOString() },
      ],
    ]);
  });

  it('notifies the member after the second approval, and not if it fails', async () => {
    const [bo, cy] = [await world.operator('bo'), await world.operator('cy')];
    const before = (await noticesOf()).length;
    const id = await world.open(8);
    const approval = { hash: await hashOf(id), note: '', isAcknowledged: false };
    await world.reviewQueue.claim(bo, id);
    await world.reviewQueue.approve(bo, id, { ...approval, stage: 'first' });
    await world.reviewQueue.claim(cy, id);
    const wrong = world.reviewQueue.approve(cy, id, {
      ...approval,
      stage: 'second',
      hash: 'other',
    });
    await expect(wrong).rejects.toMatchObject({ code: 5033 });
    expect(await noticesOf()).toHaveLength(before);
    await world.reviewQueue.approve(cy, id, { ...approval, stage: 'second' });
    const notices = await noticesOf();
    expect(notices).toHaveLength(before + 1);
    expect(notices[0]).toMatchObject(['review.approved', 'manual', 8, { recordNo: 'J-8' }]);
  });
});
