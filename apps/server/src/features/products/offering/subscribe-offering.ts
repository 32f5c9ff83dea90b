/** Buys new coins in one transaction: the subscription, which counts itself, its entry and the member's events. */
import { type Entry, exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, formatDecimal, parseDecimal, subtract, ZERO } from '@tern/money';
import { subscriptionCost, unfreezesAt } from '@tern/settlement';
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { overdrawnOwner, postAndPublish } from '../../../kernel/ledger/post-entries.ts';
import { assertMayTrade, isVerified, lockMember } from '../../../kernel/members/members.ts';
import type { ReferencePrices } from '../../../kernel/prices/reference-prices.ts';
import type { ProductRules } from '../../../kernel/products/withheld.ts';
import { assertShownVersion, type ShownVersion } from '../../../kernel/products/shown-version.ts';
import { answerBefore, answerOnce } from '../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { notYet, Refusal, tooManyPlaces } from '../../../kernel/requests/refusal.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import {
  currentPrice,
  subscriptionEvent,
  subscriptionRow,
  withAssets,
  type WithAssets,
} from './describe-offering.ts';
import { boundsOf, leastCost, whyClosed, whyRefused } from './rules.ts';
import {
  insertSubscription,
  lockedOfferingFor,
  offeringFor,
  type StoredOffering,
} from './store.ts';

export interface OfferingDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  assets: AssetRegistry;
  prices: ReferencePrices;
  productRules: Pick<ProductRules, 'assertOffered' | 'isOffered'>;
  /** Called after a commit that sold some of an offering. */
  noteSold(offeringId: number): void;
}

export interface SubscribeInput {
  memberId: number;
  offeringId: number;
  quantity: string | number;
  /** Of the terms that the member saw. */
  version?: ShownVersion;
  key: RequestKey | undefined;
}

type Answer = ReturnType<typeof subscriptionRow>;

/**
 * Resolves once the subscription is durable. An offering that sells nothing refuses before any lock, so that a rush for the
 * last units does not queue up behind them.
 * @throws not-found, amount-missing, invalid-request, not-yet (before the window), not-available (after it, prohibited, or
 * the exchange lacks the coins), terms-changed, below-minimum (in the asset that pays), above-maximum, account-frozen,
 * not-verified, insufficient-balance
 */
export async function subscribe(deps: OfferingDeps, input: SubscribeInput): Promise<Answer> {
  const { database, clock, bus } = deps;
  const before = await answerBefore<Answer>(database, input.key);
  if (before !== undefined) return before;
  const { memberId, offeringId } = input;
  checkOpen(found(deps, await database.maybe(offeringFor, [memberId, offeringId])), clock.now());
  const bought = await answerOnce({ database, clock }, input.key, (tx) => buy(tx, deps, input));
  bus.publish(MEMBER_EVENTS_WAKE, null);
  deps.noteSold(offeringId);
  return bought;
}

async function buy(tx: Tx, deps: OfferingDeps, input: SubscribeInput): Promise<Answer> {
  const { memberId, offeringId } = input;
  const member = await lockMember(tx, memberId);
  assertMayTrade(member);
  if (!isVerified(member)) throw new Refusal('not-verified');
  await deps.productRules.assertOffered(tx, 'offerings', memberId);
  const offering = found(deps, await tx.maybe(lockedOfferingFor, [memberId, offeringId]));
  const at = deps.clock.now();
  checkOpen(offering, at);
  assertShownVersion(input.version, offering);
  const quantity = quantityIn(input, offering);
  const { version, asset, payAsset, unitPrice } = offering;
  const { paid, remainder } = subscriptionCost(offering, quantity);
  const until = unfreezesAt(at, offering.lockDays);
  const terms = { memberId, version, asset, payAsset, quantity, unitPrice, paid, createdAt: at };
  const id = await insertSubscription(tx, { ...terms, offeringId, unfreezesAt: until });
  const stored = { ...terms, id, offeringId, unfreezesAt: until, thawedAt: null };
  const events = [subscriptionEvent(deps, stored)];
  try {
    await postAndPublish(tx, [entryOf(id, { ...terms, remainder })], { at, events });
  } catch (error) {
    const owner = overdrawnOwner(error);
    // The exchange has fewer of these coins than are left to sell.
    if (owner === exchangeAccounts.offerings) throw new Refusal('not-available');
    throw owner === undefined
      ? error
      : new Refusal('insufficient-balance', { fields: ['quantity'] });
  }
  return subscriptionRow({ ...offering, ...stored }, currentPrice(deps.prices, offering));
}

type Offering = WithAssets<StoredOffering>;

function found({ assets }: OfferingDeps, offering: StoredOffering | undefined): Offering {
  if (offering === undefined) throw new Refusal('not-found');
  return withAssets(assets, offering);
}

function checkOpen(offering: Offering, now: number): void {
  const reason = whyClosed(offering, now);
  if (reason === undefined) return;
  if (reason === 'above-maximum') throw aboveMaximum(offering);
  throw reason === 'not-yet' ? notYet('until.offering', offering.opensAt) : new Refusal(reason);
}

function quantityIn({ quantity: given }: SubscribeInput, offering: Offering): Amount {
  const fields = ['quantity'];
  const quantity = parseDecimal(String(given));
  if (given === '' || quantity === ZERO) throw new Refusal('amount-missing', { fields });
  if (quantity === undefined) throw new Refusal('invalid-request', { fields });
  const reason = whyRefused(offering, quantity);
  if (reason === undefined) return quantity;
  if (reason === 'above-maximum') throw aboveMaximum(offering);
  if (reason === 'invalid-request' && quantity > ZERO)
    throw tooManyPlaces('quantity', offering.scale);
  throw reason === 'below-minimum'
    ? new Refusal(reason, { fields, msg: formatDecimal(leastCost(offering)) })
    : new Refusal(reason, { fields });
}

const aboveMaximum = (offering: Offering) =>
  new Refusal('above-maximum', {
    fields: ['quantity'],
    data: { max: formatDecimal(boundsOf(offering).max) },
  });

interface Bought {
  memberId: number;
  asset: string;
  payAsset: string;
  quantity: Amount;
  paid: Amount;
  remainder: Amount;
}

/** The payment, with the remainder on the rounding account, and the coins, which are locked. */
function entryOf(id: number, bought: Bought): Entry {
  const { memberId, asset, payAsset, quantity, paid, remainder } = bought;
  const available = (owner: number) => ({ owner, purpose: 'available' }) as const;
  const [member, exchange] = [available(memberId), available(exchangeAccounts.offerings)];
  const rounding = available(exchangeAccounts.rounding);
  const exact = subtract(paid, remainder);
  const rest =
    remainder === ZERO
      ? []
      : transfer({ from: member, to: rounding, asset: payAsset, amount: remainder });
  return {
    kind: recordTypes.offeringSubscription,
    reference: `subscription:${id}`,
    note: `${formatDecimal(quantity)} ${asset}`,
    postings: [
      ...transfer({ from: member, to: exchange, asset: payAsset, amount: exact }),
      ...rest,
      ...transfer({
        from: exchange,
        to: { owner: memberId, purpose: 'locked' },
        asset,
        amount: quantity,
      }),
    ],
  };
}
