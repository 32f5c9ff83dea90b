/** When the sources last quoted, in an instance that does not run them: sent by the publisher over the bus, or seen from ticks. */
import { isFresh } from '../../../kernel/prices/reference-prices.ts';
import type { SymbolState } from './symbol-state.ts';

/** Units: epoch milliseconds by the source's clock. */
export interface QuotedAt {
  readonly source: string;
  readonly at: number;
}

/** By symbol: pairs of a source and its time. */
type Message = Readonly<Record<string, readonly (readonly [source: string, at: number])[]>>;

export interface QuotedTimes {
  /** What the publisher sends to the other instances. */
  messageOf(
    states: readonly SymbolState[],
    quotedAt: (symbol: string) => readonly QuotedAt[],
  ): unknown;
  receive(message: unknown): void;
  /** Without a recent message only the sources of the last tick are known. */
  of(symbol: string, state: SymbolState | undefined): readonly QuotedAt[];
}

export function createQuotedTimes(now: () => number): QuotedTimes {
  let received: Message = {};
  let receivedAt = Number.NEGATIVE_INFINITY;
  return {
    messageOf: (states, quotedAt): Message =>
      Object.fromEntries(
        states.map(({ instrument: { symbol } }) => [
          symbol,
          quotedAt(symbol).map(({ source, at }) => [source, at] as const),
        ]),
      ),
    receive(message) {
      received = message as Message;
      receivedAt = now();
    },
    of(symbol, state) {
      const isRecent = isFresh(receivedAt, now()) && Object.hasOwn(received, symbol);
      if (isRecent) return received[symbol]!.map(([source, at]) => ({ source, at }));
      const last = state?.recentTicks.at(-1);
      if (last === undefined) return [];
      return last.source.split('+').map((source) => ({ source, at: last.at }));
    },
  };
}
