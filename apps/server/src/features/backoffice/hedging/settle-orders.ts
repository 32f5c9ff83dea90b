/** Finds out what became of the orders at the venue, and records it in the journal: each once, whatever was lost on the way. */
import { type Entry, exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, formatDecimal } from '@tern/money';
import { postEntries } from '../../../kernel/ledger/post-entries.ts';
import type { VenueOutcome } from '../../../kernel/venues/venue.ts';
import { isIntegrityViolation } from '../../../platform/database/database-errors.ts';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import type { VenueDeps } from './deps.ts';
import { UNIT } from './position.ts';
import {
  changesOf,
  type HedgeOrder,
  insertFills,
  type OrderEnd,
  sentForUpdate,
  sentOrders,
  settleOrder,
} from './store.ts';
import { stopItself } from './switch.ts';

/**
 * So long after it was sent the venue no longer takes an order: HTX refuses a signature that is older than five minutes. Until then one
 * that it does not know may still arrive.
 */
const ARRIVES_WITHIN_MS = 6 * MINUTE_MS;

/** So long HTX finds an order by our number after its end. When one is not found later, it may have filled. */
const FOUND_WITHIN_MS = 2 * HOUR_MS;

/** An order fills immediately or not at all: when its end is not known after this time, a person looks. */
const KNOWN_WITHIN_MS = 10 * MINUTE_MS;

/** Of what the venue reports. */
const REASON_MAX = 400;

/** Nothing is sent again. @throws VenueRefusal, VenueUnreachable */
export async function settleOrders(deps: VenueDeps): Promise<void> {
  for (const order of await deps.database.many(sentOrders, [])) {
    await settleSent(deps, order);
  }
}

async function settleSent(deps: VenueDeps, order: HedgeOrder): Promise<void> {
  const outcome = await deps.venue.find(order.clientOrderId);
  if (outcome === undefined) {
    const age = deps.clock.now() - order.createdAt;
    if (age < ARRIVES_WITHIN_MS) return;
    if (age >= FOUND_WITHIN_MS) {
      const text = `The venue does not know order ${order.id}, which is so old that it may have forgotten it: compare the fills there.`;
      await stopItself(deps, 'difference', text);
    }
    await settle(deps, order, { end: 'absent', reason: 'It never arrived at the venue.' });
    return;
  }
  if (!outcome.isDone) {
    if (deps.clock.now() - order.createdAt < KNOWN_WITHIN_MS) return;
    const text = `The venue does not say how order ${order.id} ended.`;
    await stopItself(deps, 'errors', text);
    return;
  }
  try {
    await settle(deps, order, { end: 'done', reason: '', outcome });
  } catch (error) {
    // The same fills would never be taken.
    if (!isIntegrityViolation(error)) throw error;
    await dispute(deps, order, outcome);
    deps.log.error({ err: error, order: order.id }, 'the fills of a hedge were refused');
  }
}

/** The order ends without an entry: nobody knows what it did, so the switch is off until two people have looked. */
async function dispute(deps: VenueDeps, order: HedgeOrder, outcome: VenueOutcome): Promise<void> {
  const fills = outcome.fills.map(
    ({ tradeId, quantity, price, fee, feeAsset }) =>
      `${tradeId}: ${formatDecimal(quantity)} at ${formatDecimal(price)}, fee ${formatDecimal(fee)} ${feeAsset}`,
  );
  const reported = `The venue reports fills that the order does not allow: ${fills.join('; ')}`;
  const reason = reported.slice(0, REASON_MAX);
  await stopItself(deps, 'difference', `Order ${order.id}: ${reason}`);
  await settle(deps, order, { end: 'disputed', reason, outcome: { ...outcome, fills: [] } });
}

/** With its fills, its entry and its end in one transaction; nothing when another instance has done so meanwhile. */
export async function settle(
  { database, clock }: Pick<VenueDeps, 'database' | 'clock'>,
  { id, asset }: Pick<HedgeOrder, 'id' | 'asset'>,
  given: { end: OrderEnd; reason: string; outcome?: VenueOutcome },
): Promise<void> {
  const { end, reason, outcome } = given;
  await database.transaction(async (tx) => {
    if ((await tx.maybe(sentForUpdate, [id])) === undefined) return;
    const fills = (outcome?.fills ?? []).map(({ quantity, ...fill }) => ({
      ...fill,
      orderId: id,
      amount: quantity,
    }));
    if (fills.length > 0) await insertFills(tx, fills);
    const at = clock.now();
    await tx.run(settleOrder, [id, end, reason, outcome?.venueOrderId ?? null, at]);
    const changes = await tx.maybe(changesOf, [id]);
    if (changes !== undefined) await postEntries(tx, [entryOf({ id, asset }, changes)], at);
  });
}

function entryOf(
  { id, asset }: Pick<HedgeOrder, 'id' | 'asset'>,
  { base, quote }: { base: Amount; quote: Amount },
): Entry {
  const ours = { owner: exchangeAccounts.venueAssets, purpose: 'available' } as const;
  const venue = { owner: exchangeAccounts.venue, purpose: 'available' } as const;
  const came = (of: string, amount: Amount) =>
    transfer({ from: venue, to: ours, asset: of, amount });
  return {
    kind: recordTypes.hedgeTrade,
    reference: `hedge:${id}`,
    postings: [...came(asset, base), ...came(UNIT, quote)],
  };
}
