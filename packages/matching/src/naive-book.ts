/** The naive reference model of the order book, simple enough to verify by reading; tests compare the two. */
import type { Book, IncomingOrder, Placement, RestingOrder, Side, StopReason } from './book.ts';

interface Fill {
  readonly maker: RestingOrder;
  readonly lots: number;
}

/** Each side's resting orders in matching order. */
type Queues = Record<Side, RestingOrder[]>;

export class NaiveBook implements Book {
  private queues: Queues = { buy: [], sell: [] };
  /** The book at the begin of each open transaction, oldest first. */
  private readonly former: Queues[] = [];

  get size(): number {
    return this.queues.buy.length + this.queues.sell.length;
  }

  place(order: IncomingOrder): Placement {
    const amount = order.kind === 'budget' ? order.budget : order.lots;
    for (const value of [order.priceTicks, amount]) {
      if (!Number.isSafeInteger(value) || value <= 0) throw new RangeError('not positive');
    }
    if (order.kind === 'limit' && this.has(order.id)) throw new RangeError('already rests');
    const fills: Fill[] = [];
    const stop = this.take(order, fills);
    if (order.kind !== 'limit') return placementOf(fills, stop, 0);
    if (stop === 'self-trade') return placementOf(fills, stop, 0);
    const { id, owner, side, priceTicks } = order;
    const lots = order.lots - lotsOf(fills);
    if (lots > 0) this.rest({ id, owner, side, priceTicks, lots });
    return placementOf(fills, 'none', lots);
  }

  cancel(id: number): number {
    const order = this.get(id);
    if (order === undefined) return 0;
    const queue = this.queues[order.side];
    queue.splice(queue.indexOf(order), 1);
    return order.lots;
  }

  reduce(id: number, lots: number): void {
    const order = this.get(id);
    if (order === undefined || !Number.isSafeInteger(lots) || lots <= 0 || lots >= order.lots) {
      throw new RangeError('not less');
    }
    const queue = this.queues[order.side];
    queue[queue.indexOf(order)] = { ...order, lots };
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  get(id: number): RestingOrder | undefined {
    const { buy, sell } = this.queues;
    return buy.find((order) => order.id === id) ?? sell.find((order) => order.id === id);
  }

  bestBid(): number | undefined {
    return this.queues.buy[0]?.priceTicks;
  }

  bestAsk(): number | undefined {
    return this.queues.sell[0]?.priceTicks;
  }

  depth(side: Side, levels: number): [number, number][] {
    const lotsAt = new Map<number, number>();
    for (const { priceTicks, lots } of this.queues[side]) {
      lotsAt.set(priceTicks, (lotsAt.get(priceTicks) ?? 0) + lots);
    }
    return [...lotsAt].slice(0, levels);
  }

  *orders(side: Side): Generator<RestingOrder> {
    yield* this.queues[side];
  }

  begin(): void {
    this.former.push({ buy: [...this.queues.buy], sell: [...this.queues.sell] });
  }

  commit(): void {
    if (this.former.shift() === undefined) throw new Error('the book has not begun');
  }

  rollback(): void {
    const former = this.former.pop();
    if (former === undefined) throw new Error('the book has not begun');
    this.queues = former;
  }

  check(): void {
    const bid = this.bestBid();
    const ask = this.bestAsk();
    if (bid !== undefined && ask !== undefined && bid >= ask)
      throw new Error('the book is crossed');
  }

  private rest(order: RestingOrder): void {
    const queue = this.queues[order.side];
    const firstWorse = queue.findIndex((other) =>
      order.side === 'buy'
        ? other.priceTicks < order.priceTicks
        : other.priceTicks > order.priceTicks,
    );
    queue.splice(firstWorse < 0 ? queue.length : firstWorse, 0, order);
  }

  private take(order: IncomingOrder, fills: Fill[]): StopReason {
    const makers = this.queues[order.side === 'buy' ? 'sell' : 'buy'];
    for (;;) {
      if (amountLeft(order, fills) === 0) return 'none';
      const maker = makers[0];
      if (maker === undefined) return 'no-liquidity';
      const isBeyond =
        order.side === 'buy'
          ? maker.priceTicks > order.priceTicks
          : maker.priceTicks < order.priceTicks;
      if (isBeyond) return 'bound';
      const wanted = lotsWanted(order, fills, maker.priceTicks);
      if (wanted === 0) return 'none';
      if (maker.owner === order.owner) return 'self-trade';
      const lots = wanted < maker.lots ? wanted : maker.lots;
      fills.push({ maker, lots });
      // Orders are replaced, never changed, so that saved queues stay intact.
      if (lots === maker.lots) makers.shift();
      else makers[0] = { ...maker, lots: maker.lots - lots };
    }
  }
}

function amountLeft(order: IncomingOrder, fills: Fill[]): number {
  return order.kind === 'budget' ? order.budget - quoteOf(fills) : order.lots - lotsOf(fills);
}

function lotsWanted(order: IncomingOrder, fills: Fill[], priceTicks: number): number {
  const left = amountLeft(order, fills);
  return order.kind === 'budget' ? Number(BigInt(left) / BigInt(priceTicks)) : left;
}

function lotsOf(fills: Fill[]): number {
  return fills.reduce((total, fill) => total + fill.lots, 0);
}

function quoteOf(fills: Fill[]): number {
  return fills.reduce((total, fill) => total + fill.maker.priceTicks * fill.lots, 0);
}

function placementOf(fills: Fill[], stopReason: StopReason, restingLots: number): Placement {
  const at = (fill: number): Fill => fills[fill]!;
  return {
    fillCount: fills.length,
    filledLots: lotsOf(fills),
    filledQuote: quoteOf(fills),
    restingLots,
    stopReason,
    fillMakerId: (fill) => at(fill).maker.id,
    fillMakerOwner: (fill) => at(fill).maker.owner,
    fillPriceTicks: (fill) => at(fill).maker.priceTicks,
    fillLots: (fill) => at(fill).lots,
    fillMakerRemaining: (fill) => at(fill).maker.lots - at(fill).lots,
  };
}
