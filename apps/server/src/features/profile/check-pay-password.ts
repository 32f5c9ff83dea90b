/** The check of the withdrawal password: five wrong tries lock it for an hour (rules §10). */
import { takePayPasswordTry } from '../../kernel/change-members.ts';
import { type Member, memberById } from '../../kernel/members.ts';
import { notify } from '../../kernel/notifications.ts';
import type { Passwords } from '../../kernel/passwords.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type Settings, wholeNumber } from '../../kernel/settings.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';

const payPasswordTries = wholeNumber({
  key: 'profile.payPasswordTries',
  unit: 'wrong tries until the withdrawal password is locked',
  fallback: 5,
  min: 1,
});
const payPasswordLockMinutes = wholeNumber({
  key: 'profile.payPasswordLockMinutes',
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
 * Every check counts as a wrong try until the password turned out right and was used: the caller
 * clears the count with its own effect. Fails with: 4024, 5009 with the end of the lock.
 */
export async function checkPayPassword(
  deps: CheckDeps,
  member: Member,
  password: string,
): Promise<PayPasswordCheck> {
  const triesMax = deps.settings.read(payPasswordTries);
  const lockMs = deps.settings.read(payPasswordLockMinutes) * 60_000;
  let used = 0;
  let lockedUntil = 0;
  const isRight = await deps.passwords.isRight({
    stored: member.payPasswordHash,
    password,
    before: async () => {
      const at = deps.clock.now();
      lockedUntil = at + lockMs;
      const limit = { memberId: member.id, triesMax, lockedUntil };
      const taken = await deps.database.transaction((tx) => takePayPasswordTry(tx, limit, at));
      if (taken === undefined) throw await lockedRefusal(deps, member.id);
      used = taken;
    },
  });
  if (isRight) return { kind: 'right' };
  const triesLeft = Math.max(0, triesMax - used);
  if (triesLeft === 0) await tellOfLock(deps, member.id, lockedUntil);
  return { kind: 'wrong', triesLeft };
}

async function tellOfLock({ database, clock }: CheckDeps, memberId: number, until: number) {
  const values = { until: isoTime(until) };
  const notice = { memberId, kind: 'security.payPasswordLocked', values } as const;
  await database.transaction((tx) => notify(tx, notice, clock.now()));
}

async function lockedRefusal(deps: CheckDeps, memberId: number): Promise<Refusal> {
  const member = await memberById(deps.database, memberId);
  const until = isoTime(member?.payPasswordLockedUntil ?? deps.clock.now());
  return new Refusal(5009, { values: { time: until }, data: { until } });
}
