/** The switch: one person or the exchange itself stops hedging immediately, two people let it go on. */
import { ZERO } from '@tern/money';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { propose, proposalKind, type ProposalDeps } from '../../../kernel/review/proposals.ts';
import { comparisonRow, type ReviewKind } from '../../../kernel/review/review-kind.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import { isCheckViolation, isUniqueViolation } from '../../../platform/database/database-errors.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { HedgingDeps } from './deps.ts';
import { UNIT } from './position.ts';
import {
  decideResume,
  endStop,
  insertResume,
  insertStop,
  type Resume,
  resumeById,
  resumeOf,
  runningStop,
  type Stop,
  stopById,
  stoppedSince,
  type StopCause,
} from './store.ts';

export const RESUME = 'resume';

type SwitchDeps = Pick<HedgingDeps, 'database' | 'clock'>;

/** For the operations page, alerts and the doctor. `count`: 1 while it is stopped; `since`: epoch ms. */
export const measureStop = (reader: Reader) => reader.one(stoppedSince, []);

/** No order is sent from its commit on; one that is at the venue already is still recorded. @throws already-decided when it is stopped */
export function stopByPerson(deps: SwitchDeps, actor: Reviewer, given: string): Promise<void> {
  const detail = readReason(given);
  return stop(deps, { cause: 'person', detail, actor });
}

/** The exchange stops itself. False: it is stopped already. */
export async function stopItself(
  deps: SwitchDeps,
  cause: Exclude<StopCause, 'person'>,
  detail: string,
): Promise<boolean> {
  if ((await deps.database.maybe(runningStop, [])) !== undefined) return false;
  try {
    await stop(deps, { cause, detail, actor: undefined });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function stop(
  { database, clock }: SwitchDeps,
  { cause, detail, actor }: { cause: StopCause; detail: string; actor: Reviewer | undefined },
): Promise<void> {
  return database.transaction(async (tx) => {
    const at = clock.now();
    const operatorId = actor?.operatorId ?? null;
    const row = await insertStop(tx, { cause, detail, operatorId, beganAt: at }).catch(late);
    const log = {
      action: 'hedging.stop',
      subject: `hedging:${row.id}`,
      detail: { cause },
    } as const;
    await logAct(tx, { actor, reason: detail, ...log }, at);
  });
}

function late(error: unknown): never {
  const isLate =
    isUniqueViolation(error, 'hedging_stops_running') ||
    isUniqueViolation(error, 'hedging_resumes_one') ||
    isCheckViolation(error, 'hedging_stops_two_people');
  throw isLate ? new Refusal('already-decided') : error;
}

/**
 * Returns the id of the review that awaits the second operator.
 * @throws already-decided when it is not stopped, or beside another proposal
 */
export function proposeResume(deps: ProposalDeps, actor: Reviewer, given: string): Promise<number> {
  const reason = readReason(given);
  return propose(deps, actor, async (tx) => {
    const running = await tx.maybe(runningStop, []);
    if (running === undefined) throw new Refusal('already-decided');
    return {
      kind: RESUME,
      earlier: await tx.maybe(resumeOf, [running.id]),
      content: { stopId: running.id, reason },
      async insert(at) {
        const row = { stopId: running.id, reason, proposedBy: actor.operatorId, createdAt: at };
        const { id } = await insertResume(tx, row).catch(late);
        const subject = `hedging:${running.id}`;
        const detail = { cause: running.cause };
        const log = { action: 'hedging.proposeResume', subject, detail } as const;
        return { id, memberId: null, asset: UNIT, amount: ZERO, log };
      },
    };
  });
}

interface Subject {
  resume: Resume;
  stopped: Stop;
}

/** The review of a resumption. `situation`: what the second operator should know of limits and differences, label and text each. */
export function resumeKind(
  situation: (reader: Reader) => Promise<readonly (readonly [string, string])[]>,
): ReviewKind {
  return proposalKind<Subject>({
    kind: RESUME,
    letter: 'HR',
    async read(reader, id) {
      const resume = await reader.one(resumeById, [id]);
      return { resume, stopped: await reader.one(stopById, [resume.stopId]) };
    },
    facts: ({ resume: { stopId, reason }, stopped: { cause, detail } }) => ({
      stopId,
      reason,
      cause,
      detail,
    }),
    checks: () => Promise.resolve([]),
    async evidence({ stopped: { cause, detail } }, reader) {
      const rows = [
        ['Stopped by', CAUSES[cause as keyof typeof CAUSES]],
        ['Because', detail],
      ];
      return {
        summary: 'Hedging goes on: the exchange sends orders to the venue again',
        columns: ['Now'],
        rows: [...rows, ...(await situation(reader))].map(([label = '', value = '']) =>
          comparisonRow(label, [value]),
        ),
        images: [],
      };
    },
    texts: ({ resume: { reason } }) => ({ reason }),
    async approve(tx, { subjectId, at }) {
      const { stopId } = await tx.one(resumeById, [subjectId]);
      await tx.run(decideResume, [subjectId, 'carried', at]);
      await tx.run(endStop, [stopId, at, subjectId]).catch(late);
    },
    async reject(tx, { subjectId, at }) {
      await tx.run(decideResume, [subjectId, 'dropped', at]);
    },
  });
}

/** In English, for operators. */
const CAUSES = {
  first: 'It has not begun yet',
  person: 'A person',
  limit: 'The limit of 24 hours',
  errors: 'Errors of the venue',
  difference: 'A difference at the venue',
};
