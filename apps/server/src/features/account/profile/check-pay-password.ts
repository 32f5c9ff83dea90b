/** Checks the withdrawal password: five wrong tries lock it for an hour. */
import {
  addPayPasswordFailure,
  lockPayPasswordChecks,
} from '../../../kernel/members/change-members.ts';
import { type Member, memberById } from '../../../kernel/members/members.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import { notYet } from '../../../kernel/requests/refusal.ts';
import { type Settings, wholeNumber } from '../../../kernel/settings/settings.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';

const payPasswordTries = wholeNumber({
  key: 'profile.payPasswordTries',
  name: 'Wrong withdrawal passwords',
  effect: 'The withdrawal password is locked after this many wrong tries.',
  unit: '',
  fallback: 5,
  min: 1,
});
const payPasswordLockMinutes = wholeNumber({
  key: 'profile.payPasswordLockMinutes',
  name: 'Lock of the withdrawal password',
  effect: 'A locked withdrawal password works again after this time.',
  unit: 'min',
  fallback: 60,
  min: 1,
});

export type PayPasswordCheck = { kind: 'right' } | { kind: 'wrong'; triesLeft: number };

export interface CheckDeps {
  database: Database;
  clock: Clock;
  settings: Settings;
  passwords: Passwords;
}

/**
 * Checks of one member run one after another, each in a transaction that also counts a wrong try, so that parallel
 * guesses cannot exceed the limit. The caller resets the count in its own transaction.
 * @throws too-many-requests, not-yet with the end of the lock
 */
export async function checkPayPassword(
  deps: CheckDeps,
  member: Member,
  password: string,
): Promise<PayPasswordCheck> {
  const triesMax = deps.settings.read(payPasswordTries);
  const lockMs = deps.settings.read(payPasswordLockMinutes) * 60_000;
  let wrongTries = 0;
  const isRight = await deps.passwords.isRight({
    stored: member.payPasswordHash,
    password,
    around: (check) =>
      deps.database.transaction(async (tx) => {
        await lockPayPasswordChecks(tx, member.id);
        const now = await memberById(tx, member.id);
        const at = deps.clock.now();
        const lockedUntil = now?.payPasswordLockedUntil ?? at;
        if (lockedUntil > at) throw notYet('until.payPassword', lockedUntil);
        if (await check()) return true;
        const until = at + lockMs;
        const limit = { memberId: member.id, triesMax, lockedUntil: until };
        wrongTries = await addPayPasswordFailure(tx, limit);
        if (wrongTries >= triesMax) await notifyLock(tx, { memberId: member.id, until, at });
        return false;
      }),
  });
  return isRight ? { kind: 'right' } : { kind: 'wrong', triesLeft: triesMax - wrongTries };
}

async function notifyLock(tx: Tx, lock: { memberId: number; until: number; at: number }) {
  const values = { until: isoTime(lock.until) };
  const notice = { memberId: lock.memberId, kind: 'security.payPasswordLocked', values } as const;
  await notify(tx, notice, lock.at);
}
