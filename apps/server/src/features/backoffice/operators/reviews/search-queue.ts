/** What operators type into the queue: the number of a record, a customer, a transaction, or a part of an address. */
import { logLook } from '../../../../kernel/operators/audit-log.ts';
import {
  findReviews,
  type FoundRecord,
  type ReviewFilter,
  type ReviewList,
} from '../../../../kernel/review/list-reviews.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Page } from '../../../../kernel/requests/page.ts';
import { type Finders, findMembers } from '../find/find-everything.ts';
import { recordOf } from './review-out.ts';
import type { ShowDeps } from './show-review.ts';

/** Shorter parts of an address would match too much. */
const PART_MIN = 6;
const MEMBERS_MAX = 20;
/** Of each member, and of all: who looks for more has to name a record. */
const FOUND_MAX = 200;

export type SearchDeps = ShowDeps & Pick<Finders, 'membersNamed'>;

/** What was typed, and what narrows it. */
export interface QueueSearch extends ReviewFilter {
  /** Trimmed; empty for all of the member. */
  words: string;
  memberId?: number | undefined;
}

/** Newest first, decided ones too; of a member without words the open ones only. A search for a customer is logged. */
export async function searchQueue(
  deps: SearchDeps,
  actor: Reviewer,
  { search, page }: { search: QueueSearch; page: Page },
): Promise<ReviewList> {
  const { stage, kind, memberId, words } = search;
  const at = deps.clock.now();
  const named = await namedBy(deps, actor, search);
  const given = { settings: deps.settings, at, limit: FOUND_MAX };
  const found = (await findReviews(deps.database, { ...named, ...given })).filter((review) => {
    const isLate = review.state === 'open' && review.dueAt <= at;
    const isInStage = stage === 'late' ? isLate : review.stage === stage;
    return (
      (stage === undefined ? words !== '' || review.state === 'open' : isInStage) &&
      (kind === undefined || review.kind === kind) &&
      (memberId === undefined || review.memberId === memberId)
    );
  });
  return { reviews: found.slice(page.offset, page.offset + page.limit), total: found.length };
}

interface Named {
  /** Of a review. */
  id: number | null;
  pairs: readonly FoundRecord[];
  memberIds: readonly number[];
}

async function namedBy(
  deps: SearchDeps,
  actor: Reviewer,
  { words, memberId }: QueueSearch,
): Promise<Named> {
  const { database, clock, reviews } = deps;
  if (words === '')
    return { id: null, pairs: [], memberIds: memberId === undefined ? [] : [memberId] };
  const numbered = recordOf(reviews, words);
  if (numbered !== undefined) {
    const { id, kind } = numbered;
    if (kind !== undefined) return { id: null, pairs: [{ kind, subjectId: id }], memberIds: [] };
    const pairs = reviews.kinds().map((each) => ({ kind: each.kind, subjectId: id }));
    return { id, pairs, memberIds: [id] };
  }
  const look = { actor, action: 'customer.search' as const, subject: 'members', reason: words };
  await database.transaction((tx) => logLook(tx, look, clock.now()));
  const memberIds = await findMembers(deps, words, MEMBERS_MAX);
  return { id: null, pairs: await subjectsWith(deps, words), memberIds };
}

async function subjectsWith({ database, reviews }: SearchDeps, words: string) {
  if (words.length < PART_MIN) return [];
  const found = reviews.kinds().map(async ({ kind, find }) => {
    const subjects = (await find?.(database, words.toLowerCase())) ?? [];
    return subjects.map((subjectId) => ({ kind, subjectId }));
  });
  return (await Promise.all(found)).flat();
}
