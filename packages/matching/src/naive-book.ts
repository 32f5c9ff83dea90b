/** The slow twin of the order book, plain enough to be believed by reading; tests compare the two. */
import type { Book, IncomingOrder, Placement, RestingOrder, Side, StopReason } from './book.ts';

interface Fill {
  readonly maker: RestingOrder;
  readonly lots: number;
}

export class NaiveBook implements Book {
  /** All resting orders in the order of their arrival. */
  private resting: RestingOrder[] = [];
  private former: RestingOrder[] | undefined;

  get size(): number {
    return this.resting.length;
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
    if (lots > 0) this.resting.push({ id, owner, side, priceTicks, lots });
    return placementOf(fills, 'none', lots);
  }

  cancel(id: number): number {
    const order = this.get(id);
    this.resting = this.resting.filter((other) => other !== order);
    return order === undefined ? 0 : order.lots;
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  get(id: number): RestingOrder | undefined {
    return this.resting.find((order) => order.id === id);
  }

  bestBid(): number | undefined {
    return this.queue('buy')[0]?.priceTicks;
  }

  bestAsk(): number | undefined {
    return this.queue('sell')[0]?.priceTicks;
  }

  depth(side: Side, levels: number): [number, number][] {
    const lotsAt = new Map<number, number>();
    for (const { priceTicks, lots } of this.queue(side)) {
      lotsAt.set(priceTicks, (lotsAt.get(priceTicks) ?? 0) + lots);
    }
    return [...lotsAt].slice(0, levels);
  }

  *orders(side: Side): Generator<RestingOrder> {
    yield* this.queue(side);
  }

  begin(): void {
    if (this.former !== undefined) throw new Error('the book has already begun');
    this.former = this.resting.slice();
  }

  commit(): void {
    if (this.former === undefined) throw new Error('the book has not begun');
    this.former = undefined;
  }

  rollback(): void {
    if (this.former === undefined) throw new Error('the book has not begun');
    this.resting = this.former;
    this.former = undefined;
  }

  check(): void {
    const bid = this.bestBid();
    const ask = this.bestAsk();
    if (bid !== undefined && ask !== undefined && bid >= ask)
      throw new Error('the book is crossed');
  }

  // The sort is stable: equal prices keep their order of arrival.
  private queue(side: Side): RestingOrder[] {
    const sign = side === 'buy' ? -1 : 1;
    return this.resting
      .filter((order) => order.side === side)
      .sort((left, right) => sign * (left.priceTicks - right.priceTicks));
  }

  private take(order: IncomingOrder, fills: Fill[]): StopReason {
    for (;;) {
      if (amountLeft(order, fills) === 0) return 'none';
      const maker = this.queue(order.side === 'buy' ? 'sell' : 'buy')[0];
      if (maker === undefined) return 'no-liquidity';
      const isBeyond =
        order.side === 'buy'
          ? maker.priceTicks > order.priceTicks
          : maker.priceTicks < order.priceTicks;
      if (isBeyond) return 'bound';
      const wanted = lotsWanted(order, fills, maker.priceTicks);
      if (wanted === 0) return 'none';
      if (maker.owner === order.owner) return 'self-trade';
      this.fill(maker, wanted < maker.lots ? wanted : maker.lots, fills);
    }
  }

  private fill(maker: RestingOrder, lots: number, fills: Fill[]): void {
    fills.push({ maker, lots });
    this.resting = this.resting.flatMap((order) => {
      if (order !== maker) return [order];
      return lots === maker.lots ? [] : [{ ...maker, lots: maker.lots - lots }];
    });
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
