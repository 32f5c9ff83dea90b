/** The review of a request: what differs between kinds are facts, checks, evidence and the approval. */
import { Refusal } from '../../../kernel/requests/refusal.ts';
import {
  type Decision,
  type ReviewKind,
  subjectReview,
  type SubjectReview,
} from '../../../kernel/review/review-kind.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { returnRequest } from './lifecycle.ts';
import { publish } from './publish.ts';
import type { FundingRequest, RequestKind } from './request-kind.ts';

interface RequestReview<T>
  extends SubjectReview<T>,
    Pick<ReviewKind, 'image' | 'moved' | 'find' | 'decided'> {
  /** The request is locked and under review. Gives the reason where it returns everything instead. */
  approve(tx: Tx, request: T, decision: Decision): Promise<string | undefined | void>;
}

export function requestReview<T extends FundingRequest>(
  requestKind: RequestKind<T>,
  parts: RequestReview<T>,
): ReviewKind {
  const { kind, letter, store } = requestKind;
  const { approve, ...rest } = parts;
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
    async reject(tx, { subjectId: id, reason, at }) {
      await returnRequest(tx, requestKind, { id, state: 'rejected', reason, at });
    },
    async held(tx, { subjectId, until, reason, at }) {
      const request = await tx.one(store.pause, [subjectId, until, reason, at]);
      await publish(tx, requestKind, { request, at });
    },
  };
}
