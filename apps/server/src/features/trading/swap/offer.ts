/** The terms of a swap now, from the live reference prices of the pairs between two coins. */
import type { Amount, Rate } from '@tern/money';
import { type Asset, type AssetRegistry, mayUse } from '../../../kernel/catalog/assets.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { type RateDeps, type RateNow, rateBetween } from './rate-between.ts';
import { boundIn } from './rules.ts';
import { swapSettings } from './settings.ts';
import type { SwapLeg } from './store.ts';

export interface OfferDeps extends RateDeps {
  assets: AssetRegistry;
}

export interface Offer {
  from: Asset;
  to: Asset;
  rate: Rate;
  /** By the reference prices, without the spread. */
  reference: Rate;
  /** Value of a unit in USDT by the reference prices. */
  fromUsdt: Rate;
  toUsdt: Rate;
  spread: Rate;
  feeRatio: Rate;
  /** In units of `from`. */
  min: Amount;
  max: Amount;
  /** The minimum in USDT, named by `below-minimum`. */
  minUsdt: Amount;
  legs: readonly SwapLeg[];
  /** Epoch ms of the oldest tick behind the rate. */
  at: number;
}

/**
 * The exchange's current offer, the same for every member.
 * @throws not-listed (unknown coin, or no pairs connect them), exchange-failed (the same coin twice), market-closed and
 * no-price (in one of the markets between them)
 */
export function offerSwap(deps: OfferDeps, coins: { from: string; to: string }): Offer {
  const from = assetNamed(deps, coins.from, 'from');
  const to = assetNamed(deps, coins.to, 'to');
  if (from === to) throw new Refusal('exchange-failed', { fields: ['to'] });
  const { rate, reference, spread, legs, at } = rateOf(deps, from, to);
  const usdt = deps.assets.get('USDT');
  const { reference: worth } = rateOf(deps, from, usdt);
  const { reference: toUsdt } = rateOf(deps, to, usdt);
  const { settings } = deps;
  const minUsdt = settings.read(swapSettings.min);
  const { scale } = from;
  return {
    from,
    to,
    rate,
    reference,
    fromUsdt: worth,
    toUsdt,
    spread,
    feeRatio: settings.read(swapSettings.feeRatio),
    min: boundIn(minUsdt, worth, { scale, rounding: 'up' }),
    max: boundIn(settings.read(swapSettings.max), worth, { scale, rounding: 'down' }),
    minUsdt,
    legs,
    at,
  };
}

function assetNamed(deps: OfferDeps, code: string, field: string): Asset {
  const asset = deps.assets.find(code.toUpperCase());
  if (asset === undefined || !mayUse(asset, 'swap'))
    throw new Refusal('not-listed', { fields: [field] });
  return asset;
}

function rateOf(deps: OfferDeps, from: Asset, to: Asset): RateNow {
  const found = rateBetween(deps, from.code, to.code);
  if (found === undefined) throw new Refusal('not-listed', { fields: ['to'] });
  return found;
}
