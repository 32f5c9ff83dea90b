/** Writes a refused login at the console to the audit log. */
import { logAct } from '../../../kernel/operators/audit-log.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';

export interface RefusedLogin {
  /** Undefined for an unknown login. The login is not stored, because people type passwords there. */
  operatorId: number | undefined;
  /** Network address. */
  address: string;
  why: 'password' | 'code' | 'start-code';
}

/** One line per attempt, of which there are at most ten in fifteen minutes per operator and address. */
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
