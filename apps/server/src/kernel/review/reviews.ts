/** The review queue: features open reviews, operators claim and decide them; two people for money (ADR 24). */
import type { Amount } from '@tern/money';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { MEMBER_EVENTS_WAKE } from '../events/member-events.ts';
import { categoryOf } from '../messaging/notice-kinds.ts';
import { wakeDelivery } from '../messaging/outgoing-messages.ts';
import { claimLetter } from '../requests/record-letters.ts';
import { Refusal } from '../requests/refusal.ts';
import type { Settings } from '../settings/settings.ts';
import { dueAtOf } from './due-hours.ts';
import { canonicalFacts, factsHash, type ReviewKind } from './review-kind.ts';
import { cancelOpen, insertReview } from './review-rows.ts';

/** Bus topic: the queue has changed. Published after a commit. */
export const REVIEWS_CHANGED = 'reviews.changed';

export interface NewReview {
  kind: string;
  subjectId: number;
  /** Null when no member is involved. */
  memberId: number | null;
  /** Shown in the queue. */
  asset?: string;
  amount?: Amount;
  /** Epoch ms; absent: by the setting of its kind. */
  dueAt?: number;
  /** Of an operator's own proposal: counts as the first approval, so that another operator must agree. */
  proposal?: { operatorId: number; note: string };
}

export interface Reviews {
  /** Called once per kind by its feature. @throws Error if money could move without two approvals */
  register(kind: ReviewKind): void;
  /** @throws Error for an unregistered kind */
  kind(name: string): ReviewKind;
  kinds(): readonly ReviewKind[];
  /**
   * Opens a review in the transaction that wrote its subject; returns its id.
   * @throws Error where decisions would notify a member and no feature declares its record in `defineNotices`
   */
  open(tx: Tx, review: NewReview): Promise<number>;
  /**
   * Cancels the review of a request that the member withdraws. Call it first in the transaction that returns the money.
   * @throws already-decided when it is already decided
   */
  cancel(tx: Tx, subject: { kind: string; subjectId: number }): Promise<void>;
  /** Call after the commit of `open`, `cancel` or a decision: consoles reload, messages are sent. */
  announce(): void;
}

export interface ReviewDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  settings: Settings;
}

export function createReviews({
  clock,
  bus,
  settings,
}: Pick<ReviewDeps, 'clock' | 'bus'> & { settings: Pick<Settings, 'read'> }): Reviews {
  const kinds = new Map<string, ReviewKind>();
  const kind = (name: string) => {
    const found = kinds.get(name);
    if (found === undefined) throw new Error(`no reviews of kind ${name}`);
    return found;
  };
  return {
    register(added) {
      if (kinds.has(added.kind)) throw new Error(`two kinds of reviews are named ${added.kind}`);
      if (added.movesMoney && added.approvals !== 2) {
        throw new Error(`${added.kind} moves money and needs two people`);
      }
      claimLetter(added.letter, added.kind);
      kinds.set(added.kind, added);
    },
    kind,
    kinds: () => [...kinds.values()],
    async open(tx, review) {
      const { subjectId, memberId, asset = null, amount = null, proposal } = review;
      const owner = kind(review.kind);
      // A decision must not fail for want of the member's notice.
      if (memberId !== null && owner.isProposal !== true) categoryOf('review.approved', owner.kind);
      const at = clock.now();
      const facts = canonicalFacts(await owner.facts(tx, subjectId));
      const hash = factsHash(review, facts);
      const first = {
        firstBy: proposal?.operatorId ?? null,
        firstHash: proposal === undefined ? null : hash,
        firstNote: proposal?.note ?? '',
        firstAt: proposal === undefined ? null : at,
      };
      const { approvals } = owner;
      const about = { kind: owner.kind, subjectId, memberId, asset, amount, approvals };
      const row = { ...about, facts, factsHash: hash, ...first };
      const dueAt = review.dueAt ?? dueAtOf(settings, owner.kind, at);
      const { id } = await insertReview(tx, { ...row, createdAt: at, dueAt });
      return id;
    },
    async cancel(tx, { kind: name, subjectId }) {
      const cancelled = await tx.maybe(cancelOpen, [name, subjectId, clock.now()]);
      if (cancelled === undefined) throw new Refusal('already-decided');
    },
    announce() {
      bus.publish(REVIEWS_CHANGED, null);
      bus.publish(MEMBER_EVENTS_WAKE, null);
      wakeDelivery(bus);
    },
  };
}
