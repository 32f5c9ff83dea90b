/** Payouts as the wire shows them, and what their live event says. */
import { formatDecimal } from '@tern/money';
import type { PayoutEvent } from '@tern/protocol';
import type { MemberEvent } from '../../../kernel/events/member-events.ts';
import { type OwnReason, reasonIn } from '../../../kernel/i18n/reasons.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import { isoTime } from '../../../platform/clock.ts';
import { hiddenCard } from '../bank-cards/card-row.ts';
import type { Payout } from './store.ts';
import { statusOf, timeOrNull } from '../request/transfer-status.ts';

/** Why everything returned though two people approved: the rate of the approval paid less than the member set. */
export const BELOW_LEAST = 'reason.rateBelowLeast' satisfies OwnReason;

/** Reasons that the program gives are in the language; what people wrote is as they wrote it. */
export function payoutRow(payout: Payout, lang: Lang = 'en'): PayoutEvent {
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
    quotedRate: formatDecimal(payout.quotedRate),
    quotedReceived: formatDecimal(payout.quotedReceived),
    leastReceived: formatDecimal(payout.leastReceived),
    isVoided: payout.reason === BELOW_LEAST,
    ...hiddenCard(payout),
    status: statusOf(payout.state),
    reason: reasonIn(lang, payout.reason),
    heldUntil: timeOrNull(payout.heldUntil),
    dueAt: isoTime(payout.dueAt),
    decidedAt: timeOrNull(payout.decidedAt),
  };
}

export function payoutChanged(payout: Payout): MemberEvent {
  return { memberId: payout.memberId, topic: 'payout.changed', data: payoutRow(payout) };
}
