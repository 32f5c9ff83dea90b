/** The accumulated state of a market topic, rerendered at most four times a second (design language §2), and the order book. */
import type { DepthMessage, Push } from '@tern/protocol/client';
import { useEffect, useState } from 'react';
import { type DepthLevels, depthLevels } from './depth-levels.ts';
import { subscribeToMarket } from './market-feed.ts';

const REPAINT_MS = 250;

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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      setShown(known);
    };
    const stop = subscribeToMarket(topic, (message) => {
      const isFirst = known === undefined;
      known = fold(known, message);
      if (isFirst) show();
      else timer ??= setTimeout(show, REPAINT_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [topic, fold]);
  return shown;
}

function levelsOf(known: DepthLevels | undefined, message: Push): DepthLevels | undefined {
  return 'tick' in message ? depthLevels(message.tick as DepthMessage) : known;
}

/** Undefined until the first book arrives. Use it in a component with `key={symbol}`. */
export function useDepth(symbol: string): DepthLevels | undefined {
  return useThrottledTopic(`market.${symbol}.depth.step0`, levelsOf);
}
