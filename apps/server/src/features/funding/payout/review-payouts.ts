/** The review of payouts: facts, checks, evidence with the drift of the rate, and the payment. */
import { type Amount, formatDecimal, negate, type Rate } from '@tern/money';
import { memberById } from '../../../kernel/members/members.ts';
import type { ReviewKind } from '../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { currencyNamed } from '../currencies/store.ts';
import {
  evidenceRow,
  identityVerified,
  noPasswordChange,
  notFrozen,
  requestReview,
} from '../request/review.ts';
import { driftOf, endedAs, nowOf } from './payout-drift.ts';
import type { TermsDeps } from './payout-terms.ts';
import { payouts } from './payouts.ts';
import { settlePayout } from './settle-payout.ts';
import { countPaidTo, type Payout } from './store.ts';

function factsOf(payout: Payout) {
  const { memberId, asset, currency, bankName, accountName, cardNumber, iban } = payout;
  return {
    memberId,
    asset,
    amount: formatDecimal(payout.amount),
    currency,
    quotedRate: formatDecimal(payout.quotedRate),
    spread: formatDecimal(payout.spread),
    fee: formatDecimal(payout.fee),
    leastReceived: formatDecimal(payout.leastReceived),
    bankName,
    accountName,
    cardNumber,
    iban,
    bankAddress: payout.bankAddress,
    payeeAddress: payout.payeeAddress,
    country: payout.country,
  };
}

async function checksOf(reader: Reader, payout: Payout, at: number) {
  const { memberId, currency, cardNumber, iban } = payout;
  const [member, terms, paid] = await Promise.all([
    memberById(reader, memberId),
    reader.maybe(currencyNamed, [currency]),
    reader.one(countPaidTo, [memberId, cardNumber, iban]),
  ]);
  return [
    notFrozen(member, 'stop'),
    identityVerified(member),
    noPasswordChange(member, at),
    { name: 'card-paid-before', isPassed: paid.total > 0, level: 'warning' },
    { name: 'currency-open', isPassed: terms?.takesPayouts === true, level: 'warning' },
  ] as const;
}

/** The estimate next to what it would pay now: the rate is that of the second approval. */
async function evidenceOf(deps: TermsDeps, reader: Reader, payout: Payout) {
  const { memberId, asset, amount, currency, quotedRate, quotedReceived } = payout;
  const member = await memberById(reader, memberId);
  const now = payout.state === 'reviewed' ? nowOf(deps, payout) : endedAs(payout);
  const row = (label: string, submitted: string, current: string | null = null) =>
    evidenceRow(label, [submitted, current]);
  const money = (value: Amount) => `${formatDecimal(value)} ${currency}`;
  const priced = (rate: Rate) => `1 ${asset} = ${formatDecimal(rate)} ${currency}`;
  return {
    summary: now.isBelowLeast
      ? `${currency} to a bank card · below the least the member set: approval returns everything`
      : `${currency} to a bank card · paid at the rate of the second approval`,
    columns: ['At submission', payout.state === 'reviewed' ? 'Now' : 'At the decision'],
    rows: [
      row('Member', member?.email ?? ''),
      row('Amount', `${formatDecimal(amount)} ${asset}`),
      row('Rate', priced(quotedRate), now.rate === undefined ? now.words : priced(now.rate)),
      row('Drift', '', now.rate === undefined ? null : driftOf(quotedRate, now.rate)),
      row('Fee', money(payout.fee), money(payout.fee)),
      row('Pays', money(quotedReceived), now.received === undefined ? null : money(now.received)),
      evidenceRow(
        'Least to pay',
        [money(payout.leastReceived), now.words],
        now.rate === undefined ? null : !now.isBelowLeast,
      ),
      row('Bank', payout.bankName),
      row('Account holder', payout.accountName),
      row('Card or account', payout.cardNumber),
      row('IBAN', payout.iban),
      row('BIC/SWIFT', payout.payeeAddress),
      row('Bank address', payout.bankAddress),
      row('Country', payout.country),
      row('Time', isoTime(payout.createdAt), now.at === undefined ? null : isoTime(now.at)),
    ],
    images: [],
    change: { asset, amount: negate(amount), of: 'total' },
  } as const;
}

export function reviewPayouts(deps: TermsDeps): ReviewKind {
  return requestReview(payouts, {
    facts: factsOf,
    checks: (payout, reader, at) => checksOf(reader, payout, at),
    evidence: (payout, reader) => evidenceOf(deps, reader, payout),
    approve: (tx, payout, { at }) => settlePayout(deps, tx, { payout, at }),
  });
}
