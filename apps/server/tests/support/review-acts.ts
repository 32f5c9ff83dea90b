/** Every action of operators and of time on one review, for explorations. */
import type { ReviewQueue } from '../../src/kernel/review/review-queue.ts';
import type { Review } from '../../src/kernel/review/review-rows.ts';
import type { Reviewer } from '../../src/kernel/review/review-rules.ts';
import type { Act, By } from './explore.ts';
import type { ManualClock } from './market.ts';

const HOUR_MS = 3_600_000;
/** The default settings. */
const FIRST_APPROVAL_MS = 24 * HOUR_MS;
const HOLD_MS = HOUR_MS;
const CLAIM_MS = HOUR_MS / 4;

/** The first operator on the review is `one`, so that swapped operators are the same state. */
function rolesIn(
  { firstBy, holdBy, claimedBy }: Review,
  [first, second]: readonly [Reviewer, Reviewer],
) {
  const isSecond = (firstBy ?? holdBy ?? claimedBy) === second.operatorId;
  return isSecond ? { one: second, other: first } : { one: first, other: second };
}

/** Times at which something will expire, soonest first. */
export function deadlinesOf(
  review: Review,
  now: number,
  more: Record<string, number | null> = {},
): { name: string; at: number }[] {
  const { claimSince, claimUntil, holdUntil, firstAt } = review;
  const isClaimed = claimSince !== null && claimUntil !== null && claimUntil > now;
  const take = isClaimed ? claimSince + CLAIM_MS : null;
  const first = firstAt === null ? null : firstAt + FIRST_APPROVAL_MS;
  const all = { claim: claimUntil, take, hold: holdUntil, ...more };
  return Object.entries({ ...all, first: review.state === 'open' ? first : null })
    .flatMap(([name, at]) => (at !== null && at > now ? [{ name, at }] : []))
    .sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1));
}

/** Everything that decides the possible actions on a review: equal texts, equal actions. */
export function reviewKey(
  review: Review,
  reviewers: readonly [Reviewer, Reviewer],
  deadlines: readonly { name: string; at: number }[],
): string {
  if (review.state !== 'open') return review.state;
  const { one } = rolesIn(review, reviewers);
  const who = (id: number | null) =>
    id === null ? 'nobody' : id === one.operatorId ? 'one' : 'other';
  const waits = deadlines.map(({ name, at }, index) => {
    const isTogether = deadlines[index - 1]?.at === at;
    return `${isTogether ? ' =' : ' <'}${name}`;
  });
  const { holdBy, firstBy } = review;
  const claimedBy = deadlines.some(({ name }) => name === 'claim') ? review.claimedBy : null;
  return `claim ${who(claimedBy)}, hold ${who(holdBy)}, first ${who(firstBy)}${waits.join('')}`;
}

interface Stage {
  /** Of a restarted instance. */
  reviewQueue(): ReviewQueue;
  reviewers: readonly [Reviewer, Reviewer];
  clock: ManualClock;
  /** As last shown. */
  review(): Review;
  /** Epoch ms of the next expiry, if any. */
  nextDeadline(): number | undefined;
}

/** Every action of a reviewer, allowed or not, and the passing of time until the next expiry. */
export function reviewActs(stage: Stage): Act[] {
  const { clock, review } = stage;
  const given = (level: 'first' | 'second') => ({
    stage: level,
    hash: review().factsHash,
    note: '',
    isAcknowledged: true,
  });
  const deeds: Record<
    string,
    (reviewQueue: ReviewQueue, who: Reviewer, id: number) => Promise<unknown>
  > = {
    claims: (reviewQueue, who, id) => reviewQueue.claim(who, id),
    'lets go': (reviewQueue, who, id) => reviewQueue.release(who, id),
    holds: (reviewQueue, who, id) =>
      reviewQueue.hold(who, id, { until: clock.now() + HOLD_MS, reason: 'We look at it.' }),
    rejects: (reviewQueue, who, id) =>
      reviewQueue.reject(who, id, { reason: 'It is not the address you gave us.' }),
    'approves first': (reviewQueue, who, id) => reviewQueue.approve(who, id, given('first')),
    'approves second': (reviewQueue, who, id) => reviewQueue.approve(who, id, given('second')),
  };
  const acts = (['one', 'other'] as const).flatMap((role) =>
    Object.entries(deeds).map(([name, deed]) =>
      act(`${role} ${name}`, 'operator', () => {
        const who = rolesIn(review(), stage.reviewers)[role];
        return deed(stage.reviewQueue(), who, review().id);
      }),
    ),
  );
  const time: Act = {
    ...act('time passes', 'time', async () => clock.set(stage.nextDeadline()!)),
    isPossible: () => stage.nextDeadline() !== undefined,
  };
  return [...acts, time];
}

/** Temporary obstacles, one at a time: they only interact in the list of checks. */
export function obstacles(
  isEnded: () => boolean,
  all: readonly { name: string; isThere(): boolean; set(to: boolean): Promise<unknown> }[],
): Act[] {
  const isFree = () => !isEnded() && !all.some((each) => each.isThere());
  return all.flatMap(({ name, isThere, set }) => {
    const isOn = () => !isEnded() && isThere();
    const by = 'surroundings';
    return [
      { name, by, isPossible: isFree, run: () => set(true) },
      { name: `no more: ${name}`, by, isPossible: isOn, run: () => set(false) },
    ];
  });
}

export function act(name: string, by: By, run: () => Promise<unknown>): Act {
  return { name, by, run, isPossible: () => true };
}
