/** Payouts as the wire shows them, and what their live event says. */
import { formatDecimal } from '@tern/money';
import type { PayoutEvent } from '@tern/protocol';
import type { MemberEvent } from '../../../kernel/member-events.ts';
import { isoTime } from '../../../platform/clock.ts';
import { hiddenCard } from '../cards/card-row.ts';
import type { Payout } from '../store-payouts.ts';
import { statusOf, timeOrNull } from '../transfer-status.ts';

export function payoutRow(payout: Payout): PayoutEvent {
  const { id } = payout;
  return {
    ID: id,
    CreatedAt: isoTime(payout.createdAt),
    UpdatedAt: isoTime(payout.updatedAt),
    recordNo: `B-${id}`,
    coinname: payout.asset,
    num: formatDecimal(payout.amount),
    currency: payout.currency,
    rate: formatDecimal(payout.rate),
    fee: formatDecimal(payout.fee),
    received: formatDecimal(payout.received),
    ...hiddenCard(payout),
    status: statusOf(payout.state),
    reason: payout.reason,
    heldUntil: timeOrNull(payout.heldUntil),
    dueAt: isoTime(payout.dueAt),
    decidedAt: timeOrNull(payout.decidedAt),
  };
}

export function payoutChanged(payout: Payout): MemberEvent {
  return { memberId: payout.memberId, topic: 'payout.changed', data: payoutRow(payout) };
}
