/** Products and orders of fixed terms in the API. */
import { formatDecimal, subtract, ZERO } from '@tern/money';
import {
  type FixedTermOrderRow,
  type FixedTermRow,
  fixedTermState,
  fixedTermStatus,
} from '@tern/protocol';
import {
  type EarlyRedemption,
  endOfTerm,
  payoutAt,
  promisedYield,
  reservedYield,
} from '@tern/settlement';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import { isoTime, timeOfDay } from '../../../platform/clock.ts';
import { orderNoOf } from './entries.ts';
import { type FixedTerms, termOrder } from './rules.ts';
import type { StoredFixedTerm, StoredOrder } from './store.ts';

const termsRow = (terms: FixedTerms & { name: string; asset: string }) => ({
  name: terms.name,
  coinname: terms.asset,
  cycle: terms.termDays,
  dailyRate: formatDecimal(terms.dailyRate),
  payoutTime: timeOfDay(terms.payoutMinute),
  penalty: formatDecimal(terms.penaltyRatio),
  fee: formatDecimal(terms.feeRatio),
});

/** The text about it is in the reader's language, or in English. */
export function fixedTermRow(product: StoredFixedTerm, lang: Lang): FixedTermRow {
  return {
    ID: product.id,
    CreatedAt: isoTime(product.createdAt),
    UpdatedAt: isoTime(product.updatedAt),
    version: product.version,
    ...termsRow(product),
    logo: '',
    content: product.content[lang] ?? product.content.en ?? '',
    min: formatDecimal(product.orderMin),
    max: formatDecimal(product.orderMax),
    places: product.scale,
    state: product.state === 'open' ? fixedTermState.open : fixedTermState.closed,
  };
}

/** Of an order in term: its last payout, or its purchase. */
const lastChange = (order: StoredOrder): number =>
  order.paidDays === 0 ? order.createdAt : payoutAt(order, order.paidDays);

export function orderRow(order: StoredOrder): FixedTermOrderRow {
  const { state, penalty, fee, principal, endedAt } = order;
  const term = termOrder(order, order);
  const isInTerm = state === 'inTerm';
  return {
    ID: order.id,
    CreatedAt: isoTime(order.createdAt),
    UpdatedAt: isoTime(endedAt ?? lastChange(order)),
    orderNo: orderNoOf(order),
    financing_id: order.productId,
    ...termsRow(order),
    money: formatDecimal(principal),
    status: fixedTermStatus[state as keyof typeof fixedTermStatus],
    startAt: isoTime(order.startsAt),
    expireAt: isoTime(endOfTerm(term)),
    nextPayoutAt: order.nextPayoutAt === null ? null : isoTime(order.nextPayoutAt),
    paidDays: order.paidDays,
    paid: formatDecimal(order.paid),
    toCome: formatDecimal(isInTerm ? reservedYield(term, order.paidDays) : ZERO),
    expected: formatDecimal(promisedYield(term)),
    endedAt: endedAt === null ? null : isoTime(endedAt),
    penaltyPaid: formatDecimal(penalty),
    feePaid: formatDecimal(fee),
    returned: formatDecimal(isInTerm ? ZERO : subtract(subtract(principal, penalty), fee)),
  };
}

/** The figures of an early redemption in the API. */
export type RedemptionRow = ReturnType<typeof redemptionRow>;

export function redemptionRow(order: StoredOrder, redemption: EarlyRedemption) {
  return {
    money: formatDecimal(order.principal),
    penalty: formatDecimal(redemption.penalty),
    fee: formatDecimal(redemption.fee),
    returned: formatDecimal(redemption.returned),
    kept: formatDecimal(redemption.kept),
    missed: formatDecimal(redemption.missed),
    daysLeft: redemption.daysLeft,
  };
}
