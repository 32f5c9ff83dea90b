/** Posts what a step of a wire or a payout moves, and tells the member of it and of the balances it left. */
import type { Entry } from '@tern/ledger';
import { balanceRowsOf } from '../../../kernel/ledger/balances.ts';
import { type MemberEvent, recordMemberEvents } from '../../../kernel/events/member-events.ts';
import { isOverdrawn, postEntries } from '../../../kernel/ledger/post-entries.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';

interface Step {
  event: MemberEvent;
  entries?: readonly Entry[];
  at: number;
}

/** Comes last in the transaction. Fails with: 4020 when the member has less than the step takes. */
export async function postAndPublish(tx: Tx, { event, entries = [], at }: Step): Promise<void> {
  const { memberId } = event;
  const events = [event];
  try {
    const data = balanceRowsOf(memberId, await postEntries(tx, entries, at));
    if (data.length > 0) events.push({ memberId, topic: 'assets.balance', data });
  } catch (error) {
    throw isOverdrawn(error) ? new Refusal(4020, { fields: ['num'] }) : error;
  }
  await recordMemberEvents(tx, events, at);
}
