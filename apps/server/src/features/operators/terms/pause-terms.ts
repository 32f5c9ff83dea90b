/** Stopping a network or currency at once: alone a person may do it for three days and once (ADR 24, 25). */
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import type { Direction } from '../../../kernel/terms/terms.ts';
import type { TermsBook } from '../../../kernel/terms/terms-book.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import {
  duePauses,
  endPause,
  insertPause,
  lastPauseOf,
  type Pause,
  runningPause,
} from '../store-pauses.ts';
import { lockedSubject } from './propose-terms.ts';

export const PAUSE_HOURS_MAX = 72;
/** Somebody may stop the same again alone once this long has passed since. */
const REST_MS = 30 * DAY_MS;

export interface PauseDeps {
  database: Database;
  clock: Clock;
  terms: TermsBook;
}

interface Place {
  key: string;
  direction: Direction;
}

/**
 * Nothing new is taken from now on; what was submitted goes on. Gives when it ends by itself (epoch ms).
 * Fails with: 5001 naming the field, 5007, 5032 for whoever paused it last.
 */
export async function pauseTerms(
  { database, clock, terms }: PauseDeps,
  actor: Reviewer,
  wanted: Place & { hours: number; reason: string },
): Promise<number> {
  const { key, direction } = wanted;
  const reason = readReason(wanted.reason);
  return database.transaction(async (tx) => {
    const subject = await lockedSubject(tx, terms, key);
    const at = clock.now();
    const last = await tx.maybe(lastPauseOf, [key]);
    if (last !== undefined && isOwnAndFresh(last, actor, at)) throw new Refusal(5032);
    const running = await tx.maybe(runningPause, [key, direction]);
    if (running !== undefined) await tx.run(endPause, [running.id, at]);
    const until = at + Math.min(wanted.hours, PAUSE_HOURS_MAX) * HOUR_MS;
    await tx.run(insertPause, [key, direction, reason, actor.operatorId, at, until]);
    await subject.source.setPaused(tx, subject, { direction, isPaused: true });
    const detail = { direction, until: isoTime(until) };
    await logAct(tx, { actor, action: 'terms.pause', subject: key, reason, detail }, at);
    return until;
  });
}

function isOwnAndFresh(last: Pause, { operatorId }: Reviewer, at: number): boolean {
  return last.operatorId === operatorId && (last.endedAt ?? last.until) > at - REST_MS;
}

/** One person is enough: it gives back. Fails with: 5001, 5007, 5034 when nothing is paused there. */
export async function resumeTerms(
  { database, clock, terms }: PauseDeps,
  actor: Reviewer,
  wanted: Place & { reason: string },
): Promise<void> {
  const reason = readReason(wanted.reason);
  const { key, direction } = wanted;
  await database.transaction(async (tx) => {
    const subject = await lockedSubject(tx, terms, key);
    const running = await tx.maybe(runningPause, [key, direction]);
    if (running === undefined) throw new Refusal(5034);
    const at = clock.now();
    await tx.run(endPause, [running.id, at]);
    await subject.source.setPaused(tx, subject, { direction, isPaused: false });
    const entry = {
      actor,
      action: 'terms.resume' as const,
      subject: key,
      reason,
      detail: { direction },
    };
    await logAct(tx, entry, at);
  });
}

/** Ends the pauses whose time has come, each once. */
export async function endDuePauses({ database, clock, terms }: PauseDeps): Promise<void> {
  for (const { key, direction } of await database.many(duePauses, [clock.now()])) {
    const place = { key, direction: direction as Direction };
    await database.transaction((tx) => endIfDue(tx, { terms, at: clock.now() }, place));
  }
}

async function endIfDue(
  tx: Tx,
  { terms, at }: { terms: TermsBook; at: number },
  { key, direction }: Place,
): Promise<void> {
  const subject = await lockedSubject(tx, terms, key);
  const running = await tx.maybe(runningPause, [key, direction]);
  // Ended or renewed by another person while we waited for the lock.
  if (running === undefined || running.until > at) return;
  await tx.run(endPause, [running.id, at]);
  await subject.source.setPaused(tx, subject, { direction, isPaused: false });
  const entry = { actor: undefined, action: 'terms.pauseEnd' as const, subject: key };
  await logAct(tx, { ...entry, detail: { direction } }, at);
}
