/** Payouts as a kind of request: approved at a rate and sent by a bank, or returned. */
import { formatDecimal } from '@tern/money';
import type { PayoutEvent } from '@tern/protocol';
import type { OwnReason } from '../../../../kernel/i18n/reasons.ts';
import { hiddenCard } from '../bank-cards/cards.ts';
import { requestRow } from '../request/list.ts';
import type { RequestKind } from '../request/request-kind.ts';
import { type Payout, payoutStore } from './store.ts';

/** Why an approved payout was returned: at the rate of the approval it paid less than the member's minimum. */
export const BELOW_LEAST = 'reason.rateBelowLeast' satisfies OwnReason;

/** What the member reads of a payout that its bank refused or sent back; operators keep the reason. */
export const RETURNED = 'reason.payoutReturned' satisfies OwnReason;

export const payouts: RequestKind<Payout, PayoutEvent> = {
  kind: 'payout',
  letter: 'B',
  topic: 'payout.changed',
  store: payoutStore,
  holdsAmount: true,
  row: (payout, lang) => ({
    ...requestRow(payouts, payout, lang),
    coinname: payout.asset,
    currency: payout.currency,
    rate: formatDecimal(payout.rate),
    fee: formatDecimal(payout.fee),
    received: formatDecimal(payout.received),
    quotedRate: formatDecimal(payout.quotedRate),
    quotedReceived: formatDecimal(payout.quotedReceived),
    leastReceived: formatDecimal(payout.leastReceived),
    isVoided: payout.reason === BELOW_LEAST,
    isApproved: payout.state === 'approved',
    bankReference: payout.bankReference,
    valueDate: payout.valueDate,
    isReturned: payout.state === 'returned',
    returned: payout.returned === null ? null : formatDecimal(payout.returned),
    ...hiddenCard(payout),
  }),
};
