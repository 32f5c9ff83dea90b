/** Withdrawals whose rail does not answer: two operators resolve them, and nothing is paid twice whatever the rail reports later. */
import { custodyAccount } from '@tern/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { noticeText } from '../src/features/account/notification/notice-text.ts';
import { sendWithdrawals } from '../src/features/money/funding/withdrawal/send-withdrawals.ts';
import { listStuck } from '../src/features/money/funding/manual-resolution/list-stuck.ts';
import {
  resolutionOf,
  setResolutionState,
} from '../src/features/money/funding/manual-resolution/store.ts';
import { watchResolutions } from '../src/features/money/funding/manual-resolution/watch-resolutions.ts';
import { listNotifications } from '../src/kernel/messaging/read-notifications.ts';
import { createRails } from '../src/kernel/rails/rail.ts';
import { listReviews, reviewDetail } from '../src/kernel/review/list-reviews.ts';
import { createReviewQueue } from '../src/kernel/review/review-queue.ts';
import type { Database, Tx } from '../src/platform/database/database.ts';
import {
  approveResolution,
  type Chain,
  type RailAnswer,
  HOUR_MS,
  signingRail,
  railTransferOf,
  propose,
  setBlockTime,
  setExpiry,
  signedFor,
} from './support/manual-resolutions.ts';
import { balanceOf } from './support/journal.ts';
import { type WithdrawalWorld, withdrawalWorld } from './support/withdrawals.ts';

let world: WithdrawalWorld;
let count = 0;
/** A transaction id that was not used before. */
const newTransaction = () => {
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

/** An approved withdrawal of 100 USDT of 250, and a rail that the test controls. */
async function unansweredWithdrawal(railAnswer: RailAnswer = 'silent') {
  const state = { chain: 'nothing' as Chain, railAnswer, isCarried: true };
  const rail = signingRail(world.database, {
    chain: () => state.chain,
    railAnswer: () => state.railAnswer,
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
    /** An hour passes with the rail as it is. */
    async wait() {
      await send();
      world.clock.advance(HOUR_MS);
      await send();
    },
    propose: (outcome: 'unsent' | 'sent', txid = '', who = first) =>
      propose(deps, who, { withdrawalId: id, outcome, txid }),
    agree: (reviewId: number, who = second) =>
      approveResolution({ ...deps, reviewQueue: world.reviewQueue }, who, {
        reviewId,
        stage: 'second',
      }),
    usdt: () => balanceOf(world.database, memberId, 'USDT'),
    kept: () => railTransferOf(world.database, `withdrawal:${id}`),
    stateNow: () => world.stateOf(id),
  };
}

const discrepancies = async () => {
  const { settings, deps } = world;
  const given = { settings, reviews: deps.reviews, at: world.clock.now(), limit: 50, offset: 0 };
  const [open, done] = await Promise.all(
    [undefined, 'done' as const].map((stage) =>
      listReviews(world.database, { kind: 'discrepancy', stage }, given),
    ),
  );
  return [...open!.reviews, ...done!.reviews].sort((left, right) => right.id - left.id);
};
const refusedWith = (code: number) => expect.objectContaining({ code });

describe('a withdrawal whose rail does not answer', () => {
  it('can be resolved only after an hour without an answer, and is listed with the reason then', async () => {
    const one = await unansweredWithdrawal();
    await one.send();
    await expect(one.propose('unsent')).rejects.toEqual(refusedWith(5034));
    world.clock.advance(HOUR_MS - 1);
    await expect(one.propose('unsent')).rejects.toEqual(refusedWith(5034));
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
    await expect(one.propose('unsent')).resolves.toBeGreaterThan(0);
  });

  it('waits another hour after its rail has answered in between', async () => {
    const one = await unansweredWithdrawal();
    await one.wait();
    one.state.railAnswer = 'answers';
    await one.send();
    await expect(one.propose('unsent')).rejects.toEqual(refusedWith(5034));
  });

  it('is returned in full by two operators if it was never signed, and its rail never starts it', async () => {
    const one = await unansweredWithdrawal();
    await one.wait();
    const reviewId = await one.propose('unsent');
    expect(await one.propose('unsent')).toBe(reviewId);
    await expect(one.propose('sent', 'by-hand-1')).rejects.toEqual(refusedWith(5034));
    await expect(one.agree(reviewId, world.operators.first)).rejects.toEqual(refusedWith(5032));
    expect(await one.usdt()).toEqual({ available: '150', held: '100' });
    await one.agree(reviewId);
    expect(await one.stateNow()).toBe('rejected');
    expect(await one.usdt()).toEqual({ available: '250' });
    expect(await one.kept()).toMatchObject({ state: 'refused', reason: 'reason.byHand' });
    one.state.railAnswer = 'answers';
    await one.send();
    await one.watch();
    expect(await one.kept()).toMatchObject({ state: 'refused' });
    expect(await discrepancies()).toEqual([]);
    const page = { limit: 1, offset: 0 };
    const { notifications } = await listNotifications(world.database, one.memberId, page);
    const { title, content } = noticeText(notifications[0]!, 'en');
    expect(title).toBe('Withdrawal rejected: 100.00 USDT');
    expect(content).toContain('Reason: Our staff resolved this transfer manually.');
  });

  it('can be resolved even if no rail serves its network any more', async () => {
    const one = await unansweredWithdrawal();
    one.state.isCarried = false;
    await one.wait();
    await one.agree(await one.propose('unsent'));
    expect(await one.usdt()).toEqual({ available: '250' });
  });

  it('is returned after signing only with the transaction that replaced it', async () => {
    const one = await unansweredWithdrawal('answers');
    await one.send();
    expect(await one.kept()).toMatchObject({ state: 'signed' });
    one.state.railAnswer = 'unclear';
    await one.wait();
    await expect(one.propose('unsent')).rejects.toEqual(refusedWith(5001));
    await one.agree(await one.propose('unsent', newTransaction()));
    expect(await one.usdt()).toEqual({ available: '250' });
    expect(await one.kept()).toMatchObject({ state: 'signed', isGivenUp: true });
  });

  it('is returned when its transaction expires, after all blocks that may take it were read', async () => {
    const one = await unansweredWithdrawal('answers');
    await one.send();
    const reference = `withdrawal:${one.id}`;
    const expiresAt = world.clock.now() + 60_000;
    const owned = (statement: typeof setExpiry, at: number) =>
      world.fresh.owner.transaction((tx) => tx.run(statement, [reference, at]));
    await owned(setExpiry, expiresAt);
    await owned(setBlockTime, expiresAt - 1);
    one.state.railAnswer = 'unclear';
    await one.wait();
    const reviewId = await one.propose('unsent');
    await expect(one.agree(reviewId)).rejects.toEqual(refusedWith(5036));
    const { id } = (await world.database.maybe(resolutionOf, [one.id]))!;
    const carried = [id, 'carried', world.clock.now(), null] as const;
    await expect(
      world.database.transaction((tx) => tx.run(setResolutionState, [...carried])),
    ).rejects.toThrow('its transaction may still be taken');
    await owned(setBlockTime, expiresAt);
    await one.agree(reviewId);
    expect(await one.usdt()).toEqual({ available: '250' });
  });

  it('is completed less the fee with the transaction by which operators found it paid', async () => {
    const one = await unansweredWithdrawal();
    await one.wait();
    const before = Number(
      (await balanceOf(world.database, custodyAccount(10), 'USDT'))['available'] ?? 0,
    );
    await expect(one.propose('sent')).rejects.toEqual(refusedWith(5001));
    const txid = newTransaction();
    await one.agree(await one.propose('sent', txid));
    expect(await one.stateNow()).toBe('completed');
    expect(await one.usdt()).toEqual({ available: '150' });
    const after = Number(
      (await balanceOf(world.database, custodyAccount(10), 'USDT'))['available'] ?? 0,
    );
    expect(after - before).toBe(99);
    const other = await unansweredWithdrawal();
    await other.wait();
    await expect(other.propose('sent', txid)).rejects.toEqual(refusedWith(5016));
  });

  it('cancels its proposed resolution if its rail ends it meanwhile', async () => {
    const one = await unansweredWithdrawal('answers');
    await one.send();
    one.state.railAnswer = 'silent';
    await one.wait();
    const reviewId = await one.propose('unsent', newTransaction());
    one.state.railAnswer = 'answers';
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

  it('is not returned by an approval from before its rail signed it', async () => {
    const one = await unansweredWithdrawal();
    await one.wait();
    const reviewId = await one.propose('unsent');
    one.state.railAnswer = 'answers';
    await one.send();
    one.state.railAnswer = 'silent';
    await one.wait();
    // The approval did not include the signed transaction, so its replacement must be named.
    await expect(one.agree(reviewId)).rejects.toEqual(refusedWith(5036));
    expect(await one.usdt()).toEqual({ available: '150', held: '100' });
  });
});

describe('a rail that answers after the resolution', () => {
  it.each(['paid', 'undone'] as const)(
    'moves no money if the withdrawal was returned and is then %s on the chain',
    async (chain) => {
      const known = (await discrepancies()).length;
      const one = await unansweredWithdrawal('answers');
      await one.send();
      one.state.railAnswer = 'silent';
      await one.wait();
      await one.agree(await one.propose('unsent', newTransaction()));
      one.state.railAnswer = 'answers';
      one.state.chain = chain;
      for (let times = 0; times < 3; times += 1) await one.watch();
      expect(await one.usdt()).toEqual({ available: '250' });
      expect((await discrepancies()).length - known).toBe(chain === 'paid' ? 1 : 0);
    },
  );

  it('puts a contradiction in the review queue until two operators have confirmed it', async () => {
    const known = (await discrepancies()).length;
    const one = await unansweredWithdrawal('answers');
    await one.send();
    one.state.railAnswer = 'silent';
    await one.wait();
    await one.agree(await one.propose('sent', newTransaction()));
    one.state.chain = 'paid';
    await one.watch();
    expect((await discrepancies()).length).toBe(known);
    one.state.railAnswer = 'answers';
    await one.watch();
    const [found] = await discrepancies();
    expect((await discrepancies()).length).toBe(known + 1);
    const deps = { ...world.deps, reviewQueue: world.reviewQueue };
    const { first, second } = world.operators;
    await world.reviewQueue.claim(first, found!.id);
    await expect(
      world.reviewQueue.reject(first, found!.id, { reason: 'Nothing to see.' }),
    ).rejects.toEqual(refusedWith(5032));
    await approveResolution(deps, first, { reviewId: found!.id, stage: 'first' });
    await approveResolution(deps, second, { reviewId: found!.id, stage: 'second' });
    expect((await discrepancies())[0]).toMatchObject({ state: 'approved', memberId: null });
    expect(await one.usdt()).toEqual({ available: '150' });
  });

  it('puts nothing in the review queue if it agrees', async () => {
    const known = (await discrepancies()).length;
    const one = await unansweredWithdrawal('answers');
    await one.send();
    one.state.railAnswer = 'silent';
    await one.wait();
    await one.agree(await one.propose('sent', one.signed.toUpperCase().replace('0X', '0x')));
    one.state.railAnswer = 'answers';
    one.state.chain = 'paid';
    await one.watch();
    expect((await discrepancies()).length).toBe(known);
  });
});

describe('an instance that ends during a resolution', () => {
  /** Ends the server at its nth statement of a transaction. */
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

  it('has done none of it, at whichever statement it ended', async () => {
    const one = await unansweredWithdrawal();
    await one.wait();
    const reviewId = await one.propose('unsent');
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
