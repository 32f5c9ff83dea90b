/** Posts what a step of a deposit credits, and tells the member of it and of the balance it left. */
import type { Entry } from '@tern/ledger';
import { balanceRowsOf } from '../../../kernel/ledger/balances.ts';
import { type MemberEvent, recordMemberEvents } from '../../../kernel/events/member-events.ts';
import { postEntries } from '../../../kernel/ledger/post-entries.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { depositRow } from './deposit-row.ts';
import type { Deposit } from './store.ts';

interface Step {
  deposit: Deposit;
  entries: readonly Entry[];
  at: number;
}

/** Comes last in the transaction. */
export async function postAndPublish(tx: Tx, { deposit, entries, at }: Step): Promise<void> {
  const { memberId } = deposit;
  const events: MemberEvent[] = [{ memberId, topic: 'deposit.changed', data: depositRow(deposit) }];
  const data = balanceRowsOf(memberId, await postEntries(tx, entries, at));
  if (data.length > 0) events.push({ memberId, topic: 'assets.balance', data });
  await recordMemberEvents(tx, events, at);
}
