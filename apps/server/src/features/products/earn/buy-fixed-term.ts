/** Buys a fixed term in one transaction: the order, its entry with the reservation of its yield, and the member's events. */
import { isMember } from '@tern/ledger';
import { type Amount, ZERO } from '@tern/money';
import { payoutAt, promisedYield } from '@tern/settlement';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { overdrawnOwner, postAndPublish } from '../../../kernel/ledger/post-entries.ts';
import { assertMayTrade, lockMember } from '../../../kernel/members/members.ts';
import { assertShownVersion, type ShownVersion } from '../../../kernel/products/shown-version.ts';
import { answerOnce } from '../../../kernel/requests/answer-once.ts';
import { readBoundedAmount } from '../../../kernel/requests/bounded-amount.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { EarnDeps } from './deps.ts';
import { orderRow } from './describe-order.ts';
import { purchaseEntry } from './entries.ts';
import { orderBoughtAt } from './rules.ts';
import {
  insertOrder,
  lockedFixedTermById,
  type NewOrder,
  type StoredFixedTerm,
  withScale,
} from './store.ts';

export interface BuyInput {
  memberId: number;
  productId: number;
  principal: string | number;
  /** Of the terms that the member saw. */
  version?: ShownVersion;
  key: RequestKey | undefined;
}

type Answer = ReturnType<typeof orderRow>;

/**
 * Resolves once the order is durable.
 * @throws account-frozen, not-found, not-available (closed, or the exchange cannot reserve the yield), terms-changed,
 * amount-missing, invalid-request, below-minimum (in USDT), above-maximum, insufficient-balance
 */
export async function buyFixedTerm(deps: EarnDeps, input: BuyInput): Promise<Answer> {
  const { database, clock, bus } = deps;
  const bought = await answerOnce({ database, clock }, input.key, (tx) => buy(tx, deps, input));
  bus.publish(MEMBER_EVENTS_WAKE, null);
  return bought;
}

async function buy(tx: Tx, deps: EarnDeps, input: BuyInput): Promise<Answer> {
  const { memberId, productId } = input;
  const member = await lockMember(tx, memberId);
  assertMayTrade(member);
  await deps.productRules.assertOffered(tx, 'fixedTerms', memberId);
  const stored = await tx.maybe(lockedFixedTermById, [productId]);
  if (stored === undefined) throw new Refusal('not-found');
  const product = withScale(deps.assets, stored);
  if (product.state !== 'open') throw new Refusal('not-available');
  assertShownVersion(input.version, product);
  const principal = principalIn(deps, input.principal, product);
  const at = deps.clock.now();
  const order = await insertOrder(tx, newOrder(product, { memberId, principal, at }));
  const promised = promisedYield(orderBoughtAt(product, principal, at));
  try {
    await postAndPublish(tx, [purchaseEntry(order, promised)], { at });
  } catch (error) {
    throw whyUnpaid(error);
  }
  return orderRow(order);
}

function principalIn(
  { worthOf }: EarnDeps,
  given: string | number,
  { asset, scale, orderMin: min, orderMax: max }: StoredFixedTerm,
): Amount {
  const minUsdt = () => worthOf(asset, min);
  return readBoundedAmount(given, { field: 'principal', scale, min, max, minUsdt });
}

function newOrder(
  product: StoredFixedTerm,
  { memberId, principal, at }: { memberId: number; principal: Amount; at: number },
): NewOrder {
  const { version, name, asset, scale, termDays, dailyRate, payoutMinute } = product;
  const { penaltyRatio, feeRatio } = product;
  const { startsAt } = orderBoughtAt(product, principal, at);
  const terms = { version, name, asset, scale, termDays, dailyRate, payoutMinute };
  return {
    ...terms,
    penaltyRatio,
    feeRatio,
    productId: product.id,
    memberId,
    principal,
    startsAt,
    nextPayoutAt: payoutAt({ startsAt }, 1),
    paidDays: 0,
    paid: ZERO,
    state: 'inTerm',
    endedAt: null,
    penalty: ZERO,
    fee: ZERO,
    createdAt: at,
  };
}

/** What the exchange cannot reserve is not sold; it is no matter of the member's balance. */
function whyUnpaid(error: unknown): unknown {
  const owner = overdrawnOwner(error);
  if (owner === undefined) return error;
  return isMember(owner)
    ? new Refusal('insufficient-balance', { fields: ['principal'] })
    : new Refusal('not-available', { text: 'product.notFunded' });
}
