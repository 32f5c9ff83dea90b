/** One withdrawal with every action on it, which can be rolled back: member, operators, time, its rail, its conditions. */
import { cancelRequest } from '../../src/features/money/funding/request/lifecycle.ts';
import { withdrawals } from '../../src/features/money/funding/withdrawal/withdrawals.ts';
import { reviewWithdrawals } from '../../src/features/money/funding/withdrawal/review-withdrawals.ts';
import { sendWithdrawals } from '../../src/features/money/funding/withdrawal/send-withdrawals.ts';
import { createRails } from '../../src/kernel/rails/rail.ts';
import { createReviewQueue } from '../../src/kernel/review/review-queue.ts';
import { type Review, reviewOfSubject } from '../../src/kernel/review/review-rows.ts';
import { createReviews } from '../../src/kernel/review/reviews.ts';
import { createSettings } from '../../src/kernel/settings/settings.ts';
import { bool, int8, nullable, text, timestamptz } from '../../src/platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../src/platform/database/query.ts';
import { agreeVersion, setFrozen } from './operator-decisions.ts';
import { type Act, type Explorable, type Snapshot } from './explore.ts';
import { openRewindable } from './rewindable.ts';
import { act, deadlinesOf, obstacles, reviewActs, reviewKey } from './review-acts.ts';
import {
  nameOf,
  type RailMemory,
  type Turn,
  TURNS,
  unreliableRail,
  UNTOUCHED,
} from './unreliable-rail.ts';
import { type WithdrawalWorld } from './withdrawals.ts';

const withdrawalQuery = defineQuery({
  name: 'test.withdrawal',
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

const setOpen = defineStatement({
  name: 'test.setNetworkOpen',
  text: `update asset_networks set takes_withdrawals = $1 where asset = 'USDT' and network = 'TRC20'`,
  params: [bool],
});

export interface WithdrawalSnapshot extends Snapshot {
  row: RowOf<typeof withdrawalQuery>;
  review: Review;
  rail: RailMemory;
  /** Epoch ms. */
  at: number;
}

const endOf: Record<string, 'paid' | 'returned'> = {
  completed: 'paid',
  rejected: 'returned',
  cancelled: 'returned',
};

/** A member with 250 USDT requests 100, including a fee of 1. */
export async function explorableWithdrawal(world: WithdrawalWorld) {
  const memberId = await world.member({ USDT: '250' });
  const { ID: id } = await world.withdraw(memberId);
  const { clock, operators } = world;
  const reviewers = [operators.first, operators.second] as const;

  let memory = UNTOUCHED;
  let seen: WithdrawalSnapshot;
  const { database, mark, rewind, close } = await openRewindable(world.fresh.appTarget, () => {
    const kept = { at: clock.now(), memory, seen };
    return () => {
      clock.set(kept.at);
      ({ memory, seen } = kept);
    };
  });

  /** Restarted: actions share no state outside of the database. */
  const instance = (turn: Turn = TURNS[0]!) => {
    const settings = createSettings(database, world.deps.log);
    const reviews = createReviews({ clock, bus: world.deps.bus, settings });
    const read = () => memory;
    const rail = unreliableRail({ read, write: (next) => (memory = next) }, turn);
    const rails = createRails([rail]);
    reviews.register(reviewWithdrawals(rails, () => undefined));
    return { ...world.deps, database, reviews, rails, settings };
  };
  const deadlines = () =>
    deadlinesOf(seen.review, clock.now(), { attempt: seen.row.nextAttemptAt });
  const isEnded = () => seen.end !== undefined;

  const acts: Act[] = [
    act('the member takes it back', 'member', () =>
      cancelRequest(instance(), withdrawals, { memberId, id, key: undefined }),
    ),
    ...reviewActs({
      reviewQueue() {
        const deps = instance();
        return createReviewQueue(deps, deps.reviews);
      },
      reviewers,
      clock,
      review: () => seen.review,
      nextDeadline: () => (isEnded() ? undefined : deadlines()[0]?.at),
    }),
    ...TURNS.map((turn) => act(nameOf(turn), 'rail', () => sendWithdrawals(instance(turn)))),
    ...obstacles(isEnded, [
      {
        name: 'the member is frozen',
        isThere: () => seen.row.isFrozen,
        set: (to) => database.transaction((tx) => setFrozen(tx, memberId, to)),
      },
      {
        name: 'the network is closed',
        isThere: () => !seen.row.takesWithdrawals,
        set: (to) =>
          database.transaction(async (tx) => {
            const value = { takesOut: !to };
            await agreeVersion(tx, { key: 'network.USDT.TRC20', value, kind: 'terms' });
            await tx.run(setOpen, [!to]);
          }),
      },
      {
        name: 'no rail carries the network',
        isThere: () => !memory.isCarried,
        set: async (to) => (memory = { ...memory, isCarried: !to }),
      },
    ]),
  ];

  const read = async (): Promise<WithdrawalSnapshot> => {
    const [row, review] = await Promise.all([
      database.one(withdrawalQuery, [id]),
      database.one(reviewOfSubject, ['withdrawal', id]),
    ]);
    const end = endOf[row.state];
    seen = { row, review, rail: memory, at: clock.now(), key: '', ...(end && { end }) };
    const { isFrozen, takesWithdrawals, txid } = row;
    const waits = deadlines();
    const isDue = !waits.some(({ name }) => name === 'attempt');
    const key = [
      `${row.state}, review ${reviewKey(review, reviewers, waits)}`,
      `rail ${memory.transfer}${txid === '' ? '' : ' with its txid'}${isDue ? '' : ', asked'}`,
      ...(isEnded() || !isFrozen ? [] : ['member frozen']),
      ...(isEnded() || takesWithdrawals ? [] : ['network closed']),
      ...(isEnded() || memory.isCarried ? [] : ['no rail']),
    ].join(' | ');
    seen = { ...seen, key };
    return seen;
  };
  const explorable: Explorable<WithdrawalSnapshot> = { acts, read, mark, rewind };
  return { ...explorable, database, memberId, id, close };
}
