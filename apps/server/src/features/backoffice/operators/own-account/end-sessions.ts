/** An operator ends own sessions, one or all others: their calls are refused and their consoles disconnected, at every instance. */
import { logAct, operatorSubject } from '../../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { OperatorSessions } from '../session/sessions.ts';

export interface EndDeps {
  database: Database;
  clock: Clock;
  sessions: OperatorSessions;
}

/** @throws not-found for a session that has ended, or another operator's */
export async function endSession(deps: EndDeps, actor: Reviewer, id: number): Promise<void> {
  const { database, clock, sessions } = deps;
  await database.transaction(async (tx) => {
    const ended = await sessions.end(tx, actor.operatorId, id);
    if (ended === undefined) throw new Refusal('not-found', { fields: ['ID'] });
    const { device, address } = ended;
    const entry = {
      actor,
      action: 'session.end' as const,
      subject: operatorSubject(actor.operatorId),
    };
    await logAct(tx, { ...entry, detail: { device, address } }, clock.now());
  });
  sessions.announce();
}

/** Returns how many have ended; none leaves no line in the log. */
export async function endOtherSessions(
  deps: EndDeps,
  actor: Reviewer,
  sessionId: number,
): Promise<number> {
  const { database, clock, sessions } = deps;
  const ended = await database.transaction(async (tx) => {
    const count = await sessions.endOthers(tx, actor.operatorId, sessionId);
    if (count === 0) return 0;
    const entry = {
      actor,
      action: 'session.endOthers' as const,
      subject: operatorSubject(actor.operatorId),
    };
    await logAct(tx, { ...entry, detail: { count } }, clock.now());
    return count;
  });
  sessions.announce();
  return ended;
}
