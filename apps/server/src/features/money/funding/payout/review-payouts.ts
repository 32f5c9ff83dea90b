/** The review of payouts: facts, checks, evidence with the drift of the rate, and the approval. */
import {
  type Amount,
  formatDecimal,
  formatFixed,
  negate,
  quantize,
  type Rate,
  ratio,
} from '@tern/money';
import type { OwnReason } from '../../../../kernel/i18n/reasons.ts';
import { memberById } from '../../../../kernel/members/members.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import {
  identityVerified,
  noPasswordChange,
  notFrozen,
} from '../../../../kernel/review/member-checks.ts';
import { comparisonRow, type ReviewKind } from '../../../../kernel/review/review-kind.ts';
import { screeningCheck } from '../../../../kernel/screening/screen.ts';
import { sealedEnds } from '../../../../kernel/review/sealed-numbers.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { ownNameCheck } from '../bank-cards/owner-check.ts';
import { currencyNamed } from '../currencies/store.ts';
import type { Deps } from '../deps.ts';
import { requestReview, subjectsWith } from '../request/review.ts';
import { returnRequest } from '../request/lifecycle.ts';
import { publish } from '../request/publish.ts';
import { paymentNow, type TermsDeps } from './payout-terms.ts';
import { BELOW_LEAST, payouts } from './payouts.ts';
import { approvePayout, countPaidTo, type Payout, payoutsLike } from './store.ts';

function factsOf(payout: Payout) {
  const { memberId, asset, amount, currency, quotedRate, spread, fee, leastReceived } = payout;
  const { bankName, accountName, cardNumber, iban, bankAddress, payeeAddress, country } = payout;
  const payment = { memberId, asset, amount, currency, quotedRate, spread, fee, leastReceived };
  const card = { bankName, accountName, cardNumber, iban, bankAddress, payeeAddress, country };
  return { ...payment, ...card };
}

type PayoutReviewDeps = TermsDeps & Deps<'verifiedName'>;

interface Moment {
  payout: Payout;
  at: number;
}

async function checksOf(reader: Reader, deps: PayoutReviewDeps, { payout, at }: Moment) {
  const { id, memberId, currency, cardNumber, iban, accountName: name } = payout;
  const [member, terms, paid] = await Promise.all([
    memberById(reader, memberId),
    reader.maybe(currencyNamed, [currency]),
    reader.one(countPaidTo, [memberId, cardNumber, iban]),
  ]);
  return [
    notFrozen(member, 'stop'),
    identityVerified(member),
    noPasswordChange(member, at),
    await screeningCheck(reader, { kind: payouts.kind, subjectId: id, memberId }),
    await ownNameCheck(reader, deps.verifiedName, { memberId, name }),
    { name: 'card-paid-before', isPassed: paid.total > 0, level: 'warning' },
    { name: 'currency-open', isPassed: terms?.takesPayouts === true, level: 'warning' },
  ] as const;
}

interface PayoutNow {
  /** Absent while there is no price. */
  rate?: Rate;
  received?: Amount;
  isBelowLeast: boolean;
  /** What an approval does at this rate, or why there is none. */
  words: string;
  /** Epoch ms. */
  at?: number;
}

/** Of one under review. A missing price is reported, not thrown: the reviewer still sees the rest. */
function nowOf(deps: TermsDeps, payout: Payout): PayoutNow {
  try {
    const { rate, received, isBelowLeast, at } = paymentNow(deps, payout);
    const words = isBelowLeast ? 'Below: approval returns everything' : 'Above: approval pays';
    return { rate, received, isBelowLeast, words, at };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const words = error.is('market-closed') ? 'The market is closed' : 'No price right now';
    return { isBelowLeast: false, words };
  }
}

/** Of one that ended. */
function endedAs(payout: Payout): PayoutNow {
  const at = payout.decidedAt ?? payout.updatedAt;
  const { rate, received, state } = payout;
  const words = { approved: 'Not sent yet', completed: 'Paid', returned: 'Sent back' }[state];
  if (words === undefined) return { isBelowLeast: false, words: 'Returned', at };
  return { rate, received, isBelowLeast: false, words, at };
}

/** "+0.34 %": of the first rate, truncated to two places, with a true minus sign. */
function driftOf(from: Rate, to: Rate): string {
  const percent = quantize(ratio<Amount>((to - from) * 100n, from, 'truncate'), 2, 'truncate');
  if (percent === 0n) return '0.00 %';
  return `${percent > 0n ? '+' : '−'}${formatFixed(percent > 0n ? percent : negate(percent), 2)} %`;
}

/** The estimate next to what it would pay now: the rate is that of the second approval. */
async function evidenceOf(deps: PayoutReviewDeps, reader: Reader, payout: Payout) {
  const { memberId, asset, amount, currency, quotedRate, quotedReceived } = payout;
  const member = await memberById(reader, memberId);
  const verified = await deps.verifiedName(reader, memberId);
  const now = payout.state === 'reviewed' ? nowOf(deps, payout) : endedAs(payout);
  const row = (label: string, submitted: string, current: string | null = null) =>
    comparisonRow(label, [submitted, current]);
  const money = (value: Amount) => `${formatDecimal(value)} ${currency}`;
  const priced = (rate: Rate) => `1 ${asset} = ${formatDecimal(rate)} ${currency}`;
  return {
    summary: now.isBelowLeast
      ? `${currency} to a bank card · below the member’s minimum: approval returns everything`
      : `${currency} to a bank card · paid at the rate of the second approval`,
    columns: ['At submission', payout.state === 'reviewed' ? 'Now' : 'At the decision'],
    rows: [
      row('Member', member?.email ?? ''),
      row('Amount', `${formatDecimal(amount)} ${asset}`),
      row('Rate', priced(quotedRate), now.rate === undefined ? now.words : priced(now.rate)),
      row('Drift', '', now.rate === undefined ? null : driftOf(quotedRate, now.rate)),
      row('Fee', money(payout.fee), money(payout.fee)),
      row('Pays', money(quotedReceived), now.received === undefined ? null : money(now.received)),
      comparisonRow(
        'Least to pay',
        [money(payout.leastReceived), now.words],
        now.rate === undefined ? null : !now.isBelowLeast,
      ),
      row('Bank', payout.bankName),
      row('Account holder', payout.accountName),
      row('Verified name', verified ?? '—'),
      row('Card or account', sealedEnds(payout.cardNumber)),
      row('IBAN', sealedEnds(payout.iban)),
      row('BIC/SWIFT', payout.payeeAddress),
      row('Bank address', payout.bankAddress),
      row('Country', payout.country),
      row('Time', isoTime(payout.createdAt), now.at === undefined ? null : isoTime(now.at)),
    ],
    images: [],
  } as const;
}

/**
 * Approves at the current rate, for a bank to send, or returns everything below the member's minimum, with the reason.
 * @throws market-closed, no-price while there is no price; the review stays open
 */
async function settle(
  tx: Tx,
  deps: TermsDeps,
  { payout, at }: { payout: Payout; at: number },
): Promise<OwnReason | undefined> {
  const { id } = payout;
  const { rate, legs, received, isBelowLeast } = paymentNow(deps, payout);
  if (isBelowLeast) {
    await returnRequest(tx, payouts, { id, state: 'rejected', reason: BELOW_LEAST, at });
    return BELOW_LEAST;
  }
  const request = await tx.one(approvePayout, [id, rate, legs, received, at]);
  await publish(tx, payouts, { request, at });
  return undefined;
}

export function reviewPayouts(deps: PayoutReviewDeps): ReviewKind {
  return requestReview(payouts, {
    facts: factsOf,
    checks: (payout, reader, at) => checksOf(reader, deps, { payout, at }),
    evidence: (payout, reader) => evidenceOf(deps, reader, payout),
    change: ({ asset, amount }) => ({ asset, amount: negate(amount), of: 'total' }),
    approve: (tx, payout, { at }) => settle(tx, deps, { payout, at }),
    find: subjectsWith(payoutsLike),
  });
}
