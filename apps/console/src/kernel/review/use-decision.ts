/** The decision of an operator about one review, while it is open: what was read, acknowledged and noted. */
import { useState } from 'react';
import { useNow } from '../../platform/now.ts';
import { useShortcuts } from '../../platform/shortcuts.ts';
import { useAct } from '../act.ts';
import { queryClient } from '../query-client.ts';
import { useSession } from '../session.ts';
import { texts } from '../texts.ts';
import type { ReviewDetail } from './review.ts';
import { type Rights, rightsOn } from './rights.ts';

const CHECK_EVERY_MS = 5_000;

/** The review without an expired claim, before the next refetch too. */
function withoutOldClaim(review: ReviewDetail, now: number): ReviewDetail {
  const { claimUntil } = review;
  if (claimUntil === null || Date.parse(claimUntil) > now) return review;
  return { ...review, claimedBy: null, claimUntil: null, isTakeable: false };
}

export interface ReviewDecision {
  review: ReviewDetail;
  rights: Rights;
  /** Hash of the facts that the operator has read. Only they can be approved: changed ones must be read again. */
  seenHash: string;
  isChanged: boolean;
  readAgain: () => void;
  /** The operator's claim expired. */
  isOver: boolean;
  /** Names of the warnings that the operator has acknowledged. */
  acknowledged: readonly string[];
  acknowledge: (name: string, isAcknowledged: boolean) => void;
  /** Facts and warnings have been read. */
  isReady: boolean;
  note: string;
  setNote: (note: string) => void;
}

/** Notes of reviews that are not decided yet, in the query cache: it ends with the session, as no other operator may read them. */
const noteKey = (id: number) => ['review note', id];
queryClient.setQueryDefaults(['review note'], { gcTime: Number.POSITIVE_INFINITY });

/** C claims and releases. The note survives the end of a claim, and another review that is opened meanwhile. */
export function useDecision(given: ReviewDetail): ReviewDecision {
  const now = useNow(CHECK_EVERY_MS);
  const review = withoutOldClaim(given, now);
  const operator = useSession()?.operator ?? { ID: 0, permissions: [] };
  const rights = rightsOn(review, operator);
  const [seenHash, setSeenHash] = useState(review.hash);
  const [acknowledged, setAcknowledged] = useState<readonly string[]>([]);
  const [note, setNote] = useState(() => queryClient.getQueryData<string>(noteKey(given.ID)) ?? '');
  const isChanged = rights.isOpen && review.hash !== seenHash;
  const isOver = useEndedClaim(review, rights, now);
  const warnings = review.checks.filter(({ isPassed, level }) => !isPassed && level === 'warning');
  useClaimKey(review, rights);
  return {
    review,
    rights,
    seenHash,
    isChanged,
    readAgain: () => setSeenHash(review.hash),
    isOver,
    acknowledged,
    acknowledge: (name, isAcknowledged) => {
      const others = acknowledged.filter((each) => each !== name);
      setAcknowledged(isAcknowledged ? [...others, name] : others);
    },
    isReady: !isChanged && warnings.every(({ name }) => acknowledged.includes(name)),
    note,
    setNote: (text) => {
      queryClient.setQueryData(noteKey(given.ID), text);
      setNote(text);
    },
  };
}

/** Whether the operator's claim expired, also after a refetch without it. A released claim has not expired. */
function useEndedClaim({ claimUntil }: ReviewDetail, rights: Rights, now: number): boolean {
  const [endedAt, setEndedAt] = useState<number>();
  const isReleased = endedAt !== undefined && now < endedAt - CHECK_EVERY_MS;
  const next = rights.isMine ? Date.parse(claimUntil ?? '') : isReleased ? undefined : endedAt;
  if (next !== endedAt) setEndedAt(next);
  return rights.isOpen && !rights.isMine && next !== undefined;
}

/** C claims and releases. */
function useClaimKey({ ID: number }: ReviewDetail, { isMine, canClaim }: Rights): void {
  const ID = String(number);
  const claim = useAct('POST /operator/review/claim', () => texts.review.claimed);
  const release = useAct('POST /operator/review/release', () => texts.review.released);
  const turn = isMine ? release : claim;
  useShortcuts({ c: isMine || canClaim ? () => turn.run({ ID }) : undefined });
}
