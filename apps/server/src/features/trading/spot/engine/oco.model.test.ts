/** Batches with OCO orders over random streams, compared with a naive market that does one thing after the other. */
import { OrderBook, type Side } from '@tern/matching';
import { NaiveBook } from '@tern/matching/naive-book';
import { type Amount, decimal, type Price, type Rate } from '@tern/money';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Instrument, instrumentState } from '../../../../kernel/catalog/instruments.ts';
import type { MemberCommand } from '../commands.ts';
import type { Watched } from '../conditional/conditional-order.ts';
import { createUnits, protectionPrice } from '../rules.ts';
import { RecentAnswers } from './answers.ts';
import type { Batch, PlannedBatch } from './batch.ts';
import { IdBlocks } from './ids.ts';
import { planBatch } from './plan.ts';
import { TriggerWatch } from './trigger-watch.ts';

const SEED = 20_261_130;
const RUNS = 80;
const now = Date.parse('2026-11-18T12:00:00Z');
const MEMBERS = 4;

const instrument: Instrument = {
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
  state: instrumentState.normal,
  createdAt: now,
  updatedAt: now,
};
const units = createUnits(instrument);

interface Oco {
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
type Act =
  | Oco
  | { act: 'limit'; member: number; side: Side; price: number; lots: number }
  /** The limit order or the stop of one of the OCO orders so far. */
  | { act: 'cancel'; pick: number; isStop: boolean };
/** What one batch gets. */
interface Step {
  readonly ticks: readonly number[];
  readonly acts: readonly Act[];
  /** It fails first, and is planned again. */
  readonly failsFirst: boolean;
  /** The batch before it has not committed yet. */
  readonly isPipelined: boolean;
}

const member = fc.integer({ min: 1, max: MEMBERS });
const side = fc.constantFrom('buy' as const, 'sell' as const);
const lots = fc.integer({ min: 1, max: 2 });
const ocoLots = fc.integer({ min: 2, max: 5 });
const away = fc.integer({ min: 1, max: 6 });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('oco' as const),
      member,
      side,
      watches: fc.constantFrom('last' as const, 'reference' as const),
      target: away,
      stop: away,
      limit: fc.option(fc.integer({ min: 90, max: 110 }), { nil: undefined }),
      lots: ocoLots,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('limit' as const),
      member,
      side,
      price: fc.integer({ min: 91, max: 109 }),
      lots,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('cancel' as const),
      pick: fc.nat(),
      isStop: fc.boolean(),
    }),
  },
);
const step: fc.Arbitrary<Step> = fc.record({
  ticks: fc.array(fc.integer({ min: 91, max: 109 }), { maxLength: 2 }),
  acts: fc.array(act, { maxLength: 4 }),
  failsFirst: fc.boolean(),
  isPipelined: fc.boolean(),
});

const endsOf = ({ side: of, target, stop }: Oco) =>
  of === 'sell'
    ? { target: 100 + target, stop: 100 - stop }
    : { target: 100 - target, stop: 100 + stop };

interface NaiveStop extends Oco {
  readonly id: number;
  readonly limitId: number;
  status: 'waiting' | 'triggered' | 'cancelled' | 'rejected';
  isDue: boolean;
  placed: number | undefined;
  placedLots: number | undefined;
}

/** One book, a list of stops, and each thing at its time. */
class NaiveMarket {
  readonly stops: NaiveStop[] = [];
  readonly trades: string[] = [];
  readonly open = new Map<number, number>();
  private readonly book = new NaiveBook();
  private readonly due: NaiveStop[] = [];
  private nextId = 1;
  private reference: number | undefined;
  private last: number | undefined;

  run({ ticks, acts }: Step): void {
    // The newest price is known before the older ones of the batch are compared.
    this.reference = ticks.at(-1) ?? this.reference;
    for (const tick of ticks) this.see('reference', tick);
    for (const each of acts) this.carryOut(each);
    while (this.due.length > 0) this.swap(this.due.shift()!);
  }

  private carryOut(each: Act): void {
    if (each.act === 'oco') this.placeOco(each);
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
    this.stops.push({ ...oco, id: this.nextId++, limitId, ...state });
  }

  private place(
    { member: owner, side: of, lots: asked }: { member: number; side: Side; lots: number },
    priceTicks: number,
    kind: 'limit' | 'market',
  ): number {
    const id = this.nextId++;
    const placement = this.book.place({ id, owner, side: of, kind, priceTicks, lots: asked });
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
    }
    return id;
  }

  private see(watches: Watched, price: number): void {
    for (const stop of this.stops) {
      if (stop.watches !== watches || stop.status !== 'waiting' || stop.isDue) continue;
      const trigger = endsOf(stop).stop;
      if (stop.side === 'sell' ? price > trigger : price < trigger) continue;
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
    const worst = protectionPrice(instrument, units.priceOf(this.reference!), stop.side);
    const price = stop.limit ?? units.ticksOf(worst);
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

/** The engine without its database: what it keeps in memory between batches. */
class Engine {
  readonly stops = new Map<number, PlannedBatch['conditionals']['inserted'][number]>();
  readonly trades: string[] = [];
  readonly open = new Map<number, PlannedBatch['inserted'][number]>();
  readonly book = new OrderBook();
  private readonly watch = new TriggerWatch(instrument);
  private readonly orderIds = new IdBlocks('orders');
  private readonly tradeIds = new IdBlocks('trades');
  private readonly inFlight: { planned: PlannedBatch | undefined }[] = [];
  private seq = 0;
  private reference: number | undefined;

  async begin(): Promise<void> {
    const tx = { one: () => Promise.resolve({ first: 1 }) } as never;
    await Promise.all([this.orderIds.reserve(tx, 500), this.tradeIds.reserve(tx, 5_000)]);
  }

  receive(ticks: readonly number[]): void {
    for (const each of ticks) {
      this.seq += 1;
      this.reference = each;
      const price = units.priceOf(each);
      this.watch.receive({ symbol: instrument.symbol, seq: this.seq, at: now, price }, false);
    }
  }

  /** Ids of a batch that fails are lost in the engine; here they are taken again, as the naive market counts them. */
  run(commands: readonly MemberCommand[], failsFirst: boolean): PlannedBatch {
    if (failsFirst) {
      const ids = this.idsLeft();
      const { taken } = this.plan(commands);
      this.inFlight.pop();
      this.book.rollback();
      this.watch.rollBack(taken);
      this.restore(ids);
    }
    const { planned } = this.plan(commands);
    for (const { makerOrderId, takerOrderId, price, quantity } of planned.trades) {
      const [at, of] = [units.ticksOf(price), units.lotsOf(quantity)];
      this.trades.push(`${makerOrderId} ${takerOrderId} ${at} ${of}`);
    }
    const { inserted, changed } = planned.conditionals;
    for (const stop of [...inserted, ...changed]) this.stops.set(stop.id, stop);
    return planned;
  }

  commitOldest(): void {
    const { planned } = this.inFlight.shift()!;
    this.book.commit();
    this.watch.commit(planned);
    for (const order of [...planned!.inserted, ...planned!.changed]) {
      if (order.status === 'open') this.open.set(order.id, order);
      else this.open.delete(order.id);
    }
  }

  get flying(): number {
    return this.inFlight.length;
  }

  openAfter(id: number) {
    const flying = this.inFlight.findLast(({ planned }) => planned?.find(id) !== undefined);
    return flying?.planned?.find(id) ?? this.open.get(id);
  }

  private plan(commands: readonly MemberCommand[]) {
    const taken = this.watch.take(now);
    const tick =
      this.reference === undefined
        ? undefined
        : { symbol: '', seq: this.seq, at: now, price: units.priceOf(this.reference) };
    const batch: Batch = {
      name: '',
      before: '',
      engine: { instrumentId: 1, epoch: 1 },
      instrument,
      units,
      book: this.book,
      openOrder: (id) => this.openAfter(id),
      feesOf: () => ({ maker: instrument.makerFee, taker: instrument.takerFee }),
      commands,
      tick,
      lastPrice: tick?.price,
      now,
      withdrawn: [],
      quotes: [],
      firstQuoteId: -1,
      orderIds: this.orderIds,
      tradeIds: this.tradeIds,
      ...this.watch.inBatch(taken, { inFlight: this.inFlight, tick }),
    };
    this.book.begin();
    this.watch.begin();
    const flying: { planned: PlannedBatch | undefined } = { planned: undefined };
    this.inFlight.push(flying);
    const balances = {
      available: () => decimal<Amount>('1000000000'),
      change: () => undefined,
      knows: () => true,
    } as never;
    const loaded = new Set(Array.from({ length: MEMBERS }, (_each, at) => at + 1));
    const planned = planBatch(batch, {
      balances,
      answers: new RecentAnswers(),
      finished: new Map(),
      isFresh: true,
      frozen: new Set(),
      loaded,
    });
    flying.planned = planned;
    return { planned, taken };
  }

  private idsLeft = () => [this.orderIds, this.tradeIds].map((ids) => structuredClone({ ...ids }));
  private restore(left: readonly object[]): void {
    [this.orderIds, this.tradeIds].forEach((ids, at) => Object.assign(ids, left[at]));
  }
}

const common = { source: 'app', key: undefined } as const;

function commandOf(
  each: Act,
  stops: readonly { id: number; limitId: number; member: number }[],
): MemberCommand[] {
  if (each.act === 'cancel') {
    const stop = stops[each.pick % stops.length];
    if (stop === undefined) return [];
    const owner = { memberId: stop.member, key: undefined };
    const command: MemberCommand = each.isStop
      ? { kind: 'cancel-conditional', conditionalId: stop.id, ...owner }
      : { kind: 'cancel', orderId: stop.limitId, ...owner };
    return [command];
  }
  const quantity = units.quantityOf(each.lots);
  const owner = { memberId: each.member, ...common };
  if (each.act === 'limit') {
    const limitPrice = units.priceOf(each.price);
    const order = {
      side: each.side,
      type: 'limit',
      limitPrice,
      quantity,
      budget: undefined,
    } as const;
    return [{ kind: 'place', ...order, ...owner } as const];
  }
  const { target, stop } = endsOf(each);
  const terms = {
    kind: each.limit === undefined ? 'stopMarket' : 'stopLimit',
    side: each.side,
    watches: each.watches,
    triggerPrice: units.priceOf(stop),
    rate: undefined,
    startPrice: undefined,
    limitPrice: each.limit === undefined ? undefined : units.priceOf(each.limit),
    quantity,
    budget: undefined,
  } as const;
  return [
    { kind: 'place-conditional', terms, targetPrice: units.priceOf(target), ...owner } as const,
  ];
}

it('equal a naive market after each batch, also after failed ones and on top of others', async () => {
  const ended = { waiting: 0, triggered: 0, cancelled: 0, rejected: 0 };
  let parts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const engine = new Engine();
      await engine.begin();
      const naive = new NaiveMarket();
      for (const each of steps) {
        const known = naive.stops.map(({ id, limitId, member: owner }) => ({
          id,
          limitId,
          member: owner,
        }));
        // A cancellation names an OCO that was there before its batch.
        const acts = each.acts.map((one) =>
          one.act === 'cancel' && known.length > 0
            ? { ...one, pick: one.pick % known.length }
            : one,
        );
        const given = known.length > 0 ? acts : acts.filter((one) => one.act !== 'cancel');
        const commands = given.flatMap((one) => commandOf(one, known));
        naive.run({ ...each, acts: given });
        engine.receive(each.ticks);
        engine.run(commands, each.failsFirst);
        while (engine.flying > (each.isPipelined ? 1 : 0)) engine.commitOldest();

        expect(engine.trades).toEqual(naive.trades);
        expect(
          [...engine.stops.values()].map(({ id, status, orderId, pair }) => [
            id,
            status,
            orderId,
            pair?.orderId,
          ]),
        ).toEqual(
          naive.stops.map(({ id, status, placed, limitId }) => [id, status, placed, limitId]),
        );
        for (const [id, left] of naive.open) {
          const { quantity, filledQuantity } = engine.openAfter(id)!;
          expect(units.lotsOf(quantity!) - units.lotsOf(filledQuantity)).toBe(left);
        }
        for (const stop of naive.stops) {
          const left = naive.open.get(stop.limitId);
          const order = engine.openAfter(stop.limitId);
          expect(order?.status === 'open').toBe(left !== undefined);
          if (stop.status !== 'waiting') continue;
          expect(units.lotsOf(engine.stops.get(stop.id)!.pair!.filled)).toBe(stop.lots - left!);
        }
      }
      for (const { status, placedLots, lots: all } of naive.stops) {
        ended[status] += 1;
        if (placedLots !== undefined && placedLots < all) parts += 1;
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
  // Every end was met, also after a part of the limit order was filled.
  expect(parts).toBeGreaterThan(3);
  expect(ended.triggered).toBeGreaterThan(20);
  expect(ended.cancelled).toBeGreaterThan(20);
  expect(ended.waiting).toBeGreaterThan(20);
});
