/** Offerings and subscriptions on the wire, at the current price of their coin. */
import { formatDecimal, type Price } from '@tern/money';
import {
  offeringPhase,
  type OfferingRow,
  offeringState,
  type SubscriptionRow,
  subscriptionStatus,
} from '@tern/protocol';
import { phaseOf, subscriptionResult } from '@tern/settlement';
import type { AssetBook } from '../../kernel/catalog/assets.ts';
import type { ReferencePrices } from '../../kernel/prices/reference-prices.ts';
import { isoTime } from '../../platform/clock.ts';
import { boundsOf } from './rules.ts';
import type { StoredOffering, StoredSubscription } from './store.ts';

/** The name of the coin, and the decimal places of both assets. */
export function withAssets<Row extends { asset: string; payAsset: string }>(
  assets: AssetBook,
  row: Row,
) {
  const { name, scale } = assets.get(row.asset);
  return { ...row, name, scale, payScale: assets.get(row.payAsset).scale };
}

/** An offering or a subscription with its assets. */
export type WithAssets<Row extends { asset: string; payAsset: string }> = ReturnType<
  typeof withAssets<Row>
>;

/** The reference price of a coin in the asset that pays; undefined without a market. */
export function currentPrice(
  prices: ReferencePrices,
  { asset, payAsset }: { asset: string; payAsset: string },
): Price | undefined {
  return prices.latest(`${asset}${payAsset}`.toLowerCase())?.price;
}

export function offeringRow(
  offering: WithAssets<StoredOffering>,
  at: { now: number; current: Price | undefined },
): OfferingRow {
  const { min, max } = boundsOf(offering);
  return {
    ID: offering.id,
    CreatedAt: isoTime(offering.createdAt),
    UpdatedAt: isoTime(offering.updatedAt),
    coinname: offering.asset,
    name: offering.name,
    logo: '',
    content: offering.content,
    payCoin: offering.payAsset,
    places: offering.scale,
    price: formatDecimal(offering.unitPrice),
    supply: formatDecimal(offering.supply),
    cap: formatDecimal(offering.cap),
    sold: formatDecimal(offering.sold),
    min: formatDecimal(offering.orderMin),
    max: formatDecimal(offering.orderMax),
    userMax: formatDecimal(offering.memberMax),
    bought: formatDecimal(offering.bought),
    minNow: formatDecimal(min),
    maxNow: formatDecimal(max),
    lockDays: offering.lockDays,
    startAt: isoTime(offering.opensAt),
    endAt: isoTime(offering.closesAt),
    now: isoTime(at.now),
    phase: offeringPhase[phaseOf(offering, at.now)],
    state: offering.isProhibited ? offeringState.prohibited : offeringState.open,
    current: at.current === undefined ? '' : formatDecimal(at.current),
  };
}

export function subscriptionRow(
  bought: WithAssets<StoredSubscription>,
  current: Price | undefined,
): SubscriptionRow {
  const result = subscriptionResult(bought, current);
  return {
    ID: bought.id,
    CreatedAt: isoTime(bought.createdAt),
    UpdatedAt: isoTime(bought.thawedAt ?? bought.createdAt),
    recordNo: `N-${bought.id}`,
    pid: bought.offeringId,
    coinname: bought.asset,
    name: bought.name,
    logo: '',
    payCoin: bought.payAsset,
    num: formatDecimal(bought.quantity),
    price: formatDecimal(bought.unitPrice),
    paid: formatDecimal(bought.paid),
    status: bought.thawedAt === null ? subscriptionStatus.frozen : subscriptionStatus.thawed,
    unfreezeAt: isoTime(bought.unfreezesAt),
    current: current === undefined ? '' : formatDecimal(current),
    worth: result === undefined ? '' : formatDecimal(result.worth),
    profit: result === undefined ? '' : formatDecimal(result.profit),
    ratio: result === undefined ? '' : formatDecimal(result.returnRatio),
  };
}
