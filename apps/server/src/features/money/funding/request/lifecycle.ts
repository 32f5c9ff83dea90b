/** The life of a request: submitted, decided by two operators, completed or returned in full; until then the member may cancel it. */
import { type Entry, moveBetween, recordTypes } from '@tern/ledger';
import { answerOnce } from '../../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import type { Deps } from '../deps.ts';
import { publish } from './publish.ts';
import type { FundingRequest, RequestKind } from './request-kind.ts';
import { assertStep } from './states.ts';

/** Puts a new request up for review, and holds its amount. Comes last in the transaction that wrote it. */
export async function submitRequest<T extends FundingRequest, Row>(
  tx: Tx,
  kind: RequestKind<T, Row>,
  { request, reviews, at }: { request: T; reviews: Reviews; at: number },
): Promise<Row> {
  const { id: subjectId, memberId, asset, amount, dueAt } = request;
  await reviews.open(tx, { kind: kind.kind, subjectId, memberId, asset, amount, dueAt });
  await publish(tx, kind, { request, entries: holdEntries(kind, request), at });
  return kind.row(request);
}

/**
 * Ends a request without completing it, and releases what it held.
 * @throws already-decided when it is too late
 */
export async function returnRequest<T extends FundingRequest>(
  tx: Tx,
  kind: RequestKind<T>,
  end: { id: number; state: 'rejected' | 'cancelled'; reason: string; at: number },
): Promise<T> {
  const { id, state, reason, at } = end;
  const locked = await tx.one(kind.store.forUpdate, [id]);
  assertStep(locked.state, state);
  if (state === 'cancelled') kind.assertCancellable?.(locked);
  const request = await tx.one(kind.store.end, [id, state, reason, at]);
  await publish(tx, kind, { request, entries: releaseEntries(kind, request), at });
  return request;
}

/**
 * The member cancels.
 * @throws not-found for an absent request or another member's, already-decided when it is too late
 */
export async function cancelRequest<T extends FundingRequest, Row>(
  { database, clock, reviews }: Deps<'database' | 'clock' | 'reviews'>,
  kind: RequestKind<T, Row>,
  input: { memberId: number; id: number; key: RequestKey | undefined },
): Promise<Row> {
  const { memberId, id, key } = input;
  const answer = await answerOnce({ database, clock }, key, async (tx) => {
    // The review first, then its subject: the order in which decisions lock them.
    const known = await tx.maybe(kind.store.ofMember, [id, memberId]);
    if (known === undefined) throw new Refusal('not-found');
    await reviews.cancel(tx, { kind: kind.kind, subjectId: id });
    const end = { id, state: 'cancelled', reason: '', at: clock.now() } as const;
    return kind.row(await returnRequest(tx, kind, end));
  });
  reviews.announce();
  return answer;
}

/** More than a member has under review; what is left is cancelled at the next call. */
const CANCELLED_MAX = 200;

/** Cancels all of a member's requests that are still under review, for a freeze. Returns how many there were. */
export async function cancelOpen<T extends FundingRequest, Row>(
  deps: Deps<'database' | 'clock' | 'reviews'>,
  kind: RequestKind<T, Row>,
  memberId: number,
): Promise<number> {
  const open = await deps.database.many(kind.store.list, [
    memberId,
    ['reviewed'],
    CANCELLED_MAX,
    0,
  ]);
  for (const { id } of open) {
    await cancelRequest(deps, kind, { memberId, id, key: undefined }).catch((error: unknown) => {
      // Decided meanwhile.
      if (!(error instanceof Refusal && error.is('already-decided'))) throw error;
    });
  }
  return open.length;
}

/** At submission of a request that takes money out: its whole amount is held. */
function holdEntries<T extends FundingRequest>(
  { kind, holdsAmount }: RequestKind<T>,
  { id, memberId: owner, asset, amount }: T,
): Entry[] {
  if (!holdsAmount) return [];
  const postings = moveBetween({ owner, asset, amount, from: 'available', to: 'held' });
  return [{ kind: recordTypes.withdrawal, reference: `${kind}:${id}`, postings }];
}

/** Rejected or cancelled: it is released. What the member reads of it becomes the entry's note. */
export function releaseEntries<T extends FundingRequest>(
  { kind, holdsAmount }: RequestKind<T>,
  { id, memberId: owner, asset, amount, reason: note }: T,
): Entry[] {
  if (!holdsAmount) return [];
  const postings = moveBetween({ owner, asset, amount, from: 'held', to: 'available' });
  return [{ kind: recordTypes.withdrawalReturn, reference: `${kind}:${id}`, note, postings }];
}
