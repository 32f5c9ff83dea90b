/** Balances with a sequence number: `seq-num` of signed calls, `seqNum` of pushes. */
import { balancesOf } from '../../kernel/ledger/balances.ts';
import { memberEventHorizon } from '../../kernel/events/member-events.ts';
import type { Database } from '../../platform/database/database.ts';

/**
 * Events are delivered in transaction order, and a push has its transaction as its number. A snapshot contains everything up to the
 * newest transaction without unfinished predecessors, so a program may drop pushes with that number or a lower one.
 */
export function numberedBalances(database: Database, memberId: number) {
  return database.snapshot(async (reader) => {
    const { newest } = await memberEventHorizon(reader);
    return { balances: await balancesOf(reader, memberId), seqNum: newest };
  });
}
