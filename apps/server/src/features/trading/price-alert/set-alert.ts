/** Setting, switching and removing a member's price alerts. */
import { formatDecimal, isMultipleOf, parseDecimal, type Price } from '@tern/money';
import type { PriceAlertRow } from '@tern/protocol';
import {
  type Instrument,
  type InstrumentRegistry,
  instrumentState,
} from '../../../kernel/catalog/instruments.ts';
import { lockMember } from '../../../kernel/members/members.ts';
import type { ReferencePrices } from '../../../kernel/prices/reference-prices.ts';
import type { PriceHistory } from '../../../kernel/prices/tick-history.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { type AlertKind, type Condition, isMet } from './rules.ts';
import {
  type Alert,
  alertForUpdate,
  alertsOfMember,
  countAlerts,
  deleteAlert,
  followMarket,
  insertAlert,
  switchAlertOff,
  switchAlertOn,
} from './store.ts';

export interface AlertDeps {
  database: Database;
  clock: Clock;
  instruments: InstrumentRegistry;
  prices: ReferencePrices;
  history: PriceHistory;
}

/** Those that wait or are off; of those that were reached, the newest as many. */
const ALERTS_MAX = 50;
/** In percent. */
const CHANGE_MIN = parseDecimal<Price>('0.1')!;
const CHANGE_MAX = parseDecimal<Price>('100')!;
const CHANGE_STEP = parseDecimal<Price>('0.01')!;
const PRICE_MAX = parseDecimal<Price>('1000000000000')!;

export interface AlertInput {
  memberId: number;
  symbol: string;
  kind: AlertKind;
  level: string | number;
  repeats: boolean;
  push: boolean;
  email: boolean;
}

/**
 * Returns all alerts of the member.
 * @throws not-listed, invalid-request (an unreadable level), out-of-bounds (with `min`, `max` and `step`), condition-met (with
 * the present `price`), no-price (nothing to compare with), limit-reached
 */
export async function setAlert(deps: AlertDeps, input: AlertInput): Promise<PriceAlertRow[]> {
  const { memberId, symbol, kind, repeats, push, email } = input;
  const instrument = deps.instruments.find(symbol.toLowerCase());
  if (instrument === undefined || instrument.state === instrumentState.closed)
    throw new Refusal('not-listed', { fields: ['symbol'] });
  const level = levelOf(input, instrument);
  return deps.database.transaction(async (tx) => {
    await lockMember(tx, memberId);
    await refuseAnother(tx, memberId);
    await beginAt(tx, deps, { instrument, condition: { kind, level } });
    const chosen = { repeats, push, email, createdAt: deps.clock.now() };
    await insertAlert(tx, { memberId, instrumentId: instrument.id, kind, level, ...chosen });
    return listAlerts(tx, deps, memberId);
  });
}

/**
 * Switches an alert on, as if it were new, or off.
 * @throws not-found, not-listed (its market was delisted), condition-met, no-price, limit-reached (one that was reached counts again)
 */
export function switchAlert(
  deps: AlertDeps,
  { id, memberId, isOn }: { id: number; memberId: number; isOn: boolean },
): Promise<PriceAlertRow[]> {
  return deps.database.transaction(async (tx) => {
    await lockMember(tx, memberId);
    const alert = await alertForUpdate(tx, { id, memberId });
    if (alert === undefined) throw new Refusal('not-found');
    const instrument = instrumentOf(deps, alert);
    if (isOn && instrument.state === instrumentState.closed) throw new Refusal('not-listed');
    if (isOn && alert.offAt !== null) {
      if (alert.isDone) await refuseAnother(tx, memberId);
      await beginAt(tx, deps, { instrument, condition: alert });
      await tx.run(switchAlertOn, [id, deps.clock.now()]);
    } else if (!isOn && alert.offAt === null) {
      await tx.run(switchAlertOff, [id, deps.clock.now()]);
    }
    return listAlerts(tx, deps, memberId);
  });
}

/** @throws not-found */
export function removeAlert(
  deps: AlertDeps,
  { id, memberId }: { id: number; memberId: number },
): Promise<PriceAlertRow[]> {
  return deps.database.transaction(async (tx) => {
    if ((await alertForUpdate(tx, { id, memberId })) === undefined) throw new Refusal('not-found');
    await tx.run(deleteAlert, [id]);
    return listAlerts(tx, deps, memberId);
  });
}

/** Newest first; those that were reached by the time of that. */
export async function listAlerts(
  reader: Reader,
  deps: Pick<AlertDeps, 'instruments'>,
  memberId: number,
): Promise<PriceAlertRow[]> {
  const alerts = await alertsOfMember(reader, memberId, ALERTS_MAX);
  const ofTime = (alert: Alert) => (alert.isDone ? alert.reachedAt! : alert.createdAt);
  return alerts
    .sort((left, right) => ofTime(right) - ofTime(left) || right.id - left.id)
    .map((alert) => alertRow(alert, instrumentOf(deps, alert)));
}

function instrumentOf({ instruments }: Pick<AlertDeps, 'instruments'>, alert: Alert): Instrument {
  const instrument = instruments.findById(alert.instrumentId);
  if (instrument === undefined) throw new Error(`alert ${alert.id} has no instrument`);
  return instrument;
}

async function refuseAnother(tx: Tx, memberId: number): Promise<void> {
  if ((await countAlerts(tx, memberId)) < ALERTS_MAX) return;
  const values = { max: ALERTS_MAX };
  throw new Refusal('limit-reached', { text: 'priceAlert.full', values, data: values });
}

function levelOf({ kind, level: given }: AlertInput, { tickSize }: Instrument): Price {
  const level = parseDecimal<Price>(String(given));
  if (level === undefined) throw new Refusal('invalid-request', { fields: ['level'] });
  const [min, max, step] =
    kind === 'change' ? [CHANGE_MIN, CHANGE_MAX, CHANGE_STEP] : [tickSize, PRICE_MAX, tickSize];
  if (level < min || level > max || !isMultipleOf(level, step)) {
    const data = { min: formatDecimal(min), max: formatDecimal(max), step: formatDecimal(step) };
    throw new Refusal('out-of-bounds', { fields: ['level'], data });
  }
  return level;
}

/** The market is followed from its newest tick on; what is already met is refused, because it would be reached at once. */
async function beginAt(
  tx: Tx,
  deps: AlertDeps,
  { instrument, condition }: { instrument: Instrument; condition: Condition },
): Promise<void> {
  const { id, symbol } = instrument;
  const tick = deps.prices.latest(symbol);
  if (tick === undefined) throw new Refusal('no-price', { fields: ['symbol'] });
  const { at, price } = tick;
  const dayBefore =
    condition.kind === 'change' ? await deps.history.priceAt(tx, symbol, at - DAY_MS) : undefined;
  if (isMet(condition, { at, price, dayBefore })) {
    const data = { price: formatDecimal(price) };
    throw new Refusal('condition-met', { fields: ['level'], text: 'priceAlert.met', data });
  }
  await tx.run(followMarket, [id, tick.seq]);
}

function alertRow(alert: Alert, { symbol }: Instrument): PriceAlertRow {
  const time = (at: number | null) => (at === null ? '' : isoTime(at));
  return {
    ID: alert.id,
    CreatedAt: isoTime(alert.createdAt),
    symbol,
    kind: alert.kind,
    level: formatDecimal(alert.level),
    repeats: alert.repeats,
    push: alert.push,
    email: alert.email,
    isOn: alert.offAt === null,
    offAt: time(alert.offAt),
    reachedAt: time(alert.reachedAt),
    reachedPrice: alert.reachedPrice === null ? '' : formatDecimal(alert.reachedPrice),
  };
}
