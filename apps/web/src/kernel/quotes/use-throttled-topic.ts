/** The accumulated state of a market topic, rerendered with the other figures of its screen, and the order book. */
import type { DepthMessage, Push } from '@tern/protocol/client';
import { useEffect, useMemo, useState } from 'react';
import { type DepthLevels, depthLevels } from './depth-levels.ts';
import { subscribeToMarket } from './market-feed.ts';
import { showNoMore, showSoon } from './repaint.ts';

/**
 * Undefined until the first message. `fold` adds a message to the state; it must be stable. Use it in a component with
 * `key={topic}`: another market starts over.
 */
export function useThrottledTopic<Known>(
  topic: string,
  fold: (known: Known | undefined, message: Push) => Known | undefined,
): Known | undefined {
  const [shown, setShown] = useState<Known>();
  useEffect(() => {
    let known: Known | undefined;
    const show = () => setShown(known);
    const stop = subscribeToMarket(topic, (message) => {
      const isFirst = known === undefined;
      known = fold(known, message);
      if (isFirst) show();
      else showSoon(show);
    });
    return () => {
      stop();
      showNoMore(show);
    };
  }, [topic, fold]);
  return shown;
}

function newestBook(known: DepthMessage | undefined, message: Push): DepthMessage | undefined {
  return 'tick' in message ? (message.tick as DepthMessage) : known;
}

/** Undefined until the first book arrives. Use it in a component with `key={symbol}`. */
export function useDepth(symbol: string): DepthLevels | undefined {
  const book = useThrottledTopic(`market.${symbol}.depth.step0`, newestBook);
  return useMemo(() => book && depthLevels(book), [book]);
}
