/** Starting, changing, pausing and ending a member's recurring buys. */
import { type Amount, fitsScale, formatDecimal, parseDecimal } from '@tern/money';
import { type AssetRegistry, mayUse } from '../../../kernel/catalog/assets.ts';
import { type Instrument, instrumentState } from '../../../kernel/catalog/instruments.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { assertMayTrade, lockMember } from '../../../kernel/members/members.ts';
import { answerOnce } from '../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { Refusal, tooManyPlaces } from '../../../kernel/requests/refusal.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { concludeBuy, type EndDeps, openBuy, skipWaiting } from './end-buy.ts';
import { type PlanAnswer, planAnswer, type RowDeps } from './list-plans.ts';
import { QUOTE, splitAmount } from './rules.ts';
import {
  dueAfter,
  firstDue,
  isTimeZone,
  LAST_DAY,
  type Rhythm,
  type Schedule,
} from './schedule.ts';
import { countPlans, insertPlan, lockPlan, type Plan, planOfMember, updatePlan } from './store.ts';

export interface SetDeps extends EndDeps, RowDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  assets: AssetRegistry;
}

/** Those that have not ended. */
const PLANS_MAX = 20;
/** In USDT. */
const AMOUNT_MIN = 5;
const AMOUNT_MAX = 50_000;

export interface PlanInput {
  amount: string | number;
  coins: readonly { symbol: string; share: number }[];
  rhythm: Rhythm;
  day: number;
  /** `09:00` */
  time: string;
  timeZone: string;
}

export interface Own {
  id: number;
  memberId: number;
}

/**
 * Starts a plan. Nothing is reserved.
 * @throws account-frozen, amount-missing, not-listed (a coin without a market for USDT), limit-reached, invalid-request (an unreadable
 * amount, a day that the rhythm does not have, a zone that nobody knows), out-of-bounds (with `min` and `max`; `coins`: shares that do
 * not add up to 100, a coin twice, or a part outside the sizes of an order, with `symbol`)
 */
export function startPlan(
  deps: SetDeps,
  { memberId, key, ...input }: PlanInput & { memberId: number; key: RequestKey | undefined },
): Promise<PlanAnswer> {
  return answerOnce(deps, key, async (tx) => {
    await refuseFrozen(tx, memberId);
    if ((await countPlans(tx, memberId)) >= PLANS_MAX) {
      const values = { max: PLANS_MAX };
      throw new Refusal('limit-reached', { text: 'recurring.full', values, data: values });
    }
    const wanted = readPlan(deps, input);
    const now = deps.clock.now();
    const { at, on } = firstDue(wanted, now);
    const state = { state: 'on', stateAt: now, pausedBy: null, skips: 0 } as const;
    const times = { firstOn: on, nextAt: at, createdAt: now };
    return planAnswer(tx, deps, await insertPlan(tx, { memberId, ...wanted, ...state, ...times }));
  });
}

/**
 * Changes a plan from its next due time on; what was bought stays.
 * @throws not-found, order-closed (it has ended), and as `startPlan`
 */
export function changePlan(deps: SetDeps, own: Own, input: PlanInput): Promise<PlanAnswer> {
  return withPlan(deps, own, async (tx, plan, now) => {
    await refuseFrozen(tx, own.memberId);
    const wanted = readPlan(deps, input);
    const isSameRhythm = plan.rhythm === wanted.rhythm && plan.day === wanted.day;
    const firstOn = isSameRhythm ? plan.firstOn : firstDue(wanted, now).on;
    const changed = { ...plan, ...wanted, firstOn };
    return { ...changed, nextAt: plan.state === 'on' ? dueAfter(changed, now).at : null };
  });
}

/** @throws not-found, order-closed */
export function pausePlan(deps: SetDeps, own: Own): Promise<PlanAnswer> {
  return withPlan(deps, own, async (tx, plan, at) => {
    if (plan.state === 'paused') return plan;
    const rested = await skipWaiting(tx, deps, { plan, at });
    return { ...rested, state: 'paused', pausedBy: 'member', stateAt: at, nextAt: null };
  });
}

/** Goes on with the first due time from now, and counts skips anew. @throws not-found, order-closed */
export function resumePlan(deps: SetDeps, own: Own): Promise<PlanAnswer> {
  return withPlan(deps, own, async (_tx, plan, at) => {
    if (plan.state === 'on') return plan;
    const nextAt = dueAfter(plan, at).at;
    return { ...plan, state: 'on', pausedBy: null, stateAt: at, skips: 0, nextAt };
  });
}

/** Skips the next due time if it is the one at `dueAt` (epoch ms), else nothing. @throws not-found, order-closed (paused or ended) */
export function skipNext(deps: SetDeps, own: Own, dueAt: number): Promise<PlanAnswer> {
  return withPlan(deps, own, async (tx, plan, at) => {
    if (plan.nextAt === null) throw new Refusal('order-closed');
    if (plan.nextAt !== dueAt) return plan;
    const parts = splitAmount(plan.amount, plan.shares, deps.assets.get(QUOTE).scale);
    const opened = await openBuy(tx, plan, { parts, skipped: 'member', at });
    const moved = { ...plan, nextAt: dueAfter(plan, plan.nextAt).at };
    return concludeBuy(tx, deps, { plan: moved, ...opened, at });
  });
}

/** @throws not-found, order-closed */
export function endPlan(deps: SetDeps, own: Own): Promise<PlanAnswer> {
  return withPlan(deps, own, async (tx, plan, at) => {
    const rested = await skipWaiting(tx, deps, { plan, at });
    return { ...rested, state: 'ended', pausedBy: null, stateAt: at, nextAt: null };
  });
}

async function withPlan(
  deps: SetDeps,
  { id, memberId }: Own,
  act: (tx: Tx, plan: Plan, now: number) => Promise<Plan>,
): Promise<PlanAnswer> {
  const answer = await deps.database.transaction(async (tx) => {
    if ((await planOfMember(tx, { id, memberId })) === undefined) throw new Refusal('not-found');
    const plan = await lockPlan(tx, id);
    if (plan === undefined || plan.state === 'ended') throw new Refusal('order-closed');
    const changed = await act(tx, plan, deps.clock.now());
    await updatePlan(tx, changed);
    return planAnswer(tx, deps, changed);
  });
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  return answer;
}

/** Also lets the member's plans be counted one after the other. */
async function refuseFrozen(tx: Tx, memberId: number): Promise<void> {
  assertMayTrade(await lockMember(tx, memberId));
}

type Wanted = Schedule & Pick<Plan, 'amount' | 'markets' | 'shares'>;

function readPlan(deps: SetDeps, input: PlanInput): Wanted {
  const { scale } = deps.assets.get(QUOTE);
  const amount = readAmount(input.amount, scale);
  const instruments = input.coins.map(({ symbol }) => {
    const instrument = deps.instruments.find(symbol);
    const isBought =
      instrument?.quote === QUOTE &&
      instrument.pricedBy !== 'members' &&
      mayUse(deps.assets.find(instrument.base), 'recurring');
    if (!isBought || instrument.state === instrumentState.closed)
      throw new Refusal('not-listed', { fields: ['coins'] });
    return instrument;
  });
  const markets = instruments.map(({ id }) => id);
  const shares = input.coins.map(({ share }) => share);
  const whole = shares.reduce((total, share) => total + share, 0);
  if (whole !== 100 || new Set(markets).size < markets.length) {
    throw new Refusal('out-of-bounds', { fields: ['coins'], text: 'recurring.split' });
  }
  splitAmount(amount, shares, scale).forEach((part, at) => checkPart(part, instruments[at]!));
  return { amount, markets, shares, ...readSchedule(input) };
}

function readAmount(given: string | number, scale: number): Amount {
  const fields = ['amount'];
  if (given === '') throw new Refusal('amount-missing', { fields });
  const amount = parseDecimal<Amount>(String(given));
  if (amount === undefined) throw new Refusal('invalid-request', { fields });
  if (!fitsScale(amount, scale)) throw tooManyPlaces('amount', scale);
  const [min, max] = [`${AMOUNT_MIN}`, `${AMOUNT_MAX}`] as const;
  if (amount < parseDecimal(min)! || amount > parseDecimal(max)!) {
    const values = { min, max };
    throw new Refusal('out-of-bounds', { fields, text: 'recurring.amount', values, data: values });
  }
  return amount;
}

function checkPart(part: Amount, { base, symbol, minNotional, maxNotional }: Instrument): void {
  if (part >= minNotional && part <= maxNotional) return;
  const [min, max] = [formatDecimal(minNotional), formatDecimal(maxNotional)];
  throw new Refusal('out-of-bounds', {
    fields: ['coins'],
    text: 'recurring.part',
    values: { coin: base, min, max },
    data: { symbol, min, max },
  });
}

function readSchedule({ rhythm, day, time, timeZone }: PlanInput): Schedule {
  const isOfMonth = (day >= 1 && day <= 28) || day === LAST_DAY;
  const isOfWeek = day >= 1 && day <= 7;
  const fits = rhythm === 'day' ? day === 0 : rhythm === 'month' ? isOfMonth : isOfWeek;
  if (!fits) throw new Refusal('invalid-request', { fields: ['day'] });
  if (!isTimeZone(timeZone)) throw new Refusal('invalid-request', { fields: ['timeZone'] });
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return { rhythm, day, minute: hours * 60 + minutes, timeZone };
}
