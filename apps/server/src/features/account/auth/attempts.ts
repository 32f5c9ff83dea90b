/** Counts password attempts in the database, so that a restart resets no limit. */
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { limitKey, type LimitKey } from '../../../platform/limit-key.ts';
import { attemptWaitMs } from './rules.ts';
import { authSettings } from './settings.ts';
import { addFailures, forgetFailures, removeFailures } from './store.ts';

export function accountSubject(memberId: number): LimitKey {
  return limitKey('member', memberId);
}

/** A pending attempt: it counts as a failure unless it is returned. */
export interface Attempt {
  subjects: readonly LimitKey[];
  at: number;
}

export interface Attempts {
  /**
   * Counts an attempt before the password is checked, so that parallel guesses cannot exceed the limit.
   * @throws too-many-requests with the seconds left, when any of the subjects has too many failures
   */
  take(subjects: readonly LimitKey[]): Promise<Attempt>;
  /** Uncounts an attempt whose password or signature was right. Call it with the effect, or at once where the call may be refused later. */
  refund(tx: Tx, attempt: Attempt): Promise<void>;
  /** Forgets the failures of a subject. */
  forget(tx: Tx, subject: LimitKey): Promise<void>;
}

export function createAttempts(deps: {
  database: Database;
  clock: Clock;
  settings: Settings;
}): Attempts {
  const { database, clock, settings } = deps;
  return {
    async take(subjects) {
      const max = settings.read(authSettings.failuresMax);
      const windowMs = settings.read(authSettings.failureMinutes) * 60_000;
      const at = clock.now();
      await database.transaction(async (tx) => {
        const counted = await tx.many(addFailures, [subjects, at, at - windowMs]);
        const waits = counted.map(({ failedAt }) =>
          attemptWaitMs(failedAt.slice(0, -1), { max, windowMs }, at),
        );
        const waitMs = Math.max(...waits);
        if (waitMs > 0)
          throw new Refusal('too-many-requests', { data: { seconds: Math.ceil(waitMs / 1_000) } });
      });
      return { subjects, at };
    },
    async refund(tx, attempt) {
      await tx.run(removeFailures, [attempt.subjects, attempt.at]);
    },
    async forget(tx, subject) {
      await tx.run(forgetFailures, [subject]);
    },
  };
}
