/** One withdrawal to which everything may happen, and be taken back: people, time, its rail, its surroundings. */
import { expect } from 'vitest';
import { cancelWithdrawal } from '../../src/features/withdrawal/cancel-withdrawal.ts';
import { reviewWithdrawals } from '../../src/features/withdrawal/review-withdrawals.ts';
import { sendWithdrawals } from '../../src/features/withdrawal/send-withdrawals.ts';
import { createRails, type Rail, type TransferOutcome } from '../../src/kernel/rails/rail.ts';
import { createReviewDesk } from '../../src/kernel/review/review-desk.ts';
import { type Review, reviewOfSubject } from '../../src/kernel/review/review-rows.ts';
import { createReviews } from '../../src/kernel/review/reviews.ts';
import { createSettings } from '../../src/kernel/settings.ts';
import { bool, int8, nullable, text, timestamptz } from '../../src/platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../src/platform/database/query.ts';
import { type Act, type Explorable, type Sight } from './explore.ts';
import { openRewindable } from './rewindable.ts';
import { act, deadlinesOf, reviewActs, reviewKey } from './review-acts.ts';
import { type WithdrawalWorld } from './withdrawals.ts';

const standing = defineQuery({
  name: 'test.withdrawalStanding',
  text: `select w.state, w.reason, w.txid, w.held_until, w.next_attempt_at, m.is_frozen, n.takes_withdrawals,
      (select json_object_agg(owner_id || ' ' || asset, trim_scale(available) || ' and ' || trim_scale(held) || ' held')::text
        from ledger_balances where available <> 0 or held <> 0) as books
    from withdrawals w join members m on m.id = w.member_id
      join asset_networks n on n.asset = w.asset and n.network = w.network
    where w.id = $1`,
  params: [int8],
  row: {
    state: text,
    reason: text,
    txid: text,
    heldUntil: nullable(timestamptz),
    nextAttemptAt: nullable(timestamptz),
    isFrozen: bool,
    takesWithdrawals: bool,
    books: text,
  },
});

const setFrozen = defineStatement({
  name: 'test.setFrozen',
  text: 'update members set is_frozen = $2 where id = $1',
  params: [int8, bool],
});

const setOpen = defineStatement({
  name: 'test.setNetworkOpen',
  text: `update asset_networks set takes_withdrawals = $1 where asset = 'USDT' and network = 'TRC20'`,
  params: [bool],
});

/** How the transfer stands at the rail, whoever has heard of it. */
type Transfer = 'untouched' | 'pending' | 'completed' | 'refused';

export interface WithdrawalSight extends Sight {
  row: RowOf<typeof standing>;
  review: Review;
  isCarried: boolean;
  transfer: Transfer;
  timesAsked: number;
  /** Epoch ms. */
  at: number;
}

const endOf: Record<string, 'paid' | 'returned'> = {
  completed: 'paid',
  rejected: 'returned',
  cancelled: 'returned',
};

/** A member with 250 USDT asks for 100 of them, 1 of it as the fee. */
export async function withdrawalStory(world: WithdrawalWorld) {
  const memberId = await world.member({ USDT: '250' });
  const { ID: id } = await world.withdraw(memberId);
  const { clock, operators } = world;
  const reviewers = [operators.first, operators.second] as const;

  let now = { isCarried: true, transfer: 'untouched' as Transfer, timesAsked: 0 };
  let seen: WithdrawalSight;
  const { database, mark, rewind, close } = await openRewindable(world.fresh.appTarget, () => {
    const kept = { at: clock.now(), now, seen };
    return () => {
      clock.set(kept.at);
      ({ now, seen } = kept);
    };
  });

  /** What the rail makes of the transfer when it is asked next, and whether its answer arrives. */
  let next: { transfer: Transfer; isLost: boolean };
  const rail: Rail = {
    name: 'driven',
    serves: () => now.isCarried,
    depositAddress: async () => 'nowhere',
    async send({ reference, amount }): Promise<TransferOutcome> {
      expect([reference, amount]).toEqual([`withdrawal:${id}`, 99n * 10n ** 18n]);
      const { transfer, timesAsked } = now;
      const isDone = transfer === 'completed' || transfer === 'refused';
      const then = isDone || next.transfer === 'untouched' ? transfer : next.transfer;
      now = { ...now, transfer: then, timesAsked: timesAsked + 1 };
      if (next.isLost || then === 'untouched') throw new Error('the answer was lost');
      if (then === 'refused') return { kind: then, reason: 'The network does not take it.' };
      return { kind: then, txid: 'tx-1' };
    },
  };

  /** Just started: nothing is remembered outside of the database from one act to the next. */
  const program = () => {
    const reviews = createReviews({ clock, bus: world.deps.bus });
    const rails = createRails([rail]);
    reviews.register(reviewWithdrawals(rails, () => undefined));
    const settings = createSettings(database, world.deps.log);
    return { ...world.deps, database, reviews, rails, settings };
  };
  const deadlines = () =>
    deadlinesOf(seen.review, clock.now(), { attempt: seen.row.nextAttemptAt });
  const write = (work: Parameters<typeof database.transaction>[0]) => database.transaction(work);
  const isEnded = () => seen.end !== undefined;

  const sweep = (transfer: Transfer, isLost: boolean) =>
    act(
      `the rail ${transfer === 'untouched' ? 'is silent' : `says ${transfer}`}${isLost ? ', unheard' : ''}`,
      'rail',
      async () => {
        next = { transfer, isLost };
        await sendWithdrawals(program());
      },
    );
  const hindrance = (
    name: string,
    isThere: () => boolean,
    set: (to: boolean) => Promise<unknown>,
  ) => [
    act(
      name,
      'surroundings',
      () => set(true),
      () => !isEnded() && !isHindered(),
    ),
    act(
      `no more: ${name}`,
      'surroundings',
      () => set(false),
      () => !isEnded() && isThere(),
    ),
  ];
  // One at a time: they meet nowhere but in the list of checks.
  const isHindered = () => seen.row.isFrozen || !seen.row.takesWithdrawals || !seen.isCarried;

  const acts: Act[] = [
    act('the member takes it back', 'member', () =>
      cancelWithdrawal(program(), { memberId, id, key: undefined }),
    ),
    ...reviewActs({
      desk() {
        const deps = program();
        return createReviewDesk(deps, deps.reviews);
      },
      reviewers,
      clock,
      review: () => seen.review,
      nextDeadline: () => (isEnded() ? undefined : deadlines()[0]?.at),
    }),
    ...(['completed', 'refused', 'pending'] as const).flatMap((transfer) => [
      sweep(transfer, false),
      sweep(transfer, true),
    ]),
    sweep('untouched', true),
    ...hindrance(
      'the member is frozen',
      () => seen.row.isFrozen,
      (to) => write((tx) => tx.run(setFrozen, [memberId, to])),
    ),
    ...hindrance(
      'the network is closed',
      () => !seen.row.takesWithdrawals,
      (to) => write((tx) => tx.run(setOpen, [!to])),
    ),
    ...hindrance(
      'no rail carries the network',
      () => !seen.isCarried,
      async (to) => {
        now = { ...now, isCarried: !to };
      },
    ),
  ];

  const look = async (): Promise<WithdrawalSight> => {
    const [row, review] = await Promise.all([
      database.one(standing, [id]),
      database.one(reviewOfSubject, ['withdrawal', id]),
    ]);
    const end = endOf[row.state];
    seen = { row, review, ...now, at: clock.now(), key: '', ...(end === undefined ? {} : { end }) };
    const { isFrozen, takesWithdrawals, txid } = row;
    const waits = deadlines();
    const isDue = !waits.some(({ name }) => name === 'attempt');
    seen.key = [
      `${row.state}, review ${reviewKey(review, reviewers, waits)}`,
      `rail ${now.transfer}${txid === '' ? '' : ' with its txid'}${isDue ? '' : ', asked'}`,
      ...(isEnded() || !isFrozen ? [] : ['member frozen']),
      ...(isEnded() || takesWithdrawals ? [] : ['network closed']),
      ...(isEnded() || now.isCarried ? [] : ['no rail']),
    ].join(' | ');
    return seen;
  };
  const explorable: Explorable<WithdrawalSight> = { acts, look, mark, rewind };
  return { ...explorable, database, memberId, id, close };
}
