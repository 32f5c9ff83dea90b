/** What the screens of fixed terms show: the example of a product, and the cost of leaving early. Pure. */
import {
  add,
  type Amount,
  decimal,
  formatDecimal,
  larger,
  negate,
  smaller,
  ZERO,
} from '@tern/money';
import type { FixedTerm, FixedTermOrder } from './api.ts';

const amount = (text: string) => decimal<Amount>(text);
const EXAMPLE = amount('1000');

/** 1,000, or the nearest amount that can be bought. */
export function exampleAmount({ min, max }: Pick<FixedTerm, 'min' | 'max'>): string {
  return formatDecimal(larger(smaller(EXAMPLE, amount(max)), amount(min)));
}

export interface ExitCost {
  penalty: string;
  fee: string;
}

/** Penalty and fee together, as a positive amount. */
export function exitCost({ penalty, fee }: ExitCost): string {
  return formatDecimal(add(amount(penalty), amount(fee)));
}

/** The same amount as a loss: "−255". */
export const asLoss = (text: string) => formatDecimal(negate(amount(text)));

export const isSome = (text: string) => amount(text) > ZERO;

/** How far the term is. */
export interface OrderTerm {
  day: number;
  daysLeft: number;
  hasStarted: boolean;
  /** On the last day leaving would only cost: what was put in returns anyway. */
  canLeave: boolean;
}

/** `now`: epoch ms. */
export function termOf(order: FixedTermOrder, now: number): OrderTerm {
  const { days, paidDays, startAt, status } = order;
  const daysLeft = days - paidDays;
  const hasStarted = Date.parse(startAt) <= now;
  const isLastDay = hasStarted && daysLeft <= 1;
  return { day: paidDays, daysLeft, hasStarted, canLeave: status === 'in-term' && !isLastDay };
}
