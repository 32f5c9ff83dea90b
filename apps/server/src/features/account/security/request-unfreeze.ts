/** Asks staff to lift a freeze by the owner: two people check the identity, a day later at the earliest. */
import { messageIn } from '../../../kernel/i18n/reasons.ts';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { freezeOf, lockMember } from '../../../kernel/members/members.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readVisible } from '../../../kernel/requests/visible-text.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { SecurityDeps } from './deps.ts';
import { insertUnfreeze, lastUnfreeze, openUnfreeze, type Unfreeze } from './store.ts';

/** An intruder with the session gains nothing by asking: the owner is notified a day before anyone may approve it. */
const UNFREEZE_WAIT_MS = DAY_MS;

/**
 * Returns the open request, an earlier one if there is one.
 * @throws not-available without a freeze, account-frozen when staff froze the account too, invalid-request (note)
 */
export async function requestUnfreeze(
  deps: SecurityDeps,
  memberId: number,
  { note: given, lang }: { note: string; lang: string },
): Promise<UnfreezeRow> {
  const { database, clock, reviews } = deps;
  const note = given.trim() === '' ? '' : readVisible(given, 'note');
  const request = await database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member === undefined || !member.isFrozen) throw new Refusal('not-available');
    if (freezeOf(member)?.by !== 'owner' || member.frozenByOwnerAt === null) {
      throw new Refusal('account-frozen');
    }
    const earlier = await tx.maybe(openUnfreeze, [memberId]);
    if (earlier !== undefined) return earlier;
    const at = clock.now();
    const earliestAt = at + UNFREEZE_WAIT_MS;
    const { frozenByOwnerAt: frozenAt } = member;
    const request = { memberId, frozenAt, note, earliestAt, createdAt: at };
    const added = await insertUnfreeze(tx, request);
    await reviews.open(tx, { kind: 'unfreeze', subjectId: added.id, memberId });
    const values = { until: isoTime(earliestAt) };
    await notify(tx, { memberId, kind: 'security.unfreezeRequested', values }, at);
    await deps.auth.alerts.send(tx, { member, kind: 'unfreezeRequested' }, at);
    return added;
  });
  reviews.announce();
  return unfreezeRow(request, lang);
}

/** The member's last request; null without one. */
export async function lastRequest(
  reader: Reader,
  { memberId, lang }: { memberId: number; lang: string },
): Promise<UnfreezeRow | null> {
  const last = await reader.maybe(lastUnfreeze, [memberId]);
  return last === undefined ? null : unfreezeRow(last, lang);
}

type UnfreezeRow = ReturnType<typeof unfreezeRow>;

function unfreezeRow({ state, createdAt, earliestAt, reason }: Unfreeze, lang: string) {
  return {
    status: state as 'open' | 'approved' | 'rejected' | 'cancelled',
    requestedAt: isoTime(createdAt),
    earliestAt: isoTime(earliestAt),
    reason: messageIn(langOf(lang), reason, 'reject.unfreeze'),
  };
}
