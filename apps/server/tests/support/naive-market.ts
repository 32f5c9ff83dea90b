/** A naive market with OCO and attached orders, simple enough to verify by reading: it does one thing after the other. */
import type { Side } from '@tern/matching';
import { NaiveBook } from '@tern/matching/naive-book';
import { type Amount, decimal, type Price, type Rate } from '@tern/money';
import type { Watched } from '../../src/features/trading/spot/conditional/conditional-order.ts';
import { createUnits, protectionPrice } from '../../src/features/trading/spot/rules.ts';
import { type Instrument, instrumentState } from '../../src/kernel/catalog/instruments.ts';

export const NOW = Date.parse('2026-11-18T12:00:00Z');

export const instrument: Instrument = {
  id: 1,
  symbol: 'btcusdt',
  base: 'BTC',
  quote: 'USDT',
  baseScale: 8,
  quoteScale: 6,
  class: 'crypto',
  hours: 'always',
  tickSize: decimal<Price>('1'),
  lotSize: decimal<Amount>('1'),
  minNotional: decimal<Amount>('1'),
  maxNotional: decimal<Amount>('1000000'),
  priceBand: decimal<Rate>('0.99'),
  marketBand: decimal<Rate>('0.3'),
  makerFee: decimal<Rate>('0'),
  takerFee: decimal<Rate>('0'),
  jumpBound: decimal<Rate>('0.05'),
  pricedBy: 'sources',
  state: instrumentState.normal,
  createdAt: NOW,
  updatedAt: NOW,
};
export const units = createUnits(instrument);

export interface Oco {
  readonly act: 'oco';
  readonly member: number;
  readonly side: Side;
  readonly watches: Watched;
  /** Ticks between the ends and a price of 100. */
  readonly target: number;
  readonly stop: number;
  /** Of the stop's order; undefined: at market. */
  readonly limit: number | undefined;
  readonly lots: number;
}
interface Attach {
  readonly act: 'attach';
  readonly member: number;
  readonly side: Side;
  readonly watches: Watched;
  /** Of the limit order; undefined: at market. */
  readonly price: number | undefined;
  /** Ticks above and below its price or 100; undefined: not attached. */
  readonly above: number | undefined;
  readonly below: number | undefined;
  readonly lots: number;
}
export type Act =
  | Oco
  | Attach
  /** An order with attached ones, or one of those. */
  | { act: 'end'; pick: number; isOrder: boolean }
  | { act: 'limit'; member: number; side: Side; price: number; lots: number }
  /** The stop of an OCO, or an attached order: to a trigger, and a limit price if it has one. */
  | { act: 'amend'; pick: number; isAttached: boolean; trigger: number; limit: number }
  /** The limit order or the stop of one of the OCO orders so far. */
  | { act: 'cancel'; pick: number; isStop: boolean };
/** What one batch gets. */
export interface Step {
  readonly ticks: readonly number[];
  readonly acts: readonly Act[];
  /** It fails first, and is planned again. */
  readonly failsFirst: boolean;
  /** The batch before it has not committed yet. */
  readonly isPipelined: boolean;
}

export const endsOf = ({ side: of, target, stop }: Oco) =>
  of === 'sell'
    ? { target: 100 + target, stop: 100 - stop }
    : { target: 100 - target, stop: 100 + stop };

interface NaiveStop extends Omit<Oco, 'limit'> {
  readonly id: number;
  readonly limitId: number;
  place: number;
  trigger: number;
  limit: number | undefined;
  status: 'waiting' | 'triggered' | 'cancelled' | 'rejected';
  isDue: boolean;
  placed: number | undefined;
  placedLots: number | undefined;
}

/** Take profit and stop loss by their prices, as a buy has them; a sell has them the other way round. */
export function attachedEnds({ side: of, price, above, below }: Attach) {
  const high = above === undefined ? undefined : (price ?? 100) + above;
  const low = below === undefined ? undefined : (price ?? 100) - below;
  return of === 'buy' ? { profit: high, loss: low } : { profit: low, loss: high };
}

interface NaiveAttached {
  readonly id: number;
  readonly orderId: number;
  readonly member: number;
  /** Of the order. */
  readonly of: Side;
  readonly watches: Watched;
  readonly isAbove: boolean;
  /** Of its order. */
  readonly limit: number | undefined;
  place: number;
  trigger: number;
  /** Lots that were bought, or what was received for those that were sold. */
  has: number;
  status: 'waiting' | 'triggered' | 'cancelled';
  isDue: boolean;
  placed: number | undefined;
}

/** One book, a list of stops, and each thing at its time. */
export class NaiveMarket {
  readonly stops: NaiveStop[] = [];
  readonly attached: NaiveAttached[] = [];
  readonly trades: string[] = [];
  readonly open = new Map<number, number>();
  private readonly book = new NaiveBook();
  private readonly due: (NaiveStop | NaiveAttached)[] = [];
  private nextId = 1;
  private reference: number | undefined;
  private last: number | undefined;

  run({ ticks, acts }: Step): void {
    // The newest price is known before the older ones of the batch are compared.
    this.reference = ticks.at(-1) ?? this.reference;
    for (const tick of ticks) this.see('reference', tick);
    for (const each of acts) this.carryOut(each);
    while (this.due.length > 0) {
      const next = this.due.shift()!;
      if ('limitId' in next) this.swap(next);
      else this.sell(next);
    }
  }

  private carryOut(each: Act): void {
    if (each.act === 'oco') this.placeOco(each);
    else if (each.act === 'attach') this.attach(each);
    else if (each.act === 'end') this.end(each);
    else if (each.act === 'amend') this.amend(each);
    else if (each.act === 'limit') {
      if (this.reference !== undefined) this.place(each, each.price, 'limit');
    } else if (this.stops.length > 0) {
      const stop = this.stops[each.pick % this.stops.length]!;
      const isLate = each.isStop && stop.isDue;
      if (!isLate && this.open.has(stop.limitId)) this.endLimit(stop, 'cancelled');
    }
  }

  private placeOco(oco: Oco): void {
    const { watches, side: of } = oco;
    const current = watches === 'last' ? (this.last ?? this.reference) : this.reference;
    if (current === undefined) return;
    const { target, stop } = endsOf(oco);
    const [low, high] = of === 'sell' ? [stop, target] : [target, stop];
    if (current <= low || current >= high) return;
    const best = of === 'sell' ? this.book.bestBid() : this.book.bestAsk();
    if (best !== undefined && (of === 'sell' ? best >= target : best <= target)) return;
    const limitId = this.place(oco, target, 'limit');
    const state = {
      status: 'waiting',
      isDue: false,
      placed: undefined,
      placedLots: undefined,
    } as const;
    const id = this.nextId++;
    this.stops.push({ ...oco, id, place: id, trigger: stop, limitId, ...state });
  }

  private amend({ pick, isAttached, ...to }: Extract<Act, { act: 'amend' }>): void {
    const stop = isAttached
      ? this.attached[pick % this.attached.length]!
      : this.stops[pick % this.stops.length]!;
    if (stop.status !== 'waiting' || stop.isDue) return;
    const current = stop.watches === 'last' ? (this.last ?? this.reference) : this.reference;
    const isPair = 'limitId' in stop;
    const limit = isPair && stop.limit !== undefined ? to.limit : stop.limit;
    if (current === undefined || (to.trigger === stop.trigger && limit === stop.limit)) return;
    const isAbove = isPair ? stop.side === 'buy' : stop.isAbove;
    const known = [current];
    if (!isPair && limit !== undefined && this.open.has(stop.orderId)) known.push(limit);
    if (known.some((price) => (isAbove ? price >= to.trigger : price <= to.trigger))) return;
    stop.trigger = to.trigger;
    if (isPair) stop.limit = limit;
    stop.place = this.nextId++;
  }

  private attach(each: Attach): void {
    const { watches, side: of, price, member: owner, lots: asked } = each;
    const { profit, loss } = attachedEnds(each);
    const given = [
      { trigger: profit, isAbove: of === 'buy' },
      { trigger: loss, isAbove: of === 'sell' },
    ];
    const current = watches === 'last' ? (this.last ?? this.reference) : this.reference;
    const known = given.filter(({ trigger }) => trigger !== undefined);
    if (current === undefined || known.length === 0) return;
    if (known.some(({ trigger, isAbove }) => isAbove === trigger! <= current)) return;
    if (known.some(({ trigger }) => trigger === current)) return;
    const isBudget = price === undefined && of === 'buy';
    const orderId = this.place(
      { member: owner, side: of, lots: isBudget ? asked * 100 : asked },
      price ?? this.worst(of),
      price === undefined ? (isBudget ? 'budget' : 'market') : 'limit',
    );
    const has = this.brought(orderId, of);
    for (const { trigger, isAbove } of known) {
      const status = has === 0 && !this.open.has(orderId) ? 'cancelled' : 'waiting';
      const id = this.nextId++;
      const own = { id, place: id, orderId, member: owner, limit: price };
      const common = { ...own, of, watches, isAbove, has };
      const state = { status, isDue: false, placed: undefined } as const;
      this.attached.push({ ...common, ...state, trigger: trigger! });
    }
  }

  /** By the trades of an order. */
  private brought(orderId: number, of: Side): number {
    return this.trades
      .map((each) => each.split(' ').map(Number))
      .filter(([maker, taker]) => maker === orderId || taker === orderId)
      .reduce((sum, [, , price, taken]) => sum + (of === 'buy' ? taken! : price! * taken!), 0);
  }

  private end({ pick, isOrder }: { pick: number; isOrder: boolean }): void {
    const stop = this.attached[pick % this.attached.length]!;
    if (!isOrder) {
      if (stop.status === 'waiting' && !stop.isDue) stop.status = 'cancelled';
      return;
    }
    if (!this.open.has(stop.orderId)) return;
    this.book.cancel(stop.orderId);
    this.open.delete(stop.orderId);
    for (const each of this.attached) {
      const isEmpty = each.orderId === stop.orderId && each.has === 0;
      if (isEmpty && each.status === 'waiting') each.status = 'cancelled';
    }
  }

  /** The turn of an attached order that was met. */
  private sell(stop: NaiveAttached): void {
    if (stop.status !== 'waiting') return;
    this.book.cancel(stop.orderId);
    this.open.delete(stop.orderId);
    for (const other of this.attached) {
      if (other.orderId === stop.orderId && other.status === 'waiting') other.status = 'cancelled';
    }
    stop.status = 'triggered';
    const back = stop.of === 'buy' ? 'sell' : 'buy';
    const order = { member: stop.member, side: back, lots: stop.has } as const;
    stop.placed = this.place(order, this.worst(back), back === 'buy' ? 'budget' : 'market');
  }

  private worst(of: Side): number {
    return units.ticksOf(protectionPrice(instrument, units.priceOf(this.reference!), of));
  }

  /** `lots` of a `budget`: what it may spend. */
  private place(
    { member: owner, side: of, lots: asked }: { member: number; side: Side; lots: number },
    priceTicks: number,
    kind: 'limit' | 'market' | 'budget',
  ): number {
    const id = this.nextId++;
    const placement = this.book.place(
      kind === 'budget'
        ? { id, owner, side: 'buy', kind, priceTicks, budget: asked }
        : { id, owner, side: of, kind, priceTicks, lots: asked },
    );
    const fills = Array.from({ length: placement.fillCount }, (_each, at) => ({
      maker: placement.fillMakerId(at),
      price: placement.fillPriceTicks(at),
      taken: placement.fillLots(at),
      left: placement.fillMakerRemaining(at),
    }));
    if (placement.restingLots > 0) this.open.set(id, placement.restingLots);
    for (const { maker, price, taken, left } of fills) {
      this.trades.push(`${maker} ${id} ${price} ${taken}`);
      this.see('last', price);
      if (left > 0) this.open.set(maker, left);
      else {
        this.open.delete(maker);
        const stop = this.stops.find(({ limitId }) => limitId === maker);
        if (stop?.status === 'waiting') stop.status = 'cancelled';
      }
      for (const each of this.attached) {
        if (each.orderId === maker && each.status === 'waiting')
          each.has = this.brought(maker, each.of);
      }
    }
    return id;
  }

  private see(watches: Watched, price: number): void {
    const all = [...this.stops, ...this.attached].sort((left, right) => left.place - right.place);
    for (const stop of all) {
      if (stop.watches !== watches || stop.status !== 'waiting' || stop.isDue) continue;
      if ('limitId' in stop) {
        const { trigger } = stop;
        if (stop.side === 'sell' ? price > trigger : price < trigger) continue;
      } else {
        const { isAbove, trigger, has } = stop;
        if (has === 0 || (isAbove ? price < trigger : price > trigger)) continue;
      }
      stop.isDue = true;
      this.due.push(stop);
    }
    if (watches === 'last') this.last = price;
  }

  /** The turn of a stop that was met: its limit order is cancelled, and its own placed. */
  private swap(stop: NaiveStop): void {
    if (stop.status !== 'waiting') return;
    const left = this.open.get(stop.limitId)!;
    this.endLimit(stop, 'triggered');
    const price = stop.limit ?? this.worst(stop.side);
    const kind = stop.limit === undefined ? 'market' : 'limit';
    stop.placedLots = left;
    stop.placed = this.place({ ...stop, lots: left }, price, kind);
  }

  private endLimit(stop: NaiveStop, status: 'cancelled' | 'triggered'): void {
    this.book.cancel(stop.limitId);
    this.open.delete(stop.limitId);
    stop.status = status;
  }
}
