/** The review queue: features put up what needs a person, operators claim and decide it, four eyes for money (ADR 24). */
import type { Amount } from '@tern/money';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { MEMBER_EVENTS_WAKE } from '../events/member-events.ts';
import { wakeDelivery } from '../messaging/outgoing-messages.ts';
import { Refusal } from '../requests/refusal.ts';
import type { Settings } from '../settings/settings.ts';
import { canonicalFacts, factsHash } from './canonical-facts.ts';
import type { ReviewKind } from './review-kind.ts';
import { cancelOpen, insertReview } from './review-rows.ts';

/** Bus topic: the queue has changed; sent after a commit. */
export const REVIEWS_CHANGED = 'reviews.changed';

export interface NewReview {
  kind: string;
  subjectId: number;
  /** Null where it concerns no member. */
  memberId: number | null;
  /** What the queue shows of it. */
  asset?: string;
  amount?: Amount;
  /** An operator's own proposal: counts as the first approval, so that somebody else must agree. */
  proposal?: { operatorId: number; note: string };
}

export interface Reviews {
  /** Called once per kind by the feature that owns it. Fails with: a thrown error for money without two people. */
  register(kind: ReviewKind): void;
  /** Fails with: a thrown error for a kind nobody registered. */
  kind(name: string): ReviewKind;
  kinds(): readonly ReviewKind[];
  /** Puts a subject up for decision in the transaction that wrote it. Gives the id of the review. */
  open(tx: Tx, review: NewReview): Promise<number>;
  /**
   * The member takes it back: call it first in the transaction that returns what was held.
   * Fails with: 5034 when it was decided before.
   */
  cancel(tx: Tx, subject: { kind: string; subjectId: number }): Promise<void>;
  /** Call after the commit of `open`, `cancel` or a decision: consoles look again, messages leave. */
  announce(): void;
}

export interface ReviewDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  settings: Settings;
}

export function createReviews({ clock, bus }: Pick<ReviewDeps, 'clock' | 'bus'>): Reviews {
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
      kinds.set(added.kind, added);
    },
    kind,
    kinds: () => [...kinds.values()],
    async open(tx, review) {
      const { subjectId, memberId, asset = null, amount = null, proposal } = review;
      const owner = kind(review.kind);
      const at = clock.now();
      const facts = canonicalFacts(await owner.facts(tx, subjectId));
      const hash = factsHash(review, facts);
      const { id } = await tx.one(insertReview, [
        owner.kind,
        subjectId,
        memberId,
        asset,
        amount,
        owner.approvals,
        facts,
        hash,
        proposal?.operatorId ?? null,
        proposal === undefined ? null : hash,
        proposal?.note ?? '',
        proposal === undefined ? null : at,
        at,
      ]);
      return id;
    },
    async cancel(tx, { kind: name, subjectId }) {
      const cancelled = await tx.maybe(cancelOpen, [name, subjectId, clock.now()]);
      if (cancelled === undefined) throw new Refusal(5034);
    },
    announce() {
      bus.publish(REVIEWS_CHANGED, null);
      bus.publish(MEMBER_EVENTS_WAKE, null);
      wakeDelivery(bus);
    },
  };
}
