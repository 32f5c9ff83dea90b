/** Balances with the number that says how new they are: `seq-num` of signed calls, `seqNum` of pushes. */
import { balancesOf } from '../../kernel/ledger/balances.ts';
import { memberEventHorizon } from '../../kernel/events/member-events.ts';
import type { Database } from '../../platform/database/database.ts';

/**
 * Events are handed out in the order of their transactions, so a push carries its transaction as its number. A snapshot holds everything
 * up to the newest transaction that nothing unfinished precedes: a program may drop any push with that number or a lower one.
 */
export function numberedBalances(database: Database, memberId: number) {
  return database.snapshot(async (reader) => {
    const { newest } = await memberEventHorizon(reader);
    return { balances: await balancesOf(reader, memberId), seqNum: newest };
  });
}
