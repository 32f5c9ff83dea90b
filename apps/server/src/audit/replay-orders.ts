/**
 * Replays the recorded orders, trades and cancellations of each market with the matching engine's own book, and compares
 * the result with the stored open orders (ADR 52).
 *
 * The postings of rounds are in the order of matching: a trade, a hold of an order that begins to rest, a release of one
 * that was cancelled. The quotes of the exchange are not recorded, only their trades. So members' orders are replayed among
 * themselves, and a trade with the exchange must not pass over a member's better price; whether the exchange or a member was
 * first at an equal price cannot be replayed.
 */
import { recordTypes } from '@tern/ledger';
import { OrderBook, type Side } from '@tern/matching';
import { spotSide, spotStatus } from '@tern/protocol';
import type { Finding } from './ledger.ts';
import type { Since } from '../kernel/invariants/invariant.ts';
import { type Instrument, loadInstruments } from '../kernel/catalog/instruments.ts';
import { amount, arrayOf, int2, int8, nullable, price } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery, type RowOf } from '../platform/database/query.ts';
import {
  allChanges,
  changesOfOrders,
  type HoldCounts,
  type OrderChange,
  type OrderChanges,
} from './order-changes.ts';
import { everyRow, FAULTS_MAX, pageByPage, unhurried } from './every-row.ts';

const { spotBuy, spotSell, orderHold, orderRelease } = recordTypes;

/** Look-ups by id with a limit are not planned as scans of all orders, whatever the sizes were when the plan was cached. */
const eventsOf = (isNew: string) => `select p.id, p.kind, p.subject_id as subject,
      coalesce(t.instrument_id, o.instrument_id) as instrument_id, t.maker_order_id as maker, t.taker_order_id as taker,
      k.member_id as taker_owner, t.taker_side, coalesce(t.price, o.limit_price) as price,
      coalesce(t.quantity, o.quantity) as quantity, o.member_id as owner, o.side
    from ledger_postings p
    left join lateral (select * from spot_trades where id = p.subject_id limit 1) t on p.kind in (${spotBuy}, ${spotSell})
    left join lateral (select member_id from spot_orders where id = t.taker_order_id limit 1) k on true
    left join lateral (select * from spot_orders where id = p.subject_id limit 1) o on p.kind in (${orderHold}, ${orderRelease})
    where p.id > $1 and p.kind in (${spotBuy}, ${spotSell}, ${orderHold}, ${orderRelease}) and p.owner_id > 0 and p.subject_id <> 0
      ${isNew} order by p.id limit $2`;

const eventRow = {
  id: int8,
  kind: int2,
  subject: int8,
  instrumentId: nullable(int2),
  maker: nullable(int8),
  taker: nullable(int8),
  takerOwner: nullable(int8),
  takerSide: nullable(int2),
  price: nullable(price),
  quantity: nullable(amount),
  owner: nullable(int8),
  side: nullable(int2),
} as const;

const everyEvent = defineQuery({
  name: 'spot.replayEvents',
  text: eventsOf(''),
  params: [int8, int8],
  row: eventRow,
});
const newEvents = defineQuery({
  name: 'spot.replayNewEvents',
  text: eventsOf('and p.entry_id > $3'),
  params: [int8, int8, int8],
  row: eventRow,
});
type Event = RowOf<typeof everyEvent>;

/** Our choice: under load a check replays the newest events only, the audit replays all. A quarter of a second. */
const NEW_EVENTS_MAX = 5_000;

/** The entry of the event that comes before the newest `$3`. An entry is a whole round, so no order is cut. */
const entryBefore = defineQuery({
  name: 'spot.replayEntryBefore',
  text: `select entry_id as entry from ledger_postings where id > $1 and entry_id > $2
    and kind in (${spotBuy}, ${spotSell}, ${orderHold}, ${orderRelease}) and owner_id > 0 and subject_id <> 0 order by id desc offset $3 limit 1`,
  params: [int8, int8, int8],
  row: { entry: int8 },
});

const ORDER =
  'id, instrument_id, member_id, side, limit_price, quantity - filled_quantity as open, coalesce(place, id) as place';
const orderRow = {
  id: int8,
  instrumentId: int2,
  memberId: int8,
  side: int2,
  limitPrice: nullable(price),
  open: nullable(amount),
  place: int8,
} as const;

const openOrders = defineQuery({
  name: 'spot.replayOpenOrders',
  text: `select ${ORDER} from spot_orders where instrument_id = $3 and status = ${spotStatus.open} and id > $1 order by id limit $2`,
  params: [int8, int8, int2],
  row: orderRow,
});
type OpenOrder = RowOf<typeof openOrders>;

const ordersById = defineQuery({
  name: 'spot.replayOrders',
  text: `select o.* from unnest($1::bigint[]) as i(order_id)
    cross join lateral (select ${ORDER} from spot_orders where id = i.order_id limit 1) o`,
  params: [arrayOf(int8)],
  row: orderRow,
});

const openOrdersOf = (reader: Reader, instrumentId: number) =>
  pageByPage((last, most) => reader.many(openOrders, [last, most, instrumentId]), 0);

/** No member: members' ids are positive, so the exchange matches nobody's own orders. */
const EXCHANGE = 0;
/** A part of an incoming order; it never rests. */
const INCOMING = -1;

const sideOf = (code: number): Side => (code === spotSide.buy ? 'buy' : 'sell');
const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/** The book of one market by its record. After a fault it stays as it is: what follows from a wrong book says nothing. */
class MarketReplay {
  readonly book = new OrderBook();
  fault: string | undefined;
  private readonly instrument: Instrument;
  /** The incoming order and the lots it took so far. */
  private taker = { id: 0, lots: 0 };
  private lastTrade = 0;
  private readonly changes: OrderChanges;
  /** Orders that a change has just left less; they hold again without a new place. */
  private readonly reduced = new Set<number>();

  constructor(instrument: Instrument, changes: OrderChanges) {
    this.instrument = instrument;
    this.changes = changes;
  }

  apply(event: Event): void {
    if (this.fault !== undefined) return;
    if (event.kind === orderHold) this.fault = this.rest(event);
    else if (event.kind === orderRelease) this.fault = this.release(event.subject);
    // The other side of the same trade has lines too.
    else if (event.subject !== this.lastTrade) this.fault = this.trade(event);
  }

  /** An order that rested before the replayed events. */
  resume({ id, memberId, side, limitPrice }: OpenOrder, lots: number): void {
    const priceTicks = this.ticksOf(limitPrice);
    if (priceTicks === undefined || lots <= 0 || this.fault !== undefined) return;
    const order = { id, owner: memberId, side: sideOf(side), kind: 'limit', priceTicks } as const;
    const { fillCount } = this.book.place({ ...order, lots });
    if (fillCount > 0) this.fault = `order ${id} rests across the book`;
  }

  lotsOf = (quantity: bigint | null) => whole(quantity, this.instrument.lotSize);
  private ticksOf = (value: bigint | null) => whole(value, this.instrument.tickSize);

  private trade(event: Event): string | undefined {
    const { subject: id, maker, taker, takerOwner } = event;
    this.lastTrade = id;
    const priceTicks = this.ticksOf(event.price);
    const lots = this.lotsOf(event.quantity);
    if (priceTicks === undefined || lots === undefined || event.takerSide === null) {
      return `trade ${id} is not in whole ticks and lots`;
    }
    if (taker !== null) {
      this.taker = { id: taker, lots: lots + (taker === this.taker.id ? this.taker.lots : 0) };
    }
    const side = sideOf(event.takerSide);
    this.dropDust(opposite(side), maker);
    if (maker === null) return this.passedOver(id, side, priceTicks);
    if (!this.book.has(maker)) {
      const isDust = side === 'sell' && this.isDust(priceTicks, lots);
      return isDust ? undefined : `trade ${id} is with order ${maker}, which did not rest`;
    }
    const incoming = { id: INCOMING, owner: takerOwner ?? EXCHANGE, side, kind: 'market' } as const;
    const placed = this.book.place({ ...incoming, priceTicks, lots });
    if (placed.stopReason === 'self-trade') return `trade ${id} is of one member with themselves`;
    if (placed.fillCount > 0 && placed.fillMakerId(0) !== maker) {
      return `trade ${id} is with order ${maker}, order ${placed.fillMakerId(0)} was before it`;
    }
    const isSame =
      placed.fillCount === 1 &&
      placed.fillLots(0) === lots &&
      placed.fillPriceTicks(0) === priceTicks;
    return isSame ? undefined : `trade ${id} is not what order ${maker} offered`;
  }

  /** The exchange cannot deal at a price that is worse for the incoming order than a member's. */
  private passedOver(trade: number, side: Side, priceTicks: number): string | undefined {
    const best = side === 'buy' ? this.book.bestAsk() : this.book.bestBid();
    if (best === undefined) return undefined;
    const isWorse = side === 'buy' ? best < priceTicks : best > priceTicks;
    return isWorse ? `trade ${trade} with the exchange passed over a better price` : undefined;
  }

  private rest({ subject: id, owner, side, price: limit, quantity }: Event): string | undefined {
    if (this.reduced.delete(id)) return undefined;
    const done = this.changes.last(id);
    const next = this.changes.next(id);
    // As it was then: after its newest change, before the next one, or as it was placed.
    const priceTicks = this.ticksOf(done?.price ?? next?.formerPrice ?? limit);
    const ordered = this.lotsOf(
      done === undefined ? (next?.formerQuantity ?? quantity) : openOf(done),
    );
    if (priceTicks === undefined || ordered === undefined || owner === null || side === null) {
      return `order ${id} rests without a price or quantity`;
    }
    const lots = ordered - (this.taker.id === id ? this.taker.lots : 0);
    if (lots <= 0 || this.book.has(id)) return `order ${id} began to rest twice or without a rest`;
    this.dropDust(opposite(sideOf(side)), null);
    const order = { id, owner, side: sideOf(side), kind: 'limit', priceTicks, lots } as const;
    const placed = this.book.place(order);
    if (placed.restingLots === lots) return undefined;
    return `order ${id} rests, it should have matched what was there`;
  }

  private release(id: number): string | undefined {
    const change = this.changes.next(id);
    if (change !== undefined) return this.change(change);
    return this.book.cancel(id) > 0 ? undefined : `order ${id} was cancelled, it did not rest`;
  }

  /** The release of what a changed order reserved. A new place follows with its trades and its hold. */
  private change(change: OrderChange): string | undefined {
    const { orderId: id, keepsPlace } = change;
    this.changes.take(id);
    this.taker = { id, lots: 0 };
    const resting = this.book.get(id);
    const was = this.lotsOf(change.formerQuantity - change.filledQuantity);
    if (
      resting === undefined ||
      resting.lots !== was ||
      resting.priceTicks !== this.ticksOf(change.formerPrice)
    ) {
      return `order ${id} was changed, it did not rest as it was`;
    }
    if (keepsPlace) {
      this.book.reduce(id, this.lotsOf(openOf(change)) ?? 0);
      this.reduced.add(id);
    } else this.book.cancel(id);
    return undefined;
  }

  /** Bids worth less than the quote asset's smallest unit hold nothing, so their beginning and end are not in the journal. */
  private dropDust(side: Side, expected: number | null): void {
    for (;;) {
      const [first] = this.book.orders(side);
      if (first === undefined || first.id === expected || side === 'sell') return;
      if (!this.isDust(first.priceTicks, first.lots)) return;
      this.book.cancel(first.id);
    }
  }

  private isDust(priceTicks: number, lots: number): boolean {
    const { tickSize, lotSize, quoteScale } = this.instrument;
    const value = BigInt(priceTicks) * BigInt(lots) * tickSize * lotSize;
    return value < 10n ** BigInt(36 - quoteScale);
  }

  /** Compares the replayed book with the orders that are stored as open. */
  async compare(stored: AsyncIterable<OpenOrder>): Promise<string[]> {
    if (this.fault !== undefined) return [this.fault];
    const faults: string[] = [];
    const seen = new Set<number>();
    for await (const { id, side, limitPrice, open } of stored) {
      seen.add(id);
      const resting = this.book.get(id);
      const lots = this.lotsOf(open) ?? 0;
      const isBid = side === spotSide.buy;
      const isUnseen = isBid && this.isDust(this.ticksOf(limitPrice) ?? 0, lots);
      if (resting === undefined && isUnseen) continue;
      if (resting?.lots !== lots || resting.priceTicks !== this.ticksOf(limitPrice)) {
        faults.push(`order ${id} has ${lots} lots left, by the record ${resting?.lots ?? 0}`);
      }
    }
    for (const side of ['buy', 'sell'] as const) {
      for (const { id, lots, priceTicks } of this.book.orders(side)) {
        if (seen.has(id) || (side === 'buy' && this.isDust(priceTicks, lots))) continue;
        faults.push(`order ${id} is not open, by the record it has ${lots} lots left`);
      }
    }
    return faults;
  }
}

/** What a change left open. */
const openOf = ({ quantity, filledQuantity }: OrderChange): bigint => quantity - filledQuantity;

function whole(value: bigint | null, step: bigint): number | undefined {
  return value === null || value % step !== 0n ? undefined : Number(value / step);
}

/** Every market that a replay meets. */
class Markets {
  readonly met = new Map<number, MarketReplay>();
  private readonly instruments: ReadonlyMap<number, Instrument>;

  private readonly changes: OrderChanges;

  constructor(all: readonly Instrument[], changes: OrderChanges) {
    this.changes = changes;
    this.instruments = new Map(all.map((each) => [each.id, each]));
  }

  /** Undefined for an instrument that does not exist. */
  of(instrumentId: number | null): MarketReplay | undefined {
    const instrument = instrumentId === null ? undefined : this.instruments.get(instrumentId);
    if (instrument === undefined) return undefined;
    const known = this.met.get(instrument.id) ?? new MarketReplay(instrument, this.changes);
    this.met.set(instrument.id, known);
    return known;
  }

  async compare(reader: Reader): Promise<string[]> {
    const faults: string[] = [];
    for (const [id, market] of this.met) {
      faults.push(...(await market.compare(openOrdersOf(reader, id))));
    }
    return faults.slice(0, FAULTS_MAX);
  }
}

/** Trades, holds and releases that were recorded since then, or the newest of them. */
async function eventsSince(
  reader: Reader,
  { entry, posting }: Since,
  most: number,
): Promise<Event[]> {
  const events: Event[] = [];
  const before = await reader.maybe(entryBefore, [posting, entry, most]);
  const from = before?.entry ?? entry;
  const read = (last: number, most: number) => reader.many(newEvents, [last, most, from]);
  for await (const event of pageByPage(read, posting)) events.push(event);
  return events;
}

/**
 * Replays what was recorded since then, at most the newest `most` events and the rest of their round, on the books as they were: the open orders of now, less what rested since, plus
 * what was taken from them since. Only markets in which something happened are read.
 */
export async function findUnreplayed(
  reader: Reader,
  since: Since,
  most = NEW_EVENTS_MAX,
): Promise<string[]> {
  const events = await eventsSince(reader, since, most);
  if (events.length === 0) return [];
  const holds = holdsOf(events);
  const changes = await changesOfOrders(reader, [...holds.keys()]);
  const markets = new Markets((await loadInstruments(reader)).all, changes);
  for (const { instrumentId } of events) markets.of(instrumentId);
  await resumeBooks(reader, { markets, changes, holds }, events);
  for await (const event of unhurried(events)) markets.of(event.instrumentId)?.apply(event);
  return markets.compare(reader);
}

function holdsOf(events: readonly Event[]): Map<number, HoldCounts> {
  const counts = new Map<number, HoldCounts>();
  for (const { kind, subject } of events) {
    if (kind !== orderHold && kind !== orderRelease) continue;
    const count = counts.get(subject) ?? { holds: 0, releases: 0 };
    counts.set(subject, count);
    if (kind === orderHold) count.holds += 1;
    else count.releases += 1;
  }
  return counts;
}

interface Replayed {
  readonly markets: Markets;
  readonly changes: OrderChanges;
  readonly holds: ReadonlyMap<number, HoldCounts>;
}

async function resumeBooks(
  reader: Reader,
  { markets, changes, holds }: Replayed,
  events: readonly Event[],
) {
  const rested = new Set<number>();
  for (const [id, counts] of holds) if (!changes.begin(id, counts)) rested.add(id);
  const taken = takenFrom(events, changes);
  const touched = new Set([...taken.keys(), ...holds.keys()]);
  const before = new Map<number, OpenOrder>();
  const ids = [...touched].filter((id) => !rested.has(id));
  for (const order of await reader.many(ordersById, [ids])) before.set(order.id, order);
  for (const instrumentId of markets.met.keys()) {
    for await (const order of openOrdersOf(reader, instrumentId)) {
      if (!rested.has(order.id)) before.set(order.id, order);
    }
  }
  const inOrder = [...before.values()]
    .map((order) => asItWas(order, changes))
    .sort((left, right) => left.place - right.place);
  for await (const order of unhurried(inOrder)) {
    const market = markets.of(order.instrumentId);
    const lots = market?.lotsOf((order.open ?? 0n) + (taken.get(order.id) ?? 0n));
    if (lots !== undefined) market?.resume(order, lots);
  }
}

/** What was taken from each resting order, up to its first change: after that its record says what was left. */
function takenFrom(events: readonly Event[], changes: OrderChanges): Map<number, bigint> {
  const taken = new Map<number, bigint>();
  const counted = new Set<number>();
  for (const { kind, subject, maker, quantity } of events) {
    if (kind === orderHold || kind === orderRelease || maker === null || counted.has(subject)) {
      continue;
    }
    counted.add(subject);
    const change = changes.next(maker);
    if (change !== undefined && subject > change.id) continue;
    taken.set(maker, (taken.get(maker) ?? 0n) + (quantity ?? 0n));
  }
  return taken;
}

/** The order before the first replayed change. */
function asItWas(order: OpenOrder, changes: OrderChanges): OpenOrder {
  const next = changes.next(order.id);
  if (next === undefined) return order;
  return {
    ...order,
    limitPrice: next.formerPrice,
    open: (next.formerQuantity - next.filledQuantity) as typeof order.open,
    place: changes.last(order.id)?.place ?? order.id,
  };
}

/** Replays the whole record. `reader` should be a snapshot. */
export async function auditReplay(reader: Reader): Promise<Finding> {
  const { all } = await loadInstruments(reader);
  const markets = new Markets(all, await allChanges(reader));
  for (const { id } of all) markets.of(id);
  let checked = 0;
  for await (const event of everyRow(reader, everyEvent)) {
    checked += 1;
    markets.of(event.instrumentId)?.apply(event);
  }
  const faults = await markets.compare(reader);
  return { rule: 'orders and trades replay to the stored book', checked, faults };
}
