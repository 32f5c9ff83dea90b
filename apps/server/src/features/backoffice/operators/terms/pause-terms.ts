/** Pauses a network or currency immediately: one operator can do so once and for three days (ADR 24, 25). */
import type { MessageCode } from '@tern/protocol/operator';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { readMessage, readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Direction } from '../../../../kernel/terms/terms.ts';
import type { TermsRegistry } from '../../../../kernel/terms/terms-registry.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import { DAY_MS, HOUR_MS } from '../../../../platform/durations.ts';
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
/** The same operator can pause the same terms again after this time. */
const AGAIN_AFTER_MS = 30 * DAY_MS;

export interface PauseDeps {
  database: Database;
  clock: Clock;
  terms: TermsRegistry;
}

interface Place {
  key: string;
  direction: Direction;
}

/**
 * Stops new requests; submitted ones continue. Returns the automatic end (epoch ms).
 * @throws invalid-request naming the field, not-found, second-person-needed for the operator of the last pause
 */
export async function pauseTerms(
  { database, clock, terms }: PauseDeps,
  actor: Reviewer,
  input: Place & { hours: number; message?: MessageCode | undefined; reason: string },
): Promise<number> {
  const { key, direction } = input;
  const reason = readReason(input.reason);
  const message = readMessage('pause', input.message);
  return database.transaction(async (tx) => {
    const subject = await lockedSubject(tx, terms, key);
    const at = clock.now();
    const last = await tx.maybe(lastPauseOf, [key]);
    if (last !== undefined && isOwnAndRecent(last, actor, at))
      throw new Refusal('second-person-needed');
    const running = await tx.maybe(runningPause, [key, direction]);
    if (running !== undefined) await tx.run(endPause, [running.id, at]);
    const until = at + Math.min(input.hours, PAUSE_HOURS_MAX) * HOUR_MS;
    const { operatorId } = actor;
    const pause = { key, direction, message, reason, operatorId, beganAt: at, until };
    await insertPause(tx, pause);
    await subject.source.setPaused(tx, subject, { direction, isPaused: true });
    const detail = { direction, until: isoTime(until) };
    await logAct(tx, { actor, action: 'terms.pause', subject: key, reason, detail }, at);
    return until;
  });
}

function isOwnAndRecent(last: Pause, { operatorId }: Reviewer, at: number): boolean {
  return last.operatorId === operatorId && (last.endedAt ?? last.until) > at - AGAIN_AFTER_MS;
}

/**
 * Ends a pause; any one operator can.
 * @throws invalid-request, not-found, already-decided when there is no pause
 */
export async function resumeTerms(
  { database, clock, terms }: PauseDeps,
  actor: Reviewer,
  input: Place & { reason: string },
): Promise<void> {
  const reason = readReason(input.reason);
  const { key, direction } = input;
  await database.transaction(async (tx) => {
    const subject = await lockedSubject(tx, terms, key);
    const running = await tx.maybe(runningPause, [key, direction]);
    if (running === undefined) throw new Refusal('already-decided');
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

/** Ends due pauses, each once. */
export async function endDuePauses({ database, clock, terms }: PauseDeps): Promise<void> {
  for (const { key, direction } of await database.many(duePauses, [clock.now()])) {
    const place = { key, direction: direction as Direction };
    await database.transaction((tx) => endIfDue(tx, { terms, at: clock.now() }, place));
  }
}

async function endIfDue(
  tx: Tx,
  { terms, at }: { terms: TermsRegistry; at: number },
  { key, direction }: Place,
): Promise<void> {
  const subject = await lockedSubject(tx, terms, key);
  const running = await tx.maybe(runningPause, [key, direction]);
  // Ended or renewed by another operator while this transaction waited for the lock.
  if (running === undefined || running.until > at) return;
  await tx.run(endPause, [running.id, at]);
  await subject.source.setPaused(tx, subject, { direction, isPaused: false });
  const entry = { actor: undefined, action: 'terms.pauseEnd' as const, subject: key };
  await logAct(tx, { ...entry, detail: { direction } }, at);
}
