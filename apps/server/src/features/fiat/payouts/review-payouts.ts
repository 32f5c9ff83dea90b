/** What the review queue asks about payouts: facts, checks, evidence, and what a decision does. */
import { formatDecimal, negate } from '@tern/money';
import { isVerified, memberById } from '../../../kernel/members.ts';
import type { ReviewKind } from '../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { currencyNamed } from '../store-currencies.ts';
import { countPaidTo, type Payout, payoutById, setPayoutHeld } from '../store-payouts.ts';
import { tellMember } from '../tell-member.ts';
import { PAYOUT } from './create-payout.ts';
import { completePayout, returnPayout } from './end-payout.ts';
import { payoutChanged } from './payout-row.ts';

const subjectOf = (reader: Reader, id: number): Promise<Payout> => reader.one(payoutById, [id]);

function factsOf(payout: Payout) {
  const { memberId, asset, currency, bankName, accountName, cardNumber, iban } = payout;
  return {
    memberId,
    asset,
    amount: formatDecimal(payout.amount),
    currency,
    rate: formatDecimal(payout.rate),
    fee: formatDecimal(payout.fee),
    received: formatDecimal(payout.received),
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
  const blockedUntil = member?.withdrawalsBlockedUntil ?? 0;
  return [
    { name: 'account-not-frozen', isPassed: member?.isFrozen === false, level: 'stop' },
    {
      name: 'identity-verified',
      isPassed: member !== undefined && isVerified(member),
      level: 'stop',
    },
    { name: 'no-password-change-in-24h', isPassed: blockedUntil <= at, level: 'stop' },
    { name: 'card-paid-before', isPassed: paid.total > 0, level: 'warning' },
    { name: 'currency-open', isPassed: terms?.takesPayouts === true, level: 'warning' },
  ] as const;
}

async function evidenceOf(reader: Reader, payout: Payout) {
  const { memberId, asset, amount, currency, rate, fee, received } = payout;
  const member = await memberById(reader, memberId);
  const row = (label: string, value: string) => ({ label, values: [value], isEqual: null });
  return {
    summary: `${currency} to a bank card · what is held is given up on approval`,
    columns: ['Request'],
    rows: [
      row('Member', member?.email ?? ''),
      row('Given', `${formatDecimal(amount)} ${asset}`),
      row('Rate', `1 ${asset} = ${formatDecimal(rate)} ${currency}`),
      row('Fee', `${formatDecimal(fee)} ${currency}`),
      row('Pay', `${formatDecimal(received)} ${currency}`),
      row('Bank', payout.bankName),
      row('Account holder', payout.accountName),
      row('Card or account', payout.cardNumber),
      row('IBAN', payout.iban),
      row('BIC/SWIFT', payout.payeeAddress),
      row('Bank address', payout.bankAddress),
      row('Country', payout.country),
      row('Asked for', isoTime(payout.createdAt)),
    ],
    images: [],
    change: { asset, amount: negate(amount), of: 'total' },
  } as const;
}

export function reviewPayouts(): ReviewKind {
  return {
    kind: PAYOUT,
    letter: 'B',
    movesMoney: true,
    approvals: 2,
    facts: async (reader, id) => factsOf(await subjectOf(reader, id)),
    checks: async (reader, id, at) => checksOf(reader, await subjectOf(reader, id), at),
    evidence: async (reader, id) => evidenceOf(reader, await subjectOf(reader, id)),
    approve: (tx, { subjectId, at }) => completePayout(tx, subjectId, at),
    async reject(tx, { subjectId, reason, at }) {
      await returnPayout(tx, subjectId, { state: 'rejected', reason, at });
    },
    async held(tx, { subjectId, until, reason, at }) {
      const held = await tx.one(setPayoutHeld, [subjectId, until, reason, at]);
      await tellMember(tx, { event: payoutChanged(held), at });
    },
  };
}
