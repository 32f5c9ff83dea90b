/** Every figure of a purchase before it is made. */
import { formatDecimal, type Price } from '@tern/money';
import {
  daysToCover,
  endOfTerm,
  promisedYield,
  redemptionCost,
  resultAtPrice,
  startOfTerm,
  yieldOfDay,
} from '@tern/settlement';
import { availableTo } from '../../../kernel/ledger/balances.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../platform/clock.ts';
import { unitsIn } from './buy-machine.ts';
import type { StakingDeps } from './deps.ts';
import { type Product, withScales } from './describe-staking.ts';
import { currentPrice } from './payout-prices.ts';
import { dailyOf, type Lot, priceOf, SAME_COIN } from './rules.ts';
import { heldShares, productById } from './store-products.ts';

interface QuoteInput {
  memberId: number;
  productId: number;
  /** Of a sole machine or staking; 1 when absent. */
  units: number | string | undefined;
  /** The share of a shared machine. */
  percent: number | undefined;
}

/** @throws not-found, below-minimum, above-maximum, invalid-request (no share of the machine) */
export async function quoteMachine(deps: StakingDeps, input: QuoteInput) {
  const stored = await deps.database.maybe(productById, [input.productId]);
  if (stored === undefined) throw new Refusal('not-found');
  const product = withScales(deps.assets, stored);
  const lot = lotOf(product, input);
  const account = { owner: input.memberId, asset: product.payAsset };
  const [held, available] = await Promise.all([
    deps.database.many(heldShares, [[product.id]]),
    availableTo(deps.database, account),
  ]);
  const price = currentPrice(deps, product);
  return {
    ...quoteOf(product, lot, { held: held.length, price, at: deps.clock.now() }),
    available: formatDecimal(available),
  };
}

/** All but what the member has. `held`: shares that others hold; `price`: of the coin. Units: `at` in epoch milliseconds. */
export function quoteOf(
  product: Product,
  lot: Lot,
  { held, price, at }: { held: number; price: Price | undefined; at: number },
) {
  const { termDays } = product;
  const waits = product.shares !== null && held + 1 < product.shares.length;
  const startsAt = startOfTerm(at, product.payoutMinute);
  const invested = priceOf(product, lot);
  const daily = dailyOf(product, lot);
  const redemption = {
    penaltyRatio: product.penaltyRatio,
    feeRatio: NONE,
    scale: product.payScale,
  };
  return {
    invested: formatDecimal(invested),
    perDay: formatDecimal(yieldOfDay(daily, 1)),
    expected: formatDecimal(promisedYield({ daily, termDays })),
    startAt: waits ? null : isoTime(startsAt),
    expireAt: waits ? null : isoTime(endOfTerm({ startsAt, termDays })),
    penalty: formatDecimal(redemptionCost(redemption, invested).penalty),
    ...outlookOf(product, lot, price),
  };
}

const NONE = 0n as Product['penaltyRatio'];

function lotOf(product: Product, { units, percent }: QuoteInput): Lot {
  if (product.shares === null) return { units: unitsIn(units ?? 1, product), percent: null };
  if (percent === undefined || !product.shares.includes(percent))
    throw new Refusal('invalid-request', { fields: ['percent'] });
  return { units: 1, percent };
}

/** What a machine brings against its price, which is spent. A constant value does not depend on the price of the coin. */
function outlookOf(product: Product, lot: Lot, price: Price | undefined) {
  const shown = { price: price === undefined ? '' : formatDecimal(price) };
  const isCoin = product.dailyRate === null;
  const counted = isCoin && product.asset !== product.payAsset ? price : SAME_COIN;
  if (product.kind === 'staking' || counted === undefined)
    return { ...shown, result: '', resultAtHalf: '', coverDays: null };
  const order = {
    daily: dailyOf(product, lot),
    termDays: product.termDays,
    cost: priceOf(product, lot),
    costScale: product.payScale,
  };
  const resultAt = (at: Price) => formatDecimal(resultAtPrice(order, at).result);
  return {
    ...shown,
    result: resultAt(counted),
    resultAtHalf: isCoin ? resultAt((counted / 2n) as Price) : '',
    coverDays: daysToCover(order, counted) ?? null,
  };
}
