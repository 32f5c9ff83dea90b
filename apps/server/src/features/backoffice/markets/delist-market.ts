/** Delists a market: one person proposes three dates, another one agrees, and one withdraws it before the first date (ADR 95). */
import {
  insertDelisting,
  liveDelistingOf,
  withdrawDelisting,
} from '../../../kernel/catalog/market-delistings.ts';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import { isoTime } from '../../../platform/clock.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import { type ImpactDeps, impactOf } from './delisting-impact.ts';
import { haltsChanged, marketNamed, subjectOf } from './halt-market.ts';
import { DELISTING } from './list-markets.ts';

/** Members read of it so long before the first date. */
export const NOTICE_MS = 21 * DAY_MS;
/** Open orders can be cancelled by their members for so long at least. */
const CANCEL_ONLY_MS = HOUR_MS;
/** The coin can be withdrawn for so long at least. */
const WITHDRAWALS_MS = 30 * DAY_MS;
/** A later date is a typing error. */
const FARTHEST_MS = 400 * DAY_MS;

export interface DelistDeps extends ImpactDeps {
  readonly reviews: Reviews;
}

/** Epoch ms. `withdrawalsUntil` null: the coin stays. */
export interface DelistingDates {
  ordersUntil: number;
  closesAt: number;
  withdrawalsUntil: number | null;
}

/**
 * Returns the id of the review that awaits a second person.
 * @throws not-listed, already-decided while the market has a delisting, invalid-request naming the date that is too early or, for a coin
 *   with another use, not possible
 */
export async function proposeDelisting(
  deps: DelistDeps,
  actor: Reviewer,
  input: DelistingDates & { symbol: string; reason: string },
): Promise<number> {
  const { database, clock, reviews } = deps;
  const { ordersUntil, closesAt, withdrawalsUntil } = input;
  const reason = readReason(input.reason);
  const instrument = marketNamed(deps, input.symbol);
  const reviewId = await database.transaction(async (tx) => {
    const at = clock.now();
    if ((await tx.maybe(liveDelistingOf, [instrument.id])) !== undefined)
      throw new Refusal('already-decided');
    const { otherUses } = await impactOf(deps, tx, instrument);
    checkDates(input, { at, goesToo: otherUses.length === 0 });
    const { operatorId } = actor;
    const dates = { ordersUntil, closesAt, withdrawalsUntil };
    const row = { instrumentId: instrument.id, reason, proposedBy: operatorId, createdAt: at };
    const { id } = await insertDelisting(tx, { ...row, ...dates });
    const act = { actor, action: 'market.proposeDelisting' as const };
    await logAct(tx, { ...act, subject: subjectOf(instrument), reason, detail: shown(dates) }, at);
    const about = { kind: DELISTING, subjectId: id, memberId: null };
    return reviews.open(tx, { ...about, proposal: { operatorId, note: reason } });
  });
  reviews.announce();
  await haltsChanged(deps, [instrument]);
  return reviewId;
}

/** @throws invalid-request naming the date */
function checkDates(
  { ordersUntil, closesAt, withdrawalsUntil }: DelistingDates,
  { at, goesToo }: { at: number; goesToo: boolean },
): void {
  const refuse = (field: 'ordersUntil' | 'endsAt' | 'withdrawalsUntil') => {
    throw new Refusal('invalid-request', { fields: [field] });
  };
  if (ordersUntil < at + NOTICE_MS || ordersUntil > at + FARTHEST_MS) refuse('ordersUntil');
  if (closesAt < ordersUntil + CANCEL_ONLY_MS || closesAt > ordersUntil + FARTHEST_MS)
    refuse('endsAt');
  if ((withdrawalsUntil !== null) !== goesToo) refuse('withdrawalsUntil');
  if (withdrawalsUntil === null) return;
  if (withdrawalsUntil < closesAt + WITHDRAWALS_MS || withdrawalsUntil > closesAt + FARTHEST_MS)
    refuse('withdrawalsUntil');
}

export const shown = ({ ordersUntil, closesAt, withdrawalsUntil }: DelistingDates) => ({
  ordersUntil: isoTime(ordersUntil),
  closesAt: isoTime(closesAt),
  withdrawalsUntil: withdrawalsUntil === null ? null : isoTime(withdrawalsUntil),
});

/**
 * Withdraws an agreed delisting before its first date: the market stays, and members who were notified are notified of that.
 * @throws not-listed, already-decided without an agreed one, or after its first date
 */
export async function withdrawAgreed(
  deps: DelistDeps,
  actor: Reviewer,
  input: { symbol: string; reason: string },
): Promise<void> {
  const reason = readReason(input.reason);
  const instrument = marketNamed(deps, input.symbol);
  await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const live = await tx.maybe(liveDelistingOf, [instrument.id]);
    if (live?.state !== 'agreed' || live.ordersUntil <= at) throw new Refusal('already-decided');
    await tx.run(withdrawDelisting, [live.id, actor.operatorId, at]);
    const act = { actor, action: 'market.withdrawDelisting' as const };
    await logAct(tx, { ...act, subject: subjectOf(instrument), reason }, at);
  });
  await haltsChanged(deps, [instrument]);
}
