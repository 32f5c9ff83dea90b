/** The ways in which a topic's news reach its listeners, and what one who fell behind is told of all of them. */
import type { BboMessage } from '@tern/protocol';
import { type Book, bookChange } from './books.ts';
import { contentOf, type FeedDeps, type FeedMemory, pushOf } from './contents.ts';
import { type Exact, exactJson } from './exact-json.ts';
import { type Frame, frameOf } from './frames.ts';
import type { Hub } from './hub.ts';
import { type TradeLine, tradeMessage } from './messages.ts';
import type { BookTopic, Topic } from './topics.ts';

type SymbolTopic = Exclude<Topic, { kind: 'tickers' }>;

export interface Pushes {
  /** The present content. */
  content(name: string, topic: Topic): void;
  /** The present content, if it is not what was pushed last. */
  ifNews(name: string, topic: Topic): void;
  /** The present content, if the symbol's book has another version than at the last push. */
  ifMoved(name: string, topic: SymbolTopic): void;
  trades(symbol: string, lines: readonly TradeLine[]): void;
  bookChange(name: string, topic: BookTopic): void;
  /** Forgets what was said on topics that nobody hears any more. */
  forget(): void;
}

export function createPushes(deps: FeedDeps, memory: FeedMemory, hub: Hub): Pushes {
  const { trades, books } = memory;
  const lastSaid = new Map<string, string | number>();
  const isNews = (name: string, said: string | number | undefined): boolean => {
    if (said === undefined || lastSaid.get(name) === said) return false;
    lastSaid.set(name, said);
    return true;
  };
  const push = (name: string, content: unknown): void =>
    hub.broadcast(name, () => ({ frame: pushFrame(deps, name, content) }));
  return {
    content: (name, topic) => push(name, contentOf(deps, topic)),
    ifNews(name, topic) {
      const content = contentOf(deps, topic);
      if (content === undefined) return;
      const said = topic.kind === 'bbo' ? bestOf(content as Exact<BboMessage>) : content;
      if (isNews(name, exactJson(said))) push(name, content);
    },
    ifMoved(name, topic) {
      const version = deps.tape.depth(topic.symbol, 1)?.version;
      if (isNews(name, version)) push(name, contentOf(deps, topic));
    },
    trades(symbol, lines) {
      const name = `market.${symbol}.trade.detail`;
      hub.broadcast(name, () => {
        const before = trades.tell(symbol, lines);
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
    forget() {
      for (const name of lastSaid.keys()) if (!hub.has(name)) lastSaid.delete(name);
      books.keep(hub.has);
    },
  };
}

/** Everything a slow reader has missed, as one message. */
export function missedFrame(
  deps: FeedDeps,
  { trades, books }: FeedMemory,
  { name, topic, knew }: { name: string; topic: Topic; knew: unknown },
): Frame | undefined {
  const content = (): unknown => {
    if (topic.kind === 'book-changes') {
      return bookChange(knew as Book, books.told(name, topic), topic);
    }
    if (topic.kind === 'trades') {
      return tradeMessage(trades.toldSince(topic.symbol, knew as number));
    }
    return contentOf(deps, topic);
  };
  const said = content();
  return said === undefined ? undefined : pushFrame(deps, name, said);
}

function pushFrame(deps: FeedDeps, name: string, content: unknown): Frame {
  return frameOf(pushOf(name, deps.now(), content));
}

/** Without the time and number of the book, which change when the best prices do not. */
function bestOf({ bid, bidSize, ask, askSize }: Exact<BboMessage>) {
  return { bid, bidSize, ask, askSize };
}
