/** How updates of each topic are pushed to its subscribers, and the catch-up message of a slow reader. */
import type { BboMessage } from '@tern/protocol';
import { type Book, bookChange } from './books.ts';
import { contentOf, type FeedDeps, type FeedState, pushOf } from './contents.ts';
import { type Exact, exactJson } from './exact-json.ts';
import { type Frame, frameOf } from './frames.ts';
import type { Hub } from './hub.ts';
import { type TradeLine, tradeMessage } from './messages.ts';
import type { BookTopic, Topic } from './topics.ts';

type SymbolTopic = Exclude<Topic, { kind: 'tickers' | 'checkpoint' }>;

export interface Pushes {
  /** Pushes the current content. */
  content(name: string, topic: Topic): void;
  /** Pushes the current content if it differs from the last push. */
  ifChanged(name: string, topic: Topic): void;
  /** Pushes the current content if the symbol's book has changed since the last push. */
  ifBookChanged(name: string, topic: SymbolTopic): void;
  trades(symbol: string, lines: readonly TradeLine[]): void;
  bookChange(name: string, topic: BookTopic): void;
  /** Forgets the last push of topics without subscribers. */
  prune(): void;
}

export function createPushes(deps: FeedDeps, memory: FeedState, hub: Hub): Pushes {
  const { trades, books } = memory;
  const lastPushed = new Map<string, string | number>();
  const isChanged = (name: string, key: string | number | undefined): boolean => {
    if (key === undefined || lastPushed.get(name) === key) return false;
    lastPushed.set(name, key);
    return true;
  };
  const push = (name: string, content: unknown): void =>
    hub.broadcast(name, () => ({ frame: pushFrame(deps, name, content) }));
  return {
    content: (name, topic) => push(name, contentOf(deps, topic)),
    ifChanged(name, topic) {
      const content = contentOf(deps, topic);
      if (content === undefined) return;
      const compared = topic.kind === 'bbo' ? bestOf(content as Exact<BboMessage>) : content;
      if (isChanged(name, exactJson(compared))) push(name, content);
    },
    ifBookChanged(name, topic) {
      const version = deps.tape.depth(topic.symbol, 1)?.version;
      if (isChanged(name, version)) push(name, contentOf(deps, topic));
    },
    trades(symbol, lines) {
      const name = `market.${symbol}.trade.detail`;
      hub.broadcast(name, () => {
        const before = trades.record(symbol, lines);
        return { frame: pushFrame(deps, name, tradeMessage(lines)), before };
      });
    },
    bookChange(name, topic) {
      const step = books.advance(name, topic);
      if (step === undefined) return;
      const { before, after } = step;
      const change = bookChange(before, after, topic);
      hub.broadcast(name, () => ({ frame: pushFrame(deps, name, change), before }));
    },
    prune() {
      for (const name of lastPushed.keys()) if (!hub.has(name)) lastPushed.delete(name);
      books.retain(hub.has);
    },
  };
}

/** Everything that a slow reader has missed, as one message. */
export function missedFrame(
  deps: FeedDeps,
  { trades, books }: FeedState,
  { name, topic, lastKnown }: { name: string; topic: Topic; lastKnown: unknown },
): Frame | undefined {
  const content = (): unknown => {
    if (topic.kind === 'book-changes') {
      return bookChange(lastKnown as Book, books.published(name, topic), topic);
    }
    if (topic.kind === 'trades') {
      return tradeMessage(trades.sentSince(topic.symbol, lastKnown as number));
    }
    return contentOf(deps, topic);
  };
  const missed = content();
  return missed === undefined ? undefined : pushFrame(deps, name, missed);
}

function pushFrame(deps: FeedDeps, name: string, content: unknown): Frame {
  return frameOf(pushOf(name, deps.now(), content));
}

/** Without the book's time and version, which also change without the best prices. */
function bestOf({ bid, bidSize, ask, askSize }: Exact<BboMessage>) {
  return { bid, bidSize, ask, askSize };
}
