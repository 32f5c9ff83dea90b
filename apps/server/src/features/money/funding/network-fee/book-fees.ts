/** Books network fees: the wallets have less, and so has the exchange's liquidity (ADR 112). */
import { recordTypes } from '@tern/ledger';
import { postEntries } from '../../../../kernel/ledger/post-entries.ts';
import { isCheckViolation } from '../../../../platform/database/database-errors.ts';
import type { Deps } from '../deps.ts';
import { bookOldest, linesOfFee, waitingAssets } from './store.ts';

type BookDeps = Deps<'database' | 'clock' | 'log'>;

/** Each in a transaction of its own, oldest first; those of a coin wait while the exchange, or in live mode its liquidity, has too little. */
export async function bookFees(deps: BookDeps): Promise<void> {
  for (const { asset } of await deps.database.many(waitingAssets, [])) {
    while (await bookOne(deps, asset)) {
      // The next one.
    }
  }
}

/** False when none is left, or none can be booked now. */
async function bookOne({ database, clock, log }: BookDeps, asset: string): Promise<boolean> {
  try {
    return await database.transaction(async (tx) => {
      const at = clock.now();
      const fee = await tx.maybe(bookOldest, [asset, at]);
      if (fee === undefined) return false;
      const postings = (await tx.many(linesOfFee, [fee.id])).map((line) => ({
        owner: line.ownerId,
        asset: line.asset,
        purpose: 'available' as const,
        amount: line.available,
      }));
      const reference = `networkfee:${fee.id}`;
      await postEntries(tx, [{ kind: recordTypes.networkFee, reference, postings }], at);
      return true;
    });
  } catch (error) {
    // Members' coins never pay it, nor those of other accounts of the exchange.
    const isWaiting = ['network_fees_covered', 'ledger_balances_floor'].some((constraint) =>
      isCheckViolation(error, constraint),
    );
    if (!isWaiting) throw error;
    log.debug({ asset }, 'a network fee waits for coins of the exchange');
    return false;
  }
}
