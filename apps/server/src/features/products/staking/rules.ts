/** What an order costs, yields and may be. Pure. */
import { type Amount, ONE, type Price, type Rate, ZERO } from '@tern/money';
import {
  type DailyYield,
  parseShares,
  shareRate,
  sharePrice,
  type TermOrder,
  unitsRate,
} from '@tern/settlement';

/** The terms of a product. */
interface ProductTerms {
  readonly kind: string;
  readonly asset: string;
  readonly payAsset: string;
  /** Decimal places of both assets. */
  readonly assetScale: number;
  readonly payScale: number;
  /** Of one unit; of a shared machine: of the whole machine. */
  readonly unitPrice: Amount;
  /** A constant value per unit of the price paid; null for a constant coin amount. */
  readonly dailyRate: Rate | null;
  /** Coins a day and unit; null for a constant value. */
  readonly dailyOutput: Amount | null;
  readonly orderMax: number;
  /** In percent, in the order of `40|60`; null unless shared. */
  readonly shares: readonly number[] | null;
  readonly state: string;
  readonly listedAt: number;
}

/** What is bought of a product: units, or one share in percent. */
export interface Lot {
  readonly units: number;
  readonly percent: number | null;
}

/** Whether a product sells anything. Units: `now` in epoch milliseconds. */
export function isOnSale({ state, listedAt }: ProductTerms, now: number): boolean {
  return state === 'open' && listedAt <= now;
}

/** Why a number of units cannot be bought. Undefined when it can. */
export function whyUnitsRefused(
  product: ProductTerms,
  units: number,
): 'below-minimum' | 'above-maximum' | undefined {
  if (units < 1) return 'below-minimum';
  return units > product.orderMax ? 'above-maximum' : undefined;
}

/** Whether `40|60` are the shares of a machine, in their order. */
export function areSharesOf({ shares }: ProductTerms, text: string): boolean {
  const given = parseShares(text);
  return given !== undefined && given.join('|') === shares?.join('|');
}

/** Price or principal, in the asset that pays. */
export function priceOf(product: ProductTerms, { units, percent }: Lot): Amount {
  const { unitPrice, payScale: scale } = product;
  return percent === null
    ? ((unitPrice * BigInt(units)) as Amount)
    : sharePrice(unitPrice, { percent, scale });
}

/** The yield of a day: a constant value in the asset that pays, or a constant coin amount. */
export function dailyOf(product: ProductTerms, lot: Lot): DailyYield {
  const { dailyRate, dailyOutput, payScale, assetScale } = product;
  if (dailyRate !== null) return { base: priceOf(product, lot), rate: dailyRate, scale: payScale };
  const rate = lot.percent === null ? unitsRate(lot.units) : shareRate(lot.percent);
  return { base: dailyOutput ?? ZERO, rate, scale: assetScale };
}

/** Whether the coins are paid at a price: for a constant value in another asset. */
export function isConverted(terms: {
  readonly income: string;
  readonly asset: string;
  readonly payAsset: string;
}): boolean {
  return terms.income === 'value' && terms.asset !== terms.payAsset;
}

export const incomeOf = ({ dailyRate }: Pick<ProductTerms, 'dailyRate'>): 'value' | 'coin' =>
  dailyRate === null ? 'coin' : 'value';

/** The price of a coin in itself. */
export const SAME_COIN = ONE as Price;

/** The frozen terms of an order's yield. */
interface YieldTerms {
  readonly income: string;
  readonly assetScale: number;
  readonly payScale: number;
  readonly yieldBase: Amount;
  readonly yieldRate: Rate;
}

/** The frozen terms of an order. */
interface OrderTerms extends YieldTerms {
  readonly kind: string;
  readonly termDays: number;
  readonly freezesOutput: boolean;
  readonly penaltyRatio: Rate;
  readonly paid: Amount;
}

export function dailyOfOrder(order: YieldTerms): DailyYield {
  const scale = order.income === 'value' ? order.payScale : order.assetScale;
  return { base: order.yieldBase, rate: order.yieldRate, scale };
}

/** The order for the formulas of its payments. Only staking returns its principal. */
export function termOrderOf(order: OrderTerms, startsAt: number): TermOrder {
  return {
    startsAt,
    termDays: order.termDays,
    daily: dailyOfOrder(order),
    principal: order.kind === 'staking' ? order.paid : ZERO,
    outputIsFrozen: order.freezesOutput,
  };
}

/** Staking has no fee of redemption. */
export function redemptionTermsOf({ penaltyRatio, payScale }: OrderTerms) {
  return { penaltyRatio, feeRatio: ZERO as bigint as Rate, scale: payScale };
}
