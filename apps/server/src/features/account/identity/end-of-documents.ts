/** Documents that end: when new ones can be sent, and the notices before the end and at it. Once ended, what is erased. */
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { closedBefore } from '../../../kernel/members/account-closing.ts';
import { isVerified, memberById } from '../../../kernel/members/members.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { dayOf } from '../../../platform/clock.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { IdentityDeps } from './deps.ts';
import {
  documentsToRemind,
  eraseDetails,
  markReminded,
  type StoredDetails,
} from './store-details.ts';

/** Long enough to get a new passport. */
const RENEWAL_DAYS = 60;
const REMINDED_DAYS = 30;
const PART = 100;

/** Five years and the leap days in them: the database refuses less than five years. */
const KEPT_MS = (5 * 365 + 2) * DAY_MS;

type End = Pick<StoredDetails, 'documentEndsOn'>;

/** A document counts through its last day. Units: epoch milliseconds. */
export const hasEnded = ({ documentEndsOn: day }: End, now: number): boolean =>
  day !== null && day < dayOf(now);

/** From then on a verified member may send new documents. */
export const endsSoon = ({ documentEndsOn: day }: End, now: number): boolean =>
  day !== null && day <= dayOf(now + RENEWAL_DAYS * DAY_MS);

type RemindDeps = Pick<IdentityDeps, 'database' | 'clock' | 'bus'>;

/** As a job: 30 days ahead and after the end, once each, with what the end changes. */
export async function remindOfEnds(deps: RemindDeps): Promise<void> {
  const now = deps.clock.now();
  // Whoever reads of the end needs no notice that it comes.
  await remindAll(deps, 'ended', dayOf(now - DAY_MS));
  await remindAll(deps, 'ahead', dayOf(now + REMINDED_DAYS * DAY_MS));
}

async function remindAll(deps: RemindDeps, stage: 'ahead' | 'ended', by: string): Promise<void> {
  const { database, clock, bus } = deps;
  for (;;) {
    const reminded = await database.transaction(async (tx) => {
      const due = await tx.many(documentsToRemind, [by, stage, PART]);
      const at = clock.now();
      for (const { id, memberId, endsOn } of due) {
        const added = await tx.run(markReminded, [id, stage, at]);
        if (stage === 'ended') await tx.run(markReminded, [id, 'ahead', at]);
        const member = await memberById(tx, memberId);
        // What the notice says is true of a verified member only.
        if (added === 0 || member?.closedAt !== null || !isVerified(member)) continue;
        const kind = stage === 'ahead' ? 'identity.ending' : 'identity.ended';
        await notify(tx, { memberId, kind, values: { day: endsOn } }, at);
      }
      return due.length;
    });
    if (reminded > 0) bus.publish(MEMBER_EVENTS_WAKE, null);
    if (reminded < PART) return;
  }
}

/** As a job: what the law no longer asks for, five years after the account was closed. */
export async function eraseOldDetails({ database, clock }: RemindDeps): Promise<void> {
  const before = clock.now() - KEPT_MS;
  for (let afterId = 0; ; ) {
    const ids = await closedBefore(database, { before, afterId, limit: PART });
    const last = ids.at(-1);
    if (last === undefined) return;
    await database.transaction((tx) => tx.run(eraseDetails, [ids]));
    afterId = last;
  }
}
