/** Closes the accounts whose waiting time is over; where something is left, the request ends and the member is notified. */
import {
  type Closing,
  closeMember,
  dueClosings,
  endClosing,
  isNotEmpty,
  markClosed,
  waitingClosing,
} from '../../../kernel/members/account-closing.ts';
import { lockMember } from '../../../kernel/members/members.ts';
import { NOWHERE, recordSecurityEvent } from '../../../kernel/members/security-events.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isSerializationOrDeadlock } from '../../../platform/database/database-errors.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { AccountDataDeps } from './deps.ts';
import { findObstacles } from './find-obstacles.ts';

/** As a job. One account that fails does not stop the others. */
export async function endClosings(deps: AccountDataDeps): Promise<void> {
  const { database, clock, bus, log } = deps;
  for (const closing of await dueClosings(database, clock.now())) {
    try {
      await endOne(deps, closing);
    } catch (error) {
      log.error({ err: error, memberId: closing.memberId }, 'an account was not closed');
    }
    wakeDelivery(bus);
    bus.publish(MEMBER_EVENTS_WAKE, null);
  }
}

/** Money that arrives in this moment may cause a deadlock: then it is seen at the next attempt. */
const ATTEMPTS = 3;

async function endOne(deps: AccountDataDeps, closing: Closing, attempt = 1): Promise<void> {
  try {
    const afterwards = await deps.database.transaction((tx) => close(tx, deps, closing));
    for (const each of afterwards) each?.();
  } catch (error) {
    if (isSerializationOrDeadlock(error) && attempt < ATTEMPTS) {
      await endOne(deps, closing, attempt + 1);
      return;
    }
    const isLeft = error instanceof Refusal && error.is('account-not-empty');
    if (!isLeft && !isNotEmpty(error)) throw error;
    await deps.database.transaction((tx) => stop(tx, deps, closing));
  }
}

/**
 * The balances are locked by `closeMember`, so whatever was placed before is found after it, and what comes later is refused.
 * @throws account-not-empty, a check violation (`isNotEmpty`)
 */
async function close(tx: Tx, { clock, parts, auth }: AccountDataDeps, closing: Closing) {
  const { id, memberId } = closing;
  const member = await lockMember(tx, memberId);
  // Kept, or closed by another instance, in this moment.
  if (member === undefined || (await waitingClosing(tx, memberId))?.id !== id) return [];
  const at = clock.now();
  const before = await findObstacles(tx, { parts, member });
  if (before.length > 0) throw new Refusal('account-not-empty');
  await closeMember(tx, memberId, at);
  const left = await findObstacles(tx, { parts, member });
  if (left.length > 0) throw new Refusal('account-not-empty');
  await markClosed(tx, id, at);
  const afterwards: ((() => void) | void)[] = [];
  for (const part of parts) afterwards.push(await part.end?.(tx, memberId));
  const event = { memberId, kind: 'security.closed', values: {}, place: NOWHERE };
  await recordSecurityEvent(tx, event, at);
  // To the contacts that were just removed.
  await auth.alerts.sendClosed(tx, member, at);
  return afterwards;
}

async function stop(tx: Tx, { clock }: AccountDataDeps, { id, memberId }: Closing): Promise<void> {
  await lockMember(tx, memberId);
  const at = clock.now();
  if (!(await endClosing(tx, { id, state: 'stopped' }, at))) return;
  await notify(tx, { memberId, kind: 'security.closingStopped', values: {}, place: NOWHERE }, at);
}
