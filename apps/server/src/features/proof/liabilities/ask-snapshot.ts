/** Asks for a snapshot: the server once a day, an operator at any time. A job builds it. */
import { randomBytes } from 'node:crypto';
import { logAct, type Actor } from '../../../kernel/operators/audit-log.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { insertRequest, readLast } from './store.ts';

const NONCE_BYTES = 32;

export interface AskDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** Asks for the snapshot of this day (UTC), unless one was asked for on this day. */
export async function askDaily({ database, clock }: AskDeps): Promise<void> {
  const now = clock.now();
  const last = await readLast(database);
  if (last !== undefined && dayOf(last.askedAt) >= dayOf(now)) return;
  await database.transaction((tx) => ask(tx, now, null));
}

/** Asks for a snapshot on behalf of an operator; it is logged. While one is being built, that is the one. Returns its number. */
export async function askNow({ database, clock }: AskDeps, actor: Actor): Promise<number> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const isNew = await ask(tx, now, actor.operatorId);
    const snapshot = (await readLast(tx))?.snapshot ?? 0;
    const subject = `liabilities:${snapshot}`;
    if (isNew) await logAct(tx, { actor, action: 'liabilities.ask', subject }, now);
    return snapshot;
  });
}

function ask(tx: Tx, askedAt: number, askedBy: number | null): Promise<boolean> {
  return insertRequest(tx, { askedAt, nonce: randomBytes(NONCE_BYTES), askedBy });
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS);
