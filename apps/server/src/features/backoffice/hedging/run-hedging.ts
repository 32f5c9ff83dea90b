/** The job: learns what became of the last orders, compares the position at the venue, and brings each exposure back within its limit. */
import { type Amount, formatDecimal, type Price } from '@tern/money';
import { instrumentState } from '../../../kernel/catalog/instruments.ts';
import { isFresh } from '../../../kernel/prices/reference-prices.ts';
import { VenueRefusal, VenueUnreachable } from '../../../kernel/venues/venue.ts';
import { isCheckViolation, isUniqueViolation } from '../../../platform/database/database-errors.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts';
import type { VenueDeps } from './deps.ts';
import {
  compareWith,
  type Difference,
  exposureIn,
  hedgedAssets,
  type Positions,
  readPositions,
  UNIT,
} from './position.ts';
import { boundPrice, type Limits, type Side, sizeHedge } from './rules.ts';
import { settle, settleOrders } from './settle-orders.ts';
import { hedgingSettings } from './settings.ts';
import {
  type Amounts,
  hedgedSince,
  insertOrder,
  putBalances,
  putFault,
  runningStop,
  sentOrders,
} from './store.ts';
import { stopItself } from './switch.ts';

/** So many rounds in a row in which the venue refused or did not answer. */
const ERRORS_MAX = 5;

/** One round. What the venue refuses or does not answer ends the round; the next one asks again. */
export async function runHedging(deps: VenueDeps): Promise<void> {
  let fault = '';
  try {
    await hedge(deps);
  } catch (error) {
    if (error instanceof VenueRefusal) fault = `${error.code}: ${error.message}`;
    else if (error instanceof VenueUnreachable) fault = error.message;
    else throw error;
    deps.log.warn({ err: error }, 'the venue refused or did not answer');
  }
  const { errors } = await deps.database.transaction((tx) => tx.one(putFault, [fault]));
  if (errors >= ERRORS_MAX) {
    await stopItself(deps, 'errors', `${errors} errors in a row. The last one: ${fault}`);
  }
}

/** @throws VenueRefusal, VenueUnreachable */
async function hedge(deps: VenueDeps): Promise<void> {
  await settleOrders(deps);
  if (!(await isAsReported(deps))) return;
  if ((await deps.database.maybe(runningStop, [])) !== undefined) return;
  for (const { asset, limits } of hedgedAssets(deps)) {
    await hedgeAsset(deps, asset, limits);
  }
}

/** Stops on a difference. False also while an order may have changed what the venue reports, or a difference has no price. @throws VenueRefusal, VenueUnreachable */
async function isAsReported(deps: VenueDeps): Promise<boolean> {
  const { database, clock, venue } = deps;
  const before = await readPositions(database);
  const reported = await venue.balances();
  await database.transaction((tx) => tx.run(putBalances, [textOf(reported), clock.now()]));
  const after = await readPositions(database);
  const isSettled = (await database.many(sentOrders, [])).length === 0;
  if (!isSettled || !isSame(before.atVenue, after.atVenue)) return false;
  const differing = compareWith(deps, after.atVenue, reported).filter(({ isLarge }) => isLarge);
  if (differing.length === 0) return true;
  const large = differing.filter(({ isPriced }) => isPriced);
  if (large.length === 0) {
    const coins = differing.map(({ asset }) => asset);
    deps.log.warn({ coins }, 'nothing is hedged: differences at the venue have no price now');
    return false;
  }
  await stopItself(deps, 'difference', large.map(differenceText).join(' '));
  return false;
}

const textOf = (balances: Amounts) =>
  Object.fromEntries([...balances].map(([asset, amount]) => [asset, formatDecimal(amount)]));

const isSame = (one: Amounts, other: Amounts) =>
  [...one.keys(), ...other.keys()].every((asset) => one.get(asset) === other.get(asset));

const differenceText = ({ asset, booked, reported }: Difference) =>
  `${asset}: our books have ${formatDecimal(booked)} there, the venue reports ${formatDecimal(reported)}.`;

/** @throws VenueRefusal, VenueUnreachable */
async function hedgeAsset(deps: VenueDeps, asset: string, limits: Limits): Promise<void> {
  const price = freshPrice(deps, asset);
  const market = await deps.venue.market(asset);
  if (price === undefined || market === undefined || !market.isOpen) return;
  const positions: Positions = await readPositions(deps.database);
  const exposure = exposureIn(positions, deps, asset);
  const since = deps.clock.now() - DAY_MS;
  const { amount: dayUsed } = await deps.database.one(hedgedSince, [asset, since]);
  const ownUnit = { ...market, lotSize: coarser(deps, asset, market.lotSize) };
  const decision = sizeHedge(exposure, limits, { dayUsed, price, market: ownUnit });
  if (decision.act === 'day') {
    const text = `${asset}: ${formatDecimal(dayUsed)} of ${formatDecimal(limits.dayMax)} were bought and sold within 24 hours, and the exposure is ${formatDecimal(exposure)}.`;
    await stopItself(deps, 'limit', text);
  }
  if (decision.act !== 'order') return;
  const { side, quantity } = decision;
  const slip = deps.settings.read(hedgingSettings.slip);
  await order(deps, {
    asset,
    symbol: market.symbol,
    side,
    amount: quantity,
    price: boundPrice(side, { price, slip, tickSize: market.tickSize }),
    exposure,
    exposureMax: limits.exposureMax,
  });
}

/** A lot of the venue may be finer than what our books keep. Both are powers of ten. */
function coarser({ assets }: VenueDeps, asset: string, lotSize: Amount): Amount {
  const unit = 10n ** BigInt(18 - assets.get(asset).scale);
  return (lotSize > unit ? lotSize : unit) as Amount;
}

/** Undefined while nobody can trade at it: hedging on a stale price would pay whoever knows the newer one. */
function freshPrice({ instruments, prices, clock }: VenueDeps, asset: string): Price | undefined {
  const instrument = instruments.all.find(({ base, quote }) => base === asset && quote === UNIT);
  if (instrument?.state !== instrumentState.normal || instrument.pricedBy === 'members') {
    return undefined;
  }
  const tick = prices.latest(instrument.symbol);
  return tick !== undefined && isFresh(tick.at, clock.now()) ? tick.price : undefined;
}

interface NewOrder {
  asset: string;
  symbol: string;
  side: Side;
  amount: Amount;
  price: Price;
  exposure: Amount;
  exposureMax: Amount;
}

const ID_BYTES = 16;

/** An older order is not sent, as after a pause of the machine: our choice, well below what the venue takes. */
const SENT_WITHIN_MS = MINUTE_MS;

/**
 * Stores the order, sends it, and learns what became of it. After a crash in between, the next round asks the venue for it by its client
 * order id; it is never sent again. @throws VenueRefusal, VenueUnreachable
 */
async function order(deps: VenueDeps, content: NewOrder): Promise<void> {
  const { database, clock, random, venue } = deps;
  const row = { ...content, clientOrderId: random.token(ID_BYTES), createdAt: clock.now() };
  const stored = await database
    .transaction((tx) => insertOrder(tx, row))
    .catch((error: unknown) => {
      // Stopped, or other limits, meanwhile: the database has the last word.
      const isLate = ['hedge_orders_stopped', 'hedge_orders_within'].some((constraint) =>
        isCheckViolation(error, constraint),
      );
      // Or an instance that had this work before has one on its way.
      if (isLate || isUniqueViolation(error, 'hedge_orders_one')) return undefined;
      throw error;
    });
  if (stored === undefined) return;
  const { clientOrderId, symbol, amount: quantity, price, createdAt } = stored;
  if (clock.now() - createdAt > SENT_WITHIN_MS) {
    await settle(deps, stored, { end: 'absent', reason: 'It was not sent in time.' });
    return;
  }
  try {
    const { side } = content;
    await venue.place({ clientOrderId, symbol, side, quantity, price, at: createdAt });
  } catch (error) {
    if (error instanceof VenueRefusal) {
      const reason = `${error.code}: ${error.message}`;
      await settle(deps, stored, { end: 'refused', reason });
    }
    throw error;
  }
  await settleOrders(deps);
}
