/** Buys units of a product or a share of a machine, in one transaction: the order, its entry, the start of a complete machine. */
import { isMember } from '@tern/ledger';
import { formatDecimal } from '@tern/money';
import { endOfTerm, payoutAt, promisedYield, startOfTerm } from '@tern/settlement';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { balancesAt, ownedOf } from '../../../kernel/ledger/balances.ts';
import { overdrawnOwner, postAndPublish } from '../../../kernel/ledger/post-entries.ts';
import { assertMayTrade, lockMember } from '../../../kernel/members/members.ts';
import { assertShownVersion, type ShownVersion } from '../../../kernel/products/shown-version.ts';
import { answerOnce } from '../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { StakingDeps } from './deps.ts';
import { machineOrderRow, type Product, withScales } from './describe-staking.ts';
import { completionEntry, purchaseEntry } from './entries.ts';
import { notifyStarted } from './notices.ts';
import { currentPrice } from './payout-prices.ts';
import { orderEvents } from './publish-orders.ts';
import {
  areSharesOf,
  dailyOf,
  incomeOf,
  isConverted,
  isOnSale,
  type Lot,
  priceOf,
  whyUnitsRefused,
} from './rules.ts';
import { insertOrder, type NewOrder, startShares, type StoredOrder } from './store-orders.ts';
import {
  heldShares,
  lockedProductById,
  sharedProductById,
  type StoredProduct,
} from './store-products.ts';

interface Bought {
  memberId: number;
  productId: number;
  /** Of the terms that the member saw. */
  version?: ShownVersion;
  key: RequestKey | undefined;
}

interface UnitsInput extends Bought {
  units: string | number;
}

interface ShareInput extends Bought {
  /** The shares of the machine as the member saw them: `40|60`. */
  shares: string;
  percent: number;
}

type Answer = ReturnType<typeof machineOrderRow>;

/**
 * Buys units of a sole machine or of a staking product. Resolves once the order is durable.
 * @throws not-found, invalid-request (a shared machine), not-available (not on sale, too little of the platform token, or
 * the exchange cannot fund the yield), terms-changed, amount-missing, below-minimum, above-maximum, no-price, account-frozen,
 * insufficient-balance
 */
export function buyUnits(deps: StakingDeps, input: UnitsInput): Promise<Answer> {
  return buyOnce(deps, input, async (tx) => {
    const product = await soldProduct(tx, deps, { ...input, query: sharedProductById });
    if (product.kind === 'shared') throw new Refusal('invalid-request', { fields: ['product'] });
    const lot = { units: unitsIn(input.units, product), percent: null };
    const order = await placeOrder(tx, deps, { input, product, lot, position: null });
    await post(tx, order, []);
    return machineOrderRow(order);
  });
}

/**
 * Buys one share of a shared machine; with the last one its term starts. Resolves once the order is durable.
 * @throws as `buyUnits`; invalid-request also for a percent that is no share of the machine; terms-changed (its shares are
 * others), above-maximum (no such share is free)
 */
export function buyShare(deps: StakingDeps, input: ShareInput): Promise<Answer> {
  return buyOnce(deps, input, async (tx) => {
    const product = await soldProduct(tx, deps, { ...input, query: lockedProductById });
    if (product.shares === null) throw new Refusal('invalid-request', { fields: ['product'] });
    if (!areSharesOf(product, input.shares)) throw new Refusal('terms-changed');
    const { percent } = input;
    if (!product.shares.includes(percent))
      throw new Refusal('invalid-request', { fields: ['percent'] });
    const held = await tx.many(heldShares, [[product.id]]);
    const isHeld = (index: number) => held.some(({ position }) => position === index + 1);
    const free = product.shares.findIndex((each, index) => each === percent && !isHeld(index));
    if (free < 0) throw new Refusal('above-maximum', { fields: ['percent'] });
    const lot = { units: 1, percent };
    const order = await placeOrder(tx, deps, { input, product, lot, position: free + 1 });
    const times = [...held.map(({ heldAt }) => heldAt), order.createdAt];
    const isComplete = times.length === product.shares.length;
    const started = isComplete ? await start(tx, product, times) : [];
    await post(tx, order, started);
    return machineOrderRow(started.find(({ id }) => id === order.id) ?? order);
  });
}

async function buyOnce(
  deps: StakingDeps,
  { key, memberId }: Bought,
  buy: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const answer = await answerOnce(deps, key, async (tx) => {
    const member = await lockMember(tx, memberId);
    assertMayTrade(member);
    await deps.productRules.assertOffered(tx, 'staking', memberId);
    return buy(tx);
  });
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  return answer;
}

async function soldProduct(
  tx: Tx,
  deps: StakingDeps,
  { memberId, productId, version, query }: Bought & { query: typeof sharedProductById },
): Promise<Product> {
  const stored: StoredProduct | undefined = await tx.maybe(query, [productId]);
  if (stored === undefined) throw new Refusal('not-found');
  const product = withScales(deps.assets, stored);
  if (!isOnSale(product, deps.clock.now())) throw new Refusal('not-available');
  assertShownVersion(version, product);
  if (product.tokenAsset !== null) {
    const [balance] = await balancesAt(tx, [{ owner: memberId, asset: product.tokenAsset }]);
    if (balance === undefined || ownedOf(balance) < product.tokenMin) {
      const needed = { coin: product.tokenAsset, min: formatDecimal(product.tokenMin) };
      throw new Refusal('not-available', { data: { needs: 'token', ...needed } });
    }
  }
  const pair = { ...product, income: incomeOf(product) };
  if (isConverted(pair) && currentPrice(deps, product) === undefined) throw new Refusal('no-price');
  return product;
}

/** @throws amount-missing, below-minimum with the price of a unit, above-maximum with `data.max` */
export function unitsIn(given: string | number, product: Product): number {
  const fields = ['units'];
  if (given === '') throw new Refusal('amount-missing', { fields });
  const units = Number(given);
  const reason = whyUnitsRefused(product, units);
  if (reason === undefined) return units;
  throw reason === 'below-minimum'
    ? new Refusal(reason, { fields, msg: formatDecimal(product.unitPrice) })
    : new Refusal(reason, { fields, data: { max: String(product.orderMax) } });
}

interface Placed {
  input: Bought;
  product: Product;
  lot: Lot;
  /** Of a share, from 1. */
  position: number | null;
}

function placeOrder(tx: Tx, { clock }: StakingDeps, placed: Placed): Promise<StoredOrder> {
  return insertOrder(tx, newOrder(placed, clock.now()));
}

function newOrder({ input, product, lot, position }: Placed, at: number): NewOrder {
  const daily = dailyOf(product, lot);
  const { termDays } = product;
  const schedule = { startsAt: startOfTerm(at, product.payoutMinute), termDays };
  const isShare = position !== null;
  return {
    productId: product.id,
    memberId: input.memberId,
    version: product.version,
    kind: product.kind,
    name: product.name,
    asset: product.asset,
    payAsset: product.payAsset,
    assetScale: product.assetScale,
    payScale: product.payScale,
    income: incomeOf(product),
    freezesOutput: product.freezesOutput,
    termDays,
    payoutMinute: product.payoutMinute,
    penaltyRatio: product.penaltyRatio,
    units: lot.units,
    sharePercent: lot.percent,
    sharePosition: position,
    paid: priceOf(product, lot),
    yieldBase: daily.base,
    yieldRate: daily.rate,
    promised: promisedYield({ daily, termDays }),
    state: isShare ? 'pending' : 'running',
    startsAt: isShare ? null : schedule.startsAt,
    endsAt: isShare ? null : endOfTerm(schedule),
    nextPayoutAt: isShare ? null : payoutAt(schedule, 1),
    createdAt: at,
  };
}

/** Starts the term of all shares, at the first payout time after the last one was bought. */
async function start(
  tx: Tx,
  product: Product,
  boughtAt: readonly number[],
): Promise<StoredOrder[]> {
  const at = Math.max(...boughtAt);
  const startsAt = startOfTerm(at, product.payoutMinute);
  const schedule = { startsAt, termDays: product.termDays };
  const times = [startsAt, payoutAt(schedule, 1), endOfTerm(schedule)] as const;
  const shares = await tx.many(startShares, [product.id, ...times, at]);
  await notifyStarted(tx, shares, at);
  return shares;
}

/** `started`: all shares of the machine that the order completes; otherwise none. */
async function post(tx: Tx, order: StoredOrder, started: readonly StoredOrder[]): Promise<void> {
  const completion = started.length === 0 ? [] : [completionEntry(order.productId, started)];
  const at = order.createdAt;
  try {
    const events = orderEvents(started.length === 0 ? [order] : started);
    await postAndPublish(tx, [purchaseEntry(order), ...completion], { at, events });
  } catch (error) {
    const owner = overdrawnOwner(error);
    if (owner === undefined) throw error;
    throw new Refusal(isMember(owner) ? 'insufficient-balance' : 'not-available');
  }
}
