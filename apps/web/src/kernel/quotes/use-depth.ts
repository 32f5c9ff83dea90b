/** A market's live order book. */
import type { DepthMessage, Push } from '@tern/protocol/client';
import { type DepthLevels, depthLevels } from './depth-levels.ts';
import { useThrottledTopic } from './use-throttled-topic.ts';

function levelsOf(known: DepthLevels | undefined, message: Push): DepthLevels | undefined {
  return 'tick' in message ? depthLevels(message.tick as DepthMessage) : known;
}

/** Undefined until the first book arrives. Use it in a component with `key={symbol}`. */
export function useDepth(symbol: string): DepthLevels | undefined {
  return useThrottledTopic(`market.${symbol}.depth.step0`, levelsOf);
}
