/** The review of a request: what differs between kinds are facts, checks, evidence and the approval. */
import type { OwnReason } from '../../../../kernel/i18n/reasons.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import {
  type Decision,
  type ReviewKind,
  subjectReview,
  type SubjectReview,
} from '../../../../kernel/review/review-kind.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import type { PartSearch } from '../../../../platform/database/part-search.ts';
import { returnRequest } from './lifecycle.ts';
import { publish } from './publish.ts';
import type { FundingRequest, RequestKind } from './request-kind.ts';

interface RequestReview<T>
  extends SubjectReview<T>,
    Pick<ReviewKind, 'image' | 'moved' | 'find' | 'decided'> {
  /** The request is locked and under review. Gives the reason where it returns everything instead. */
  approve(tx: Tx, request: T, decision: Decision): Promise<OwnReason | undefined | void>;
}

export function requestReview<T extends FundingRequest>(
  requestKind: RequestKind<T>,
  parts: RequestReview<T>,
): ReviewKind {
  const { kind, letter, store } = requestKind;
  const { approve, change: _ofSubject, ...rest } = parts;
  return {
    ...rest,
    ...subjectReview((reader, id) => reader.one(store.byId, [id]), parts),
    kind,
    letter,
    movesMoney: true,
    approvals: 2,
    async approve(tx, decision) {
      const request = await tx.one(store.forUpdate, [decision.subjectId]);
      if (request.state !== 'reviewed') throw new Refusal('already-decided');
      return approve(tx, request, decision);
    },
    async reject(tx, { subjectId: id, message: reason, at }) {
      await returnRequest(tx, requestKind, { id, state: 'rejected', reason, at });
    },
    async held(tx, { subjectId, until, message, at }) {
      const request = await tx.one(store.pause, [subjectId, until, message, at]);
      await publish(tx, requestKind, { request, at });
    },
  };
}

const FOUND_MAX = 100;

/** The `find` of a kind whose requests have such words. */
export const subjectsWith =
  (search: PartSearch<{ id: number }>) =>
  async (reader: Reader, words: string): Promise<number[]> =>
    (await search(reader, [words], FOUND_MAX)).map(({ id }) => id);
