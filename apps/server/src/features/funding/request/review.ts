/** The review of a request: what differs between kinds are facts, checks, evidence and the approval. */
import type { Facts } from '../../../kernel/review/canonical-facts.ts';
import { isVerified, type Member } from '../../../kernel/members/members.ts';
import type {
  ComparisonRow,
  Decision,
  ReviewCheck,
  ReviewEvidence,
  ReviewKind,
} from '../../../kernel/review/review-kind.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { returnRequest } from './lifecycle.ts';
import { publish } from './publish.ts';
import type { FundingRequest, RequestKind } from './request-kind.ts';

interface RequestReview<T> extends Pick<ReviewKind, 'image' | 'moved' | 'decided'> {
  facts(request: T, reader: Reader): Facts | Promise<Facts>;
  checks(request: T, reader: Reader, at: number): Promise<readonly ReviewCheck[]>;
  evidence(request: T, reader: Reader): Promise<ReviewEvidence>;
  /** The request is locked and under review. Gives the reason where it returns everything instead. */
  approve(tx: Tx, request: T, decision: Decision): Promise<string | undefined | void>;
}

export function requestReview<T extends FundingRequest>(
  requestKind: RequestKind<T>,
  parts: RequestReview<T>,
): ReviewKind {
  const { kind, letter, store } = requestKind;
  const { facts, checks, evidence, approve, ...rest } = parts;
  return {
    kind,
    letter,
    movesMoney: true,
    approvals: 2,
    facts: async (reader, id) => facts(await reader.one(store.byId, [id]), reader),
    checks: async (reader, id, at) => checks(await reader.one(store.byId, [id]), reader, at),
    evidence: async (reader, id) => evidence(await reader.one(store.byId, [id]), reader),
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
    ...rest,
  };
}

/** One line of the evidence, a value for each column. */
export const evidenceRow = (
  label: string,
  values: readonly (string | null)[],
  isEqual: boolean | null = null,
): ComparisonRow => ({ label, values, isEqual });

export const notFrozen = (
  member: Member | undefined,
  level: ReviewCheck['level'],
): ReviewCheck => ({ name: 'account-not-frozen', isPassed: member?.isFrozen === false, level });

export const identityVerified = (member: Member | undefined): ReviewCheck => ({
  name: 'identity-verified',
  isPassed: member !== undefined && isVerified(member),
  level: 'stop',
});

/** Of a member who takes money out. */
export const noPasswordChange = (member: Member | undefined, at: number): ReviewCheck => ({
  name: 'no-password-change-in-24h',
  isPassed: (member?.withdrawalsBlockedUntil ?? 0) <= at,
  level: 'stop',
});
