/** Offerings and subscriptions in the API, at the current price of their coin. */
import { formatDecimal, type Price } from '@tern/money';
import {
  offeringPhase,
  type OfferingRow,
  offeringState,
  type SubscriptionEvent,
  type SubscriptionRow,
  subscriptionStatus,
} from '@tern/protocol';
import { subscriptionResult } from '@tern/settlement';
import { assetName, type AssetRegistry, logoOf } from '../../../kernel/catalog/assets.ts';
import type { MemberEvent } from '../../../kernel/events/member-events.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import type { ReferencePrices } from '../../../kernel/prices/reference-prices.ts';
import { recordNo } from '../../../kernel/requests/record-letters.ts';
import { isoTime } from '../../../platform/clock.ts';
import { boundsOf, phaseAt } from './rules.ts';
import type { StoredOffering, StoredSubscription } from './store.ts';

/** Of the numbers of subscriptions. */
export const LETTER = 'N';

/** The names and the picture of the coin, and the decimal places of both assets. */
export function withAssets<Row extends { asset: string; payAsset: string }>(
  assets: AssetRegistry,
  row: Row,
) {
  const { name, names, scale, picture } = assets.get(row.asset);
  return { ...row, name, names, scale, picture, payScale: assets.get(row.payAsset).scale };
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
  seen: { now: number; current: Price | undefined; lang: Lang },
): OfferingRow {
  const { min, max } = boundsOf(offering);
  const { now, current, lang } = seen;
  return {
    ID: offering.id,
    CreatedAt: isoTime(offering.createdAt),
    UpdatedAt: isoTime(offering.updatedAt),
    version: offering.version,
    coinname: offering.asset,
    name: assetName(offering, lang),
    logo: logoOf(offering),
    content: offering.content[lang] ?? offering.content.en ?? '',
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
    now: isoTime(now),
    phase: offeringPhase[phaseAt(offering, now)],
    state: offering.isProhibited ? offeringState.prohibited : offeringState.open,
    current: current === undefined ? '' : formatDecimal(current),
  };
}

interface DescribeDeps {
  assets: AssetRegistry;
  prices: ReferencePrices;
}

/** The member's live event of a subscription as it is now. */
export function subscriptionEvent(
  { assets, prices }: DescribeDeps,
  bought: StoredSubscription,
): MemberEvent {
  const data: SubscriptionEvent = subscriptionRow(
    withAssets(assets, bought),
    currentPrice(prices, bought),
  );
  return { memberId: bought.memberId, topic: 'offering.subscription', data };
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
    recordNo: recordNo(LETTER, bought.id),
    pid: bought.offeringId,
    coinname: bought.asset,
    name: bought.name,
    logo: logoOf(bought),
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
