/** Batches with OCO and attached orders over random streams, compared with a naive market that does one thing after the other. */
import { OrderBook } from '@tern/matching';
import { type Amount, decimal } from '@tern/money';
import { readLine } from '@tern/proofs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Act,
  attachedEnds,
  endsOf,
  instrument,
  NaiveMarket,
  NOW,
  type Step,
  units,
} from '../../../../../tests/support/naive-market.ts';
import type { MemberCommand } from '../commands.ts';
import { RecentAnswers } from './answers.ts';
import type { Batch, PlannedBatch } from './batch.ts';
import { IdBlocks } from './ids.ts';
import { planBatch } from './plan.ts';
import { RecordReplay } from '../record/replay-record.ts';
import { afterBatch, beginningAt } from './record-state.ts';
import { TriggerWatch } from './trigger-watch.ts';

const SEED = 20_261_130;
const RUNS = 150;
const MEMBERS = 4;

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
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('attach' as const),
      member,
      side,
      watches: fc.constantFrom('last' as const, 'reference' as const),
      price: fc.option(fc.integer({ min: 97, max: 103 }), { nil: undefined }),
      above: fc.option(away, { nil: undefined }),
      below: fc.option(away, { nil: undefined }),
      lots: ocoLots,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('amend' as const),
      pick: fc.nat(),
      isAttached: fc.boolean(),
      trigger: fc.integer({ min: 92, max: 108 }),
      limit: fc.integer({ min: 90, max: 110 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('end' as const),
      pick: fc.nat(),
      isOrder: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('cancel' as const),
      pick: fc.nat(),
      isStop: fc.boolean(),
    }),
  },
);
const step: fc.Arbitrary<Step> = fc.record({
  ticks: fc.array(fc.integer({ min: 91, max: 109 }), { maxLength: 2 }),
  acts: fc.array(act, { maxLength: 5 }),
  failsFirst: fc.boolean(),
  isPipelined: fc.boolean(),
});

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
  private record = beginningAt({ last: 0, at: 0 });
  private readonly replay = new RecordReplay();
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
      this.watch.receive({ symbol: instrument.symbol, seq: this.seq, at: NOW, price }, false);
    }
  }

  /** Ids of a batch that fails are lost in the engine; here they are taken again, as the naive market counts them. */
  run(commands: readonly MemberCommand[], failsFirst: boolean): PlannedBatch {
    if (failsFirst) {
      const ids = this.idsLeft();
      const before = this.record;
      const { taken } = this.plan(commands);
      this.record = before;
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

  /** What is recorded replays to the same fills, whatever the engine did for it. */
  commitOldest(): void {
    const { planned } = this.inFlight.shift()!;
    const fills = (planned!.recorded?.lines ?? []).flatMap((text, position) => {
      const { kind, rest } = readLine(text);
      const number = planned!.recorded!.first + position;
      return this.replay.apply({ number, kind, fields: rest.split('|') });
    });
    expect(fills.length).toBe(planned!.trades.length);
    this.book.commit();
    this.watch.commit(planned);
    for (const order of [...planned!.inserted, ...planned!.changed]) {
      if (order.status === 'open') this.open.set(order.id, order);
      else this.open.delete(order.id);
    }
    if (this.flying === 0) this.compareBooks();
  }

  /** The book that follows from the record is the engine's, order by order. */
  private compareBooks(): void {
    for (const side of ['buy', 'sell'] as const) {
      const engines = [...this.book.orders(side)].map(({ id, priceTicks, lots }) => {
        return { id: this.open.get(id)!.number, priceTicks, lots };
      });
      const replayed = [...this.replay.replay.book.orders(side)].map(({ id, priceTicks, lots }) => {
        return { id, priceTicks, lots };
      });
      expect(replayed).toEqual(engines);
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
    const taken = this.watch.take(NOW);
    const tick =
      this.reference === undefined
        ? undefined
        : { symbol: '', seq: this.seq, at: NOW, price: units.priceOf(this.reference) };
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
      now: NOW,
      withdrawn: [],
      quotes: [],
      firstQuoteId: -1,
      mode: 'live',
      recordPlace: {
        first: this.record.last + 1,
        at: NOW,
        received: commands.map(() => NOW),
        statesTerms: !this.record.isStated,
        unrecorded: undefined,
        firstQuoteId: 0,
      },
      recordSecret: '00'.repeat(16),
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
      barred: new Map(),
      loaded,
    });
    flying.planned = planned;
    this.record = afterBatch(this.record, planned);
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
  {
    stops,
    attached,
  }: {
    stops: readonly { id: number; limitId: number; member: number; hasLimit: boolean }[];
    attached: readonly { id: number; orderId: number; member: number; hasLimit: boolean }[];
  },
): MemberCommand[] {
  if (each.act === 'end') {
    const { id, orderId, member: memberId } = attached[each.pick % attached.length]!;
    return [
      each.isOrder
        ? { kind: 'cancel', orderId, memberId, key: undefined }
        : { kind: 'cancel-conditional', conditionalId: id, memberId, key: undefined },
    ];
  }
  if (each.act === 'amend') {
    const of = each.isAttached ? attached : stops;
    const { id: conditionalId, member: memberId, hasLimit } = of[each.pick % of.length]!;
    const none = { rate: undefined, startPrice: undefined, quantity: undefined, budget: undefined };
    const limitPrice = hasLimit ? units.priceOf(each.limit) : undefined;
    const to = { ...none, triggerPrice: units.priceOf(each.trigger), limitPrice };
    return [{ kind: 'amend-conditional', conditionalId, memberId, to, key: undefined }];
  }
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
  if (each.act === 'attach') {
    const { price, side: of, watches } = each;
    const { profit, loss } = attachedEnds(each);
    const isBudget = price === undefined && of === 'buy';
    const priceOf = (ticks: number | undefined) =>
      ticks === undefined ? undefined : units.priceOf(ticks);
    const order = {
      side: of,
      type: price === undefined ? 'market' : 'limit',
      limitPrice: priceOf(price),
      quantity: isBudget ? undefined : quantity,
      budget: isBudget ? decimal<Amount>(String(each.lots * 100)) : undefined,
      attached: { watches, takeProfit: priceOf(profit), stopLoss: priceOf(loss) },
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
  const attachedEnded = { waiting: 0, triggered: 0, cancelled: 0 };
  let parts = 0;
  let amended = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const engine = new Engine();
      await engine.begin();
      const naive = new NaiveMarket();
      for (const each of steps) {
        const known = naive.stops.map(({ id, limitId, member: owner, limit }) => ({
          id,
          limitId,
          member: owner,
          hasLimit: limit !== undefined,
        }));
        const attached = naive.attached.map(({ id, orderId, member: owner }) => ({
          id,
          orderId,
          member: owner,
          hasLimit: false,
        }));
        // A cancellation or a change names an OCO or an attached order that was there before its batch.
        const given = each.acts.flatMap((one): Act[] => {
          if (one.act === 'amend') {
            const all = one.isAttached ? naive.attached : naive.stops;
            const waits = all.flatMap(({ status }, at) => (status === 'waiting' ? [at] : []));
            return waits.length > 0 ? [{ ...one, pick: waits[one.pick % waits.length]! }] : [];
          }
          if (one.act !== 'cancel' && one.act !== 'end') return [one];
          const of = one.act === 'cancel' ? known : attached;
          return of.length > 0 ? [{ ...one, pick: one.pick % of.length }] : [];
        });
        const commands = given.flatMap((one) => commandOf(one, { stops: known, attached }));
        naive.run({ ...each, acts: given });
        engine.receive(each.ticks);
        const planned = engine.run(commands, each.failsFirst);
        while (engine.flying > (each.isPipelined ? 1 : 0)) engine.commitOldest();

        amended += planned.conditionals.amendments.length;
        expect(engine.trades).toEqual(naive.trades);
        const all = [...engine.stops.values()];
        expect(
          all
            .filter(({ pair }) => pair !== undefined)
            .map(({ id, place, status, orderId, pair, triggerPrice }) => {
              const trigger = units.ticksOf(triggerPrice!);
              return [id, place, trigger, status, orderId, pair?.orderId];
            }),
        ).toEqual(
          naive.stops.map(({ id, place, trigger, status, placed, limitId }) => {
            return [id, place, trigger, status, placed, limitId];
          }),
        );
        expect(
          all
            .filter((stop) => stop.attached !== undefined)
            .map(({ id, place, status, orderId, quantity, budget, side: of }) => {
              const has = of === 'sell' ? quantity && units.lotsOf(quantity) : budget;
              return [id, place, status, orderId, Number(has ?? 0) / (of === 'sell' ? 1 : 1e18)];
            }),
        ).toEqual(
          naive.attached.map(({ id, place, status, placed, has }) => {
            return [id, place, status, placed, has];
          }),
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
      for (const { status } of naive.attached) attachedEnded[status] += 1;
      for (const { status, placedLots, lots: all } of naive.stops) {
        ended[status] += 1;
        if (placedLots !== undefined && placedLots < all) parts += 1;
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
  // Every end was met, also after a part of the limit order was filled.
  expect(amended).toBeGreaterThan(20);
  expect(parts).toBeGreaterThan(3);
  expect(ended.triggered).toBeGreaterThan(20);
  expect(ended.cancelled).toBeGreaterThan(20);
  expect(ended.waiting).toBeGreaterThan(20);
  expect(Math.min(...Object.values(attachedEnded))).toBeGreaterThan(20);
});
