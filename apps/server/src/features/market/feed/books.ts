/** The order books of the feed: each topic's last published state and the changes since. */
import { type Amount, decimal, type Price } from '@tern/money';
import type { BookChangeMessage, BookMessage } from '@tern/protocol';
import type { MarketTape } from '../../../kernel/prices/market-tape.ts';
import type { Exact } from './exact-json.ts';
import type { BookTopic } from './topics.ts';

type Level = readonly [price: string, quantity: string];

/** An immutable snapshot of a book. */
export interface Book {
  readonly seqNum: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export interface Books {
  /** The state that the topic's subscribers have; the current book if there are none. */
  published(name: string, topic: BookTopic): Book;
  /** The same, and starts tracking the topic. */
  publish(name: string, topic: BookTopic): Book;
  /**
   * Moves on to the current book; undefined when there is nothing to publish. A topic of up to 20 levels publishes
   * only changes among them; a deeper one publishes on every call, so that clients see that the feed is alive.
   */
  advance(
    name: string,
    topic: BookTopic,
  ): { readonly before: Book; readonly after: Book } | undefined;
  /** Stops tracking topics without subscribers. */
  retain(isSubscribed: (name: string) => boolean): void;
}

/** From this many levels on, a topic is published periodically, even without changes. */
const PERIODIC_LEVELS = 150;

export const isPeriodic = ({ levels }: BookTopic): boolean => levels >= PERIODIC_LEVELS;

export function createBooks(tape: MarketTape): Books {
  const known = new Map<string, { book: Book; checked: number }>();
  const read = ({ symbol, levels }: BookTopic): Book => {
    const depth = tape.depth(symbol, levels);
    return depth === undefined ? NO_BOOK : { ...depth, seqNum: depth.version };
  };
  return {
    published: (name, topic) => known.get(name)?.book ?? read(topic),
    publish(name, topic) {
      const book = known.get(name)?.book ?? read(topic);
      known.set(name, { book, checked: book.seqNum });
      return book;
    },
    advance(name, topic) {
      const entry = known.get(name);
      if (entry === undefined) return undefined;
      const before = entry.book;
      const version = tape.depth(topic.symbol, 1)?.version ?? entry.checked;
      if (version === entry.checked)
        return isPeriodic(topic) ? { before, after: before } : undefined;
      const after = read(topic);
      entry.checked = after.seqNum;
      if (!isPeriodic(topic) && isSame(before, after)) return undefined;
      entry.book = after;
      return { before, after };
    },
    retain(isSubscribed) {
      for (const name of known.keys()) if (!isSubscribed(name)) known.delete(name);
    },
  };
}

/** Before a market's book is open. */
const NO_BOOK: Book = { seqNum: 0, bids: [], asks: [] };

export function bookMessage({ seqNum, bids, asks }: Book): Exact<BookMessage> {
  return { seqNum, bids: bids.map(exact), asks: asks.map(exact) };
}

/** The difference between two states of a book. */
export function bookChange(before: Book, after: Book, topic: BookTopic): Exact<BookChangeMessage> {
  const bids = changesOf(before.bids, after.bids);
  const asks = changesOf(before.asks, after.asks);
  const numbers = { seqNum: after.seqNum, prevSeqNum: before.seqNum };
  if (isPeriodic(topic) || before === after) return { ...numbers, bids, asks };
  return {
    ...numbers,
    ...(bids.length > 0 && { bids }),
    ...(asks.length > 0 && { asks }),
  };
}

function changesOf(before: readonly Level[], after: readonly Level[]): [Price, Amount][] {
  if (before === after) return [];
  const gone = new Map(before);
  const changes: [Price, Amount][] = [];
  for (const level of after) {
    if (gone.get(level[0]) !== level[1]) changes.push(exact(level));
    gone.delete(level[0]);
  }
  for (const price of gone.keys()) changes.push(exact([price, '0']));
  return changes;
}

const exact = ([price, quantity]: Level): [Price, Amount] => [
  decimal<Price>(price),
  decimal<Amount>(quantity),
];

function isSame(left: Book, right: Book): boolean {
  const areSame = (one: readonly Level[], other: readonly Level[]): boolean =>
    one.length === other.length &&
    one.every(([price, size], at) => price === other[at]?.[0] && size === other[at]?.[1]);
  return areSame(left.bids, right.bids) && areSame(left.asks, right.asks);
}
