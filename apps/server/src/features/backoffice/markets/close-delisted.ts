/** Carries delistings out at their dates: the market closes, its coin takes no deposits, and later no withdrawals. */
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import {
  closeCoin,
  type Delisting,
  delistingById,
  endDelisting,
  liveDelistings,
} from '../../../kernel/catalog/market-delistings.ts';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type HaltDeps, haltsChanged, subjectOf } from './halt-market.ts';

/** Every instance has closed the market at its clock already. */
export async function closeDelisted(deps: HaltDeps): Promise<void> {
  const { database, clock, instruments } = deps;
  const now = clock.now();
  for (const delisting of await database.many(liveDelistings, [])) {
    const instrument = instruments.findById(delisting.instrumentId);
    if (instrument === undefined || !isDue(delisting, now)) continue;
    const hasChanged = await database.transaction((tx) =>
      carryOut(tx, instrument, { id: delisting.id, now }),
    );
    if (hasChanged) await haltsChanged(deps, [instrument]);
  }
}

function isDue({ state, closesAt, withdrawalsUntil }: Delisting, now: number): boolean {
  if (state === 'agreed') return closesAt <= now;
  return state === 'closed' && withdrawalsUntil !== null && withdrawalsUntil <= now;
}

/** Returns whether anything changed: the last withdrawal is due at every run after it. */
async function carryOut(
  tx: Tx,
  instrument: Instrument,
  { id, now }: { id: number; now: number },
): Promise<boolean> {
  const delisting = await tx.one(delistingById, [id]);
  const { state, withdrawalsUntil } = delisting;
  if (!isDue(delisting, now)) return false;
  const of = { actor: undefined, subject: subjectOf(instrument) };
  if (state === 'agreed') {
    await tx.run(endDelisting, [id, 'closed', now]);
    await logAct(tx, { ...of, action: 'market.close' }, now);
  }
  if (withdrawalsUntil === null) return true;
  const takesWithdrawals = withdrawalsUntil > now;
  const closed = await tx.run(closeCoin, [instrument.base, takesWithdrawals]);
  if (closed > 0 && !takesWithdrawals)
    await logAct(tx, { ...of, action: 'market.lastWithdrawal' }, now);
  return state === 'agreed' || closed > 0;
}
