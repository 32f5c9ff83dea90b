/** Withdrawals to saved addresses only: on immediately, off a day later (ADR 43). The database guards the same rule. */
import { MEMBER_EVENTS_WAKE } from '../../../../kernel/events/member-events.ts';
import { lockMember } from '../../../../kernel/members/members.ts';
import { notify } from '../../../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../../../kernel/messaging/outgoing-messages.ts';
import type { SensitiveCall } from '../../../../kernel/second-factor/sensitive-call.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import { checkLoginPassword, ownData } from '../../../account/profile/index.ts';
import type { Deps } from '../deps.ts';
import { lockOfMember, turnOff, turnOn } from './store.ts';

/** Until a saved address may be used, and until turning the lock off takes effect: the database has the same. */
const SAVED_WAIT_MS = DAY_MS;

export type LockDeps = Deps<'database' | 'clock' | 'bus' | 'passwords' | 'auth' | 'confirmations'>;

export interface AddressLock {
  isOn: boolean;
  /** Epoch ms; null unless it was turned off and is still on. */
  offAt: number | null;
}

export async function showLock(reader: Reader, memberId: number, at: number): Promise<AddressLock> {
  return lockOut(await reader.maybe(lockOfMember, [memberId]), at);
}

function lockOut(lock: { offAt: number | null } | undefined, at: number): AddressLock {
  const isOn = lock !== undefined && (lock.offAt === null || lock.offAt > at);
  return { isOn, offAt: isOn ? lock.offAt : null };
}

/** Turns it on, or cancels that it was turned off. Tightening needs no password. */
export async function turnLockOn(deps: LockDeps, memberId: number): Promise<AddressLock> {
  const { database, clock, bus } = deps;
  const lock = await database.transaction(async (tx) => {
    await lockMember(tx, memberId);
    const at = clock.now();
    const before = await showLock(tx, memberId, at);
    if (before.isOn && before.offAt === null) return before;
    const after = lockOut(await tx.one(turnOn, [memberId, at]), at);
    await notify(tx, { memberId, kind: 'security.addressLockOn', values: {} }, at);
    return after;
  });
  bus.publish(MEMBER_EVENTS_WAKE, null);
  return lock;
}

/**
 * Turns it off a day later, and notifies the owner on all channels. Repeated, the first time stays.
 * @throws step-up-required no password, wrong-login-password, too-many-requests, second-factor-required,
 * confirmation-expired
 */
export async function turnLockOff(
  deps: LockDeps,
  call: SensitiveCall,
  password: string | undefined,
): Promise<AddressLock> {
  const { database, clock, auth } = deps;
  const { memberId } = call.caller;
  const field = 'password';
  if (password === undefined || password === '')
    throw new Refusal('step-up-required', { fields: [field] });
  const known = await ownData(database, memberId);
  await checkLoginPassword(deps, known, { password, field });
  const confirm = await deps.confirmations.require(call);
  const lock = await database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member?.passwordHash !== known.passwordHash)
      throw new Refusal('wrong-login-password', { fields: [field] });
    await confirm(tx);
    const at = clock.now();
    const until = at + SAVED_WAIT_MS;
    const changed = await tx.maybe(turnOff, [memberId, at, until]);
    if (changed === undefined) return showLock(tx, memberId, at);
    const values = { until: isoTime(until) };
    await notify(tx, { memberId, kind: 'security.addressLockOff', values }, at);
    await auth.alerts.send(tx, { member, kind: 'addressLockOff' }, at);
    return lockOut(changed, at);
  });
  wakeDelivery(deps.bus);
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  return lock;
}

/**
 * Refuses a destination that the member's lock forbids. `savedAt`: since when it is saved, epoch ms; undefined if it is not.
 * With the member locked, the lock cannot change until the end of the transaction.
 * @throws address-not-saved, with the time from which a saved one may be used
 */
export async function assertSaved(
  reader: Reader,
  given: { memberId: number; savedAt: number | undefined; field: string },
  at: number,
): Promise<void> {
  const { memberId, savedAt, field } = given;
  const usableAt = savedAt === undefined ? undefined : savedAt + SAVED_WAIT_MS;
  if (usableAt !== undefined && usableAt <= at) return;
  if (!(await showLock(reader, memberId, at)).isOn) return;
  const until = usableAt === undefined ? null : isoTime(usableAt);
  throw new Refusal('address-not-saved', { fields: [field], data: { until } });
}
