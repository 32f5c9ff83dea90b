/** The W1 stream: passive and crossing limit orders, market orders and successful cancellations, from one seed. */
import { type IncomingOrder, OrderBook } from '@tern/matching';
import { type Random, randomFrom } from '../random.ts';

export type Operation = IncomingOrder | { readonly kind: 'cancel'; readonly id: number };

export interface Stream {
  /** Fills the book to its resting size; not timed. */
  readonly prefill: readonly Operation[];
  readonly operations: readonly Operation[];
}

export interface StreamShape {
  readonly resting: number;
  readonly operations: number;
  readonly seed: number;
}

const OWNERS = 1000;
const MIDDLE_TICKS = 1_000_000;
const DISTANCE_MEAN_TICKS = 50;
const CROSSING_MOST_TICKS = 3;
const PASSIVE_LOTS_MOST = 100;
// A third of a passive order, so that 15 % takers consume the 5 % by which placements outnumber cancellations.
const TAKER_LOTS_MOST = 33;
const FAR_TICKS = 10 * MIDDLE_TICKS;

export function streamOf({ resting, operations, seed }: StreamShape): Stream {
  const writer = new StreamWriter(randomFrom(seed), resting);
  while (writer.book.size < resting) writer.passive();
  const prefill = writer.take();
  for (let n = 0; n < operations; n++) writer.any();
  return { prefill, operations: writer.take() };
}

class StreamWriter {
  readonly book = new OrderBook();
  private written: Operation[] = [];
  private nextId = 1;
  /** Ids that may still rest; closed ones are dropped when picked. */
  private readonly live: number[] = [];
  private readonly random: Random;
  private readonly resting: number;

  constructor(random: Random, resting: number) {
    this.random = random;
    this.resting = resting;
  }

  take(): Operation[] {
    const written = this.written;
    this.written = [];
    return written;
  }

  /** 45 % passive, 10 % crossing, 5 % market, 40 % cancels; the book's size is steered by passives and cancels. */
  any(): void {
    const pull = Math.max(-0.2, Math.min(0.2, (this.book.size - this.resting) / this.resting));
    const draw = this.random.unit();
    if (draw < 0.1) this.crossing();
    else if (draw < 0.15) this.market();
    else if (draw < 0.55 + pull) this.cancel();
    else this.passive();
  }

  passive(): void {
    const side = this.side();
    const distance = 1 + Math.floor(this.random.exponential(DISTANCE_MEAN_TICKS));
    const away = side === 'buy' ? -distance : distance;
    this.limit(side, this.otherBest(side) + away, PASSIVE_LOTS_MOST);
  }

  private crossing(): void {
    const side = this.side();
    const over = this.random.between(0, CROSSING_MOST_TICKS);
    this.limit(side, this.otherBest(side) + (side === 'buy' ? over : -over), TAKER_LOTS_MOST);
  }

  private market(): void {
    const side = this.side();
    const priceTicks = side === 'buy' ? FAR_TICKS : 1;
    const lots = this.random.between(1, TAKER_LOTS_MOST);
    this.place((owner) => ({ kind: 'market', id: this.nextId, owner, side, priceTicks, lots }));
  }

  private limit(side: 'buy' | 'sell', priceTicks: number, lotsMost: number): void {
    const lots = this.random.between(1, lotsMost);
    this.place((owner) => ({ kind: 'limit', id: this.nextId, owner, side, priceTicks, lots }));
  }

  // Not all peers have self-trade prevention, so an order that would match its owner's gets another owner.
  private place(orderOf: (owner: number) => IncomingOrder): void {
    for (;;) {
      const order = orderOf(this.random.between(1, OWNERS));
      this.book.begin();
      const { stopReason, restingLots } = this.book.place(order);
      if (stopReason === 'self-trade') {
        this.book.rollback();
        continue;
      }
      this.book.commit();
      if (restingLots > 0) this.live.push(order.id);
      this.written.push(order);
      this.nextId++;
      return;
    }
  }

  private cancel(): void {
    for (;;) {
      const pick = this.random.between(0, this.live.length - 1);
      const id = this.live[pick] ?? 0;
      this.live[pick] = this.live.at(-1) ?? 0;
      this.live.pop();
      if (this.book.cancel(id) === 0) continue;
      this.written.push({ kind: 'cancel', id });
      return;
    }
  }

  private side(): 'buy' | 'sell' {
    return this.random.unit() < 0.5 ? 'buy' : 'sell';
  }

  private otherBest(side: 'buy' | 'sell'): number {
    return (side === 'buy' ? this.book.bestAsk() : this.book.bestBid()) ?? MIDDLE_TICKS;
  }
}
