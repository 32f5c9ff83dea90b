/** Balances in HTX's format, with a sequence number: `seq-num` of signed calls, `seqNum` of pushes. */
import { formatDecimal, negate } from '@tern/money';
import type { HtxBalanceRow } from '@tern/protocol';
import { balancesOf, frozenOf } from '../../../../kernel/ledger/balances.ts';
import type { Balance } from '../../../../kernel/ledger/post-entries.ts';
import { memberEventHorizon } from '../../../../kernel/events/member-events.ts';
import type { Database } from '../../../../platform/database/database.ts';

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

/** Two rows per asset: what can be traded, and what is frozen. */
export function balanceRows(balance: Balance, seqNum: string): HtxBalanceRow[] {
  const { asset, available, loan } = balance;
  const same = { currency: asset.toLowerCase(), 'seq-num': seqNum };
  const free = formatDecimal(available);
  const debt = formatDecimal(negate(loan));
  return [
    { ...same, type: 'trade', balance: free, debt, available: free },
    {
      ...same,
      type: 'frozen',
      balance: formatDecimal(frozenOf(balance)),
      debt: '0',
      available: '0',
    },
  ];
}
