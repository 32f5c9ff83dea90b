/** One approved withdrawal with every behaviour of rail, chain and operators. */
import { discrepancyKind } from '../../src/features/money/funding/manual-resolution/discrepancies.ts';
import { resolutionKind } from '../../src/features/money/funding/manual-resolution/resolution-kind.ts';
import { watchResolutions } from '../../src/features/money/funding/manual-resolution/watch-resolutions.ts';
import { reviewWithdrawals } from '../../src/features/money/funding/withdrawal/review-withdrawals.ts';
import { sendWithdrawals } from '../../src/features/money/funding/withdrawal/send-withdrawals.ts';
import { createRails } from '../../src/kernel/rails/rail.ts';
import { reviewDetail } from '../../src/kernel/review/list-reviews.ts';
import { createReviewQueue } from '../../src/kernel/review/review-queue.ts';
import type { Reviewer } from '../../src/kernel/review/review-rules.ts';
import { createReviews } from '../../src/kernel/review/reviews.ts';
import { createSettings } from '../../src/kernel/settings/settings.ts';
import { int4, int8, nullable, text, timestamptz } from '../../src/platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../src/platform/database/query.ts';
import type { Act, Explorable, Snapshot } from './explore.ts';
import {
  approveResolution,
  type Chain,
  type RailAnswer,
  HOUR_MS,
  type RailTransfer,
  signingRail,
  railTransferOf,
  propose,
} from './manual-resolutions.ts';
import { openRewindable } from './rewindable.ts';
import { act } from './review-acts.ts';
import type { WithdrawalWorld } from './withdrawals.ts';

const resolutionQuery = defineQuery({
  name: 'test.resolution',
  text: `select w.state, w.reason, w.txid, w.next_attempt_at, w.silent_since,
      v.outcome, v.txid as named, v.state as resolution_state, v.next_look_at, r.id as review_id,
      (select count(*)::int from withdrawal_discrepancies d join withdrawal_resolutions e on e.id = d.resolution_id
        where e.withdrawal_id = w.id) as discrepancies,
      (select json_object_agg(owner_id || ' ' || asset, trim_scale(available) || ' and ' || trim_scale(held) || ' held')::text
        from ledger_balances where available <> 0 or held <> 0) as books
    from withdrawals w
      left join withdrawal_resolutions v on v.withdrawal_id = w.id and v.state <> 'dropped'
      left join reviews r on r.kind = 'verdict' and r.subject_id = v.id
    where w.id = $1`,
  params: [int8],
  row: {
    state: text,
    reason: text,
    txid: text,
    nextAttemptAt: nullable(timestamptz),
    silentSince: nullable(timestamptz),
    outcome: nullable(text),
    named: nullable(text),
    resolutionState: nullable(text),
    nextLookAt: nullable(timestamptz),
    reviewId: nullable(int8),
    discrepancies: int4,
    books: text,
  },
});

export interface ResolutionSnapshot extends Snapshot {
  row: RowOf<typeof resolutionQuery>;
  kept: RailTransfer | undefined;
  chain: Chain;
  isCarried: boolean;
  /** Epoch ms. */
  at: number;
}

const endOf: Record<string, 'paid' | 'returned'> = { completed: 'paid', rejected: 'returned' };
const RAIL_ANSWERS: readonly RailAnswer[] = ['answers', 'silent', 'unclear'];
/** Every resolution that named a transaction named this one. */
const NAMED = 'by-hand-1';

/** A member with 250 USDT requested 100, including a fee of 1, with two approvals. */
export async function explorableResolution(world: WithdrawalWorld) {
  const memberId = await world.member({ USDT: '250' });
  const { ID: id } = await world.withdraw(memberId);
  await world.approve(id);
  const { clock, operators } = world;
  const { first, second } = operators;

  let chain: Chain = 'nothing';
  let isCarried = true;
  let seen: ResolutionSnapshot;
  const { database, mark, rewind, close } = await openRewindable(world.fresh.appTarget, () => {
    const kept = { at: clock.now(), chain, isCarried, seen };
    return () => {
      clock.set(kept.at);
      ({ chain, isCarried, seen } = kept);
    };
  });

  /** Restarted: actions share no state outside of the database. */
  const instance = (railAnswer: RailAnswer = 'silent') => {
    const settings = createSettings(database, world.deps.log);
    const reviews = createReviews({ clock, bus: world.deps.bus, settings });
    const state = { chain: () => chain, railAnswer: () => railAnswer, isCarried: () => isCarried };
    const rails = createRails([signingRail(database, state)]);
    reviews.register(reviewWithdrawals(rails, () => undefined));
    reviews.register(resolutionKind({ settings }));
    reviews.register(discrepancyKind());
    return { ...world.deps, database, reviews, rails, settings };
  };
  const people = () => {
    const deps = instance();
    return { ...deps, reviewQueue: createReviewQueue(deps, deps.reviews) };
  };
  /** Epoch ms from which operators may resolve it; undefined once they may. */
  const decidableFrom = () => {
    const { silentSince } = seen.row;
    const from = silentSince === null || seen.end !== undefined ? 0 : silentSince + HOUR_MS;
    return from > clock.now() ? from : undefined;
  };
  /** Waits until the next poll is due. */
  const waitUntil = (at: number | null) => clock.set(Math.max(clock.now(), at ?? 0));

  const signed = () => seen.kept?.state === 'signed';
  const decide = (who: Reviewer, stage: 'first' | 'second') =>
    approveResolution(people(), who, { reviewId: seen.row.reviewId!, stage });
  const ofResolution = (name: string, run: () => Promise<unknown>): Act => ({
    ...act(name, 'operator', run),
    isPossible: () => seen.row.reviewId !== null,
  });
  const ofChain = (name: string, to: Chain): Act => ({
    ...act(name, 'surroundings', async () => (chain = to)),
    isPossible: () => signed() && chain === 'nothing',
  });
  const acts: Act[] = [
    act('one says it never left', 'operator', () =>
      propose(people(), first, { withdrawalId: id, outcome: 'unsent' }),
    ),
    act('one says that another took its place', 'operator', () =>
      propose(people(), first, { withdrawalId: id, outcome: 'unsent', txid: NAMED }),
    ),
    act('one says what paid it', 'operator', () =>
      propose(people(), first, { withdrawalId: id, outcome: 'sent', txid: NAMED }),
    ),
    ofResolution('the same agrees', () => decide(first, 'second')),
    ofResolution('the same says so again', () => decide(first, 'first')),
    ofResolution('another agrees', () => decide(second, 'second')),
    ofResolution('another rejects', async () => {
      const { reviewQueue } = people();
      await reviewQueue.claim(second, seen.row.reviewId!);
      await reviewQueue.reject(second, seen.row.reviewId!, { reason: 'We saw it otherwise.' });
    }),
    ...RAIL_ANSWERS.map((railAnswer) =>
      act(`the rail is asked, ${railAnswer}`, 'rail', async () => {
        waitUntil(seen.row.nextAttemptAt);
        await sendWithdrawals(instance(railAnswer));
      }),
    ),
    ...(['answers', 'silent'] as const).map((railAnswer) =>
      act(`the rail is asked afterwards, ${railAnswer}`, 'rail', async () => {
        waitUntil(seen.row.nextLookAt);
        await watchResolutions(instance(railAnswer));
      }),
    ),
    ofChain('the chain pays it', 'paid'),
    ofChain('the chain undoes it', 'undone'),
    act('the rail comes or goes', 'surroundings', async () => (isCarried = !isCarried)),
    {
      ...act('an hour passes', 'time', async () => clock.set(decidableFrom()!)),
      isPossible: () => decidableFrom() !== undefined,
    },
  ];

  /** The first approval is of the current facts. */
  const isFirstStanding = async (reviewId: number) => {
    const given = { ...people(), at: clock.now() };
    return (await reviewDetail(database, reviewId, given))!.isFirstStanding;
  };
  const read = async (): Promise<ResolutionSnapshot> => {
    const row = await database.one(resolutionQuery, [id]);
    const kept = await railTransferOf(database, `withdrawal:${id}`);
    const end = endOf[row.state];
    const isFirstApprovalValid =
      row.resolutionState === 'proposed' && (await isFirstStanding(row.reviewId!));
    seen = { row, kept, chain, isCarried, at: clock.now(), key: '', ...(end && { end }) };
    const { outcome, resolutionState, named, silentSince, nextLookAt, discrepancies } = row;
    const key = [
      `${row.state}${row.txid === '' ? '' : ' with txid'}`,
      silentSince === null || end !== undefined ? 'answers' : 'silent',
      outcome === null ? 'no resolution' : `${outcome} ${named} ${resolutionState}`,
      isFirstApprovalValid ? 'approved by one' : 'approved by nobody',
      `rail ${kept?.state ?? 'nothing'}${kept?.isGivenUp === true ? ' given up' : ''}`,
      `chain ${chain}`,
      isCarried ? 'carried' : 'no rail',
      nextLookAt === null ? 'not asked afterwards' : 'asked afterwards',
      `${discrepancies} odd`,
      ...(decidableFrom() === undefined ? [] : ['waited for']),
    ].join(' | ');
    seen = { ...seen, key };
    return seen;
  };
  const explorable: Explorable<ResolutionSnapshot> = { acts, read, mark, rewind };
  return { ...explorable, database, memberId, id, close };
}
