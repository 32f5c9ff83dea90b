/** Jobs that delete expired captchas, codes, sessions, alerts and counters. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { Job } from '../../../platform/feature.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts';
import { BUDGET_KEPT_MS } from './code-budgets.ts';
import { pruneBudgets } from './store.ts';
import {
  pruneAlerts,
  pruneCaptchas,
  pruneCodes,
  pruneEndedSessions,
  pruneFailures,
  pruneSessions,
} from './store.ts';

/** An expired session answers 4017 for this long, 4016 afterwards. */
const SESSIONS_KEPT_MS = 30 * DAY_MS;
/** Sent codes count towards the daily limit for a day. */
const CODES_KEPT_MS = DAY_MS;
const FAILURES_KEPT_MS = DAY_MS;

export function authJobs({ database, clock }: { database: Database; clock: Clock }): Job[] {
  const job = (name: string, everyMs: number, prune: (tx: Tx, now: number) => Promise<number>) => ({
    name: `auth.${name}`,
    everyMs,
    async run() {
      await database.transaction((tx) => prune(tx, clock.now()));
    },
  });
  return [
    job('prune-captchas', MINUTE_MS, (tx, now) => tx.run(pruneCaptchas, [now])),
    job('prune-codes', 10 * MINUTE_MS, (tx, now) => tx.run(pruneCodes, [now - CODES_KEPT_MS])),
    job('prune-code-budgets', 10 * MINUTE_MS, (tx, now) =>
      tx.run(pruneBudgets, [now - BUDGET_KEPT_MS]),
    ),
    job('prune-sessions', 60 * MINUTE_MS, (tx, now) =>
      tx.run(pruneSessions, [now - SESSIONS_KEPT_MS]),
    ),
    job('prune-ended-sessions', 60 * MINUTE_MS, (tx, now) =>
      tx.run(pruneEndedSessions, [now - SESSIONS_KEPT_MS]),
    ),
    job('prune-alerts', 60 * MINUTE_MS, (tx, now) => tx.run(pruneAlerts, [now])),
    job('prune-attempts', 10 * MINUTE_MS, (tx, now) =>
      tx.run(pruneFailures, [now - FAILURES_KEPT_MS]),
    ),
  ];
}
