/** Mining machines, staking products and their orders in the app's own words. */
import type { ProductOrderStatus } from '../../../kernel/products/product-tabs.ts';

/** A machine is sole or shared, and pays coins without returning its price; staking returns its principal. */
export type ProductType = 'sole' | 'shared' | 'staking';

/** What a day pays: coins, or a value that is paid in coins at the price of the payout. */
export type Income =
  | { kind: 'coins' /** Of one unit, or of the whole shared machine. */; perDay: string }
  | { kind: 'value' /** Of the price paid, as a ratio: "0.00118". */; rate: string };

export interface Terms {
  name: string;
  logo: string;
  type: ProductType;
  /** The coin that is paid out. */
  coin: string;
  /** The coin of price and principal. */
  payCoin: string;
  income: Income;
  /** Output is frozen until the end of the term. */
  isFrozen: boolean;
  days: number;
  /** "00:00", UTC */
  payoutTime: string;
  returnsPrincipal: boolean;
  /** Of early redemption, as a ratio of the principal. */
  penalty: string;
}

export interface Share {
  percent: number;
  price: string;
  /** ISO 8601; null while free. */
  heldAt: string | null;
}

export interface Product extends Terms {
  ID: number;
  /** Of the terms. */
  version: number;
  text: string;
  listedAt: string;
  /** Of a unit, or of the whole shared machine. */
  price: string;
  maxUnits: number;
  /** The platform token that a buyer must hold. */
  token: { coin: string; min: string } | undefined;
  state: 'open' | 'sold-out' | 'closed';
  shares: Share[];
}

/** What a member chooses to buy. */
export type Choice = { units: number } | { percent: number };

export interface StakeOrder extends Terms {
  ID: number;
  CreatedAt: string;
  UpdatedAt: string;
  orderNo: string;
  productId: number;
  units: number;
  /** 100 unless shared. */
  percent: number;
  invested: string;
  status: ProductOrderStatus;
  /** Null while the machine is not complete. */
  startAt: string | null;
  expireAt: string | null;
  nextPayoutAt: string | null;
  paidDays: number;
  /** In `coin`, frozen output included. */
  paid: string;
  /** Its value at each payout, in `payCoin`. */
  paidValue: string;
  frozen: string;
  /** In the coin of `yieldCoin`. */
  toCome: string;
  expected: string;
  canRefund: boolean;
  canRedeem: boolean;
  endedAt: string | null;
  penaltyPaid: string;
  returned: string;
}

/** The coin in which amounts that are not paid yet are known. */
export function yieldCoin({ income, coin, payCoin }: Terms): string {
  return income.kind === 'coins' ? coin : payCoin;
}

/** The tab a type belongs to. */
export type StakingKind = 'machines' | 'staking';

export const kindOf = (type: ProductType): StakingKind =>
  type === 'staking' ? 'staking' : 'machines';

/** The types of a tab. */
export const typesOf = (kind: StakingKind): readonly ProductType[] =>
  kind === 'staking' ? ['staking'] : ['sole', 'shared'];
