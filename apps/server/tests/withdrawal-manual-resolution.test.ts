/** Withdrawals whose rail cannot tell: two people decide in its place, and nothing is paid twice whatever it says later. */
import { custodyAccount } from '@tern/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { noticeText } from '../src/features/notification/notice-text.ts';
import { sendWithdrawals } from '../src/features/funding/withdrawal/send-withdrawals.ts';
import { listStuck } from '../src/features/funding/manual-resolution/list-stuck.ts';
import { watchResolutions } from '../src/features/funding/manual-resolution/watch-resolutions.ts';
import { listNotifications } from '../src/kernel/messaging/read-notifications.ts';
import { createRails } from '../src/kernel/rails/rail.ts';
import { listReviews, reviewDetail } from '../src/kernel/review/list-reviews.ts';
import { createReviewQueue } from '../src/kernel/review/review-queue.ts';
import type { Database, Tx } from '../src/platform/database/database.ts';
import {
  agreeTo,
  type Chain,
  type Ear,
  HOUR_MS,
  keepingRail,
  keptByRail,
  say,
  signedFor,
} from './support/halted.ts';
import { balanceOf } from './support/journal.ts';
import { type WithdrawalWorld, withdrawalWorld } from './support/withdrawals.ts';

let world: WithdrawalWorld;
let count = 0;
/** A transaction that nobody named before. */
const another = () => {
  count += 1;
  return `by-hand-${count}`;
};

beforeAll(async () => {
  world = await withdrawalWorld();
});
afterAll(async () => {
  const findings = await auditBooks(world.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

/** An approved withdrawal of 100 USDT of 250, and a rail that the test leads. */
async function halted(ear: Ear = 'silent') {
  const state = { chain: 'nothing' as Chain, ear, isCarried: true };
  const rail = keepingRail(world.database, {
    chain: () => state.chain,
    ear: () => state.ear,
    isCarried: () => state.isCarried,
  });
  const deps = { ...world.deps, rails: createRails([rail]) };
  const memberId = await world.member({ USDT: '250' });
  const { ID: id } = await world.withdraw(memberId);
  await world.approve(id);
  const send = async () => {
    world.clock.advance(16_000);
    await sendWithdrawals(deps);
  };
  const watch = async (ms = 11 * 60_000) => {
    world.clock.advance(ms);
    await watchResolutions(deps);
  };
  const { first, second } = world.operators;
  return {
    id,
    memberId,
    state,
    send,
    watch,
    signed: signedFor(`withdrawal:${id}`),
    /** The rail stays as it is for an hour. */
    async wait() {
      await send();
      world.clock.advance(HOUR_MS);
      await send();
    },
    say: (outcome: 'unsent' | 'sent', txid = '', who = first) =>
      say(deps, who, { withdrawalId: id, outcome, txid }),
    agree: (reviewId: number, who = second) =>
      agreeTo({ ...deps, reviewQueue: world.reviewQueue }, who, { reviewId, stage: 'second' }),
    usdt: () => balanceOf(world.database, memberId, 'USDT'),
    kept: () => keptByRail(world.database, `withdrawal:${id}`),
    stateNow: () => world.stateOf(id),
  };
}

const discrepancies = async () => {
  const { settings } = world;
  const given = { settings, at: world.clock.now(), limit: 50, offset: 0 };
  return (await listReviews(world.database, { kind: 'discrepancy', isWhole: true }, given)).reviews;
};
const refusedWith = (code: number) => expect.objectContaining({ code });

describe('a withdrawal whose rail is silent', () => {
  it('is decided by people only after an hour of silence, and then stands in the list with its reason', async () => {
    const one = await halted();
    await one.send();
    await expect(one.say('unsent')).rejects.toEqual(refusedWith(5034));
    world.clock.advance(HOUR_MS - 1);
    await expect(one.say('unsent')).rejects.toEqual(refusedWith(5034));
    world.clock.advance(1);
    const page = { limit: 10, offset: 0, number: 1 };
    const { list } = await listStuck(world.database, {
      page,
      search: `W-${one.id}`,
      timeoutMs: HOUR_MS,
    });
    expect(list).toMatchObject([
      { ID: one.id, silence: 'the node got no answer', signed: '', reviewId: null },
    ]);
    expect(list[0]!.decidableFrom <= new Date(world.clock.now()).toISOString()).toBe(true);
    await expect(one.say('unsent')).resolves.toBeGreaterThan(0);
  });

  it('that speaks again in between is waited for anew', async () => {
    const one = await halted();
    await one.wait();
    one.state.ear = 'heard';
    await one.send();
    await expect(one.say('unsent')).rejects.toEqual(refusedWith(5034));
  });

  it('that was never signed is returned in full by two people, and its rail never begins it', async () => {
    const one = await halted();
    await one.wait();
    const reviewId = await one.say('unsent');
    expect(await one.say('unsent')).toBe(reviewId);
    await expect(one.say('sent', 'by-hand-1')).rejects.toEqual(refusedWith(5034));
    await expect(one.agree(reviewId, world.operators.first)).rejects.toEqual(refusedWith(5032));
    expect(await one.usdt()).toEqual({ available: '150', held: '100' });
    await one.agree(reviewId);
    expect(await one.stateNow()).toBe('rejected');
    expect(await one.usdt()).toEqual({ available: '250' });
    expect(await one.kept()).toMatchObject({ state: 'refused', reason: 'reason.byHand' });
    one.state.ear = 'heard';
    await one.send();
    await one.watch();
    expect(await one.kept()).toMatchObject({ state: 'refused' });
    expect(await discrepancies()).toEqual([]);
    const page = { limit: 1, offset: 0 };
    const { notifications } = await listNotifications(world.database, one.memberId, page);
    const { title, content } = noticeText(notifications[0]!, 'en');
    expect(title).toBe('Withdrawal rejected: 100 USDT');
    expect(content).toContain('Reason: We looked at the chain ourselves.');
  });

  it('that no rail carries any more ends all the same', async () => {
    const one = await halted();
    one.state.isCarried = false;
    await one.wait();
    await one.agree(await one.say('unsent'));
    expect(await one.usdt()).toEqual({ available: '250' });
  });

  it('that was signed is returned only with the name of what took its place', async () => {
    const one = await halted('heard');
    await one.send();
    expect(await one.kept()).toMatchObject({ state: 'signed' });
    one.state.ear = 'unclear';
    await one.wait();
    await expect(one.say('unsent')).rejects.toEqual(refusedWith(5001));
    await one.agree(await one.say('unsent', another()));
    expect(await one.usdt()).toEqual({ available: '250' });
    expect(await one.kept()).toMatchObject({ state: 'signed', isGivenUp: true });
  });

  it('that people found paid is completed with that transaction, less the fee', async () => {
    const one = await halted();
    await one.wait();
    const before = Number(
      (await balanceOf(world.database, custodyAccount(10), 'USDT'))['available'] ?? 0,
    );
    await expect(one.say('sent')).rejects.toEqual(refusedWith(5001));
    const txid = another();
    await one.agree(await one.say('sent', txid));
    expect(await one.stateNow()).toBe('completed');
    expect(await one.usdt()).toEqual({ available: '150' });
    const after = Number(
      (await balanceOf(world.database, custodyAccount(10), 'USDT'))['available'] ?? 0,
    );
    expect(after - before).toBe(99);
    const other = await halted();
    await other.wait();
    await expect(other.say('sent', txid)).rejects.toEqual(refusedWith(5016));
  });

  it('that its rail ends while people deliberate is theirs no more: the verdict is taken back', async () => {
    const one = await halted('heard');
    await one.send();
    one.state.ear = 'silent';
    await one.wait();
    const reviewId = await one.say('unsent', another());
    one.state.ear = 'heard';
    one.state.chain = 'paid';
    await one.send();
    expect(await one.stateNow()).toBe('completed');
    await expect(one.agree(reviewId)).rejects.toEqual(refusedWith(5036));
    await one.watch();
    const given = {
      settings: world.settings,
      reviews: world.deps.reviews,
      at: world.clock.now(),
    };
    expect((await reviewDetail(world.database, reviewId, given))!.review.state).toBe('cancelled');
    expect(await one.usdt()).toEqual({ available: '150' });
  });

  it('that its rail begins while people deliberate is returned by nobody who did not see that', async () => {
    const one = await halted();
    await one.wait();
    const reviewId = await one.say('unsent');
    one.state.ear = 'heard';
    await one.send();
    one.state.ear = 'silent';
    await one.wait();
    // What was signed is a fact that was not seen, and something has to stand in its place.
    await expect(one.agree(reviewId)).rejects.toEqual(refusedWith(5036));
    expect(await one.usdt()).toEqual({ available: '150', held: '100' });
  });
});

describe('a rail that says something else later', () => {
  it.each(['paid', 'undone'] as const)(
    'moves nothing: returned, and then %s on the chain',
    async (chain) => {
      const known = (await discrepancies()).length;
      const one = await halted('heard');
      await one.send();
      one.state.ear = 'silent';
      await one.wait();
      await one.agree(await one.say('unsent', another()));
      one.state.ear = 'heard';
      one.state.chain = chain;
      for (let times = 0; times < 3; times += 1) await one.watch();
      expect(await one.usdt()).toEqual({ available: '250' });
      expect((await discrepancies()).length - known).toBe(chain === 'paid' ? 1 : 0);
    },
  );

  it('stands in the queue until two people have looked into it', async () => {
    const known = (await discrepancies()).length;
    const one = await halted('heard');
    await one.send();
    one.state.ear = 'silent';
    await one.wait();
    await one.agree(await one.say('sent', another()));
    one.state.chain = 'paid';
    await one.watch();
    expect((await discrepancies()).length).toBe(known);
    one.state.ear = 'heard';
    await one.watch();
    const [found] = await discrepancies();
    expect((await discrepancies()).length).toBe(known + 1);
    const deps = { ...world.deps, reviewQueue: world.reviewQueue };
    const { first, second } = world.operators;
    await world.reviewQueue.claim(first, found!.id);
    await expect(world.reviewQueue.reject(first, found!.id, 'Nothing to see.')).rejects.toEqual(
      refusedWith(5032),
    );
    await agreeTo(deps, first, { reviewId: found!.id, stage: 'first' });
    await agreeTo(deps, second, { reviewId: found!.id, stage: 'second' });
    expect((await discrepancies())[0]).toMatchObject({ state: 'approved', memberId: null });
    expect(await one.usdt()).toEqual({ available: '150' });
  });

  it('and agrees is at peace: nothing stands in the queue', async () => {
    const known = (await discrepancies()).length;
    const one = await halted('heard');
    await one.send();
    one.state.ear = 'silent';
    await one.wait();
    await one.agree(await one.say('sent', one.signed.toUpperCase().replace('0X', '0x')));
    one.state.ear = 'heard';
    one.state.chain = 'paid';
    await one.watch();
    expect((await discrepancies()).length).toBe(known);
  });
});

describe('a program that is ended', () => {
  /** Ends the program at its nth statement of a transaction. */
  function endingAt(database: Database, statement: number): Database {
    let count = 0;
    const counted =
      <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
      (...args: Args): Promise<Result> => {
        count += 1;
        return count > statement ? Promise.reject(new Error('ended')) : work(...args);
      };
    return {
      ...database,
      transaction: (work) =>
        database.transaction((tx) => {
          const { one, maybe, many, run } = tx;
          const cut = { one: counted(one), maybe: counted(maybe), many: counted(many) };
          return work({ ...cut, run: counted(run) } as Tx);
        }),
    };
  }

  it('anywhere in carrying a verdict out has carried out nothing of it', async () => {
    const one = await halted();
    await one.wait();
    const reviewId = await one.say('unsent');
    const { settings, reviews, clock } = world.deps;
    const { second } = world.operators;
    const { hash } = (await reviewDetail(world.database, reviewId, {
      settings,
      reviews,
      at: clock.now(),
    }))!;
    await world.reviewQueue.claim(second, reviewId);
    let statement = 0;
    for (; statement < 60; statement += 1) {
      const database = endingAt(world.database, statement);
      const reviewQueue = createReviewQueue({ ...world.deps, database }, reviews);
      const approval = { stage: 'second', hash, note: '', isAcknowledged: true } as const;
      const end = await reviewQueue
        .approve(second, reviewId, approval)
        .catch((error: unknown) => error);
      if (end === 'carriedOut') break;
      expect(end).toEqual(new Error('ended'));
      expect(await one.usdt()).toEqual({ available: '150', held: '100' });
      expect([await one.stateNow(), await one.kept()]).toEqual(['sending', undefined]);
    }
    expect(statement).toBeGreaterThan(10);
    expect(await one.usdt()).toEqual({ available: '250' });
  });
});
