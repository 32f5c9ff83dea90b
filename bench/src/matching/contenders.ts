/** The books that replay the stream: ours and the peer from npm. */
import { OrderBook } from '@tern/matching';
import { OrderBook as PeerBook, Side } from 'nodejs-order-book';
import type { Operation } from './stream.ts';

type Depth = [number, number][];

/** One fresh book, with operations already in the contender's format, so that only matching is timed. */
export interface Replay {
  apply(at: number): void;
  /** The levels of both sides, best first, as [priceTicks, lots]: equal streams must give equal depths. */
  depth(): { bids: Depth; asks: Depth };
}

export interface BookContender {
  readonly name: string;
  replay(operations: readonly Operation[]): Replay;
}

export const ours: BookContender = {
  name: 'tern',
  replay(operations) {
    const book = new OrderBook();
    return {
      apply(at) {
        const operation = operations[at];
        if (operation === undefined) return;
        if (operation.kind === 'cancel') book.cancel(operation.id);
        else book.place(operation);
      },
      depth: () => ({
        bids: book.depth('buy', Number.POSITIVE_INFINITY),
        asks: book.depth('sell', Number.POSITIVE_INFINITY),
      }),
    };
  },
};

export const peer: BookContender = {
  name: 'nodejs-order-book',
  replay(operations) {
    const book = new PeerBook();
    const own = operations.map((operation) => peerOperation(operation));
    return {
      apply(at) {
        const operation = own[at];
        if (operation === undefined) return;
        if (operation.kind === 'cancel') book.cancel(operation.id);
        else if (operation.kind === 'limit') book.limit(operation.order);
        else book.market(operation.order);
      },
      depth() {
        const [asks, bids] = book.depth();
        const best = (rows: Depth, sign: number) => [...rows].sort((a, b) => sign * (a[0] - b[0]));
        return { bids: best(bids, -1), asks: best(asks, 1) };
      },
    };
  },
};

function peerOperation(operation: Operation) {
  if (operation.kind === 'cancel') return { kind: 'cancel', id: String(operation.id) } as const;
  if (operation.kind === 'budget') throw new Error('the peer knows no budgets');
  const side = operation.side === 'buy' ? Side.BUY : Side.SELL;
  const { lots: size, priceTicks: price } = operation;
  if (operation.kind === 'market') return { kind: 'market', order: { side, size } } as const;
  return { kind: 'limit', order: { id: String(operation.id), side, size, price } } as const;
}
