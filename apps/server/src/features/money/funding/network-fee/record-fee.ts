/** Keeps what a rail has seen a chain take for a transaction of the exchange: once a transaction, however often rails report it. */
import type { NetworkFeeSeen } from '../../../../kernel/rails/rail.ts';
import type { Deps } from '../deps.ts';
import { insertFee } from './store.ts';

/** Resolves once it is stored; `book-fees.ts` posts its entry. */
export async function recordFee(
  { database, clock }: Deps<'database' | 'clock'>,
  seen: NetworkFeeSeen,
): Promise<void> {
  await database.transaction((tx) => insertFee(tx, { ...seen, seenAt: clock.now() }));
}
