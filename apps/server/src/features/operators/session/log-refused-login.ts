/** Writes down that somebody was not let into the console. */
import { logAct } from '../../../kernel/operators/audit-log.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';

export interface RefusedLogin {
  /** Absent for a name that nobody has. The name is not kept: people type passwords there. */
  operatorId: number | undefined;
  /** Network address. */
  address: string;
  why: 'password' | 'code' | 'start-code';
}

/** As many lines as there are guesses, which are counted: ten in fifteen minutes per operator and per address. */
export async function logRefusedLogin(
  { database, clock }: { database: Database; clock: Clock },
  { operatorId, address, why }: RefusedLogin,
): Promise<void> {
  const subject = operatorId === undefined ? 'operators' : `operator:${operatorId}`;
  const entry = {
    actor: undefined,
    action: 'session.refused' as const,
    subject,
    address,
    detail: { why },
  };
  await database.transaction((tx) => logAct(tx, entry, clock.now()));
}
