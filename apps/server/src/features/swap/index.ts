/** Swap: one coin for another at the reference rate, with the same offer for everyone. */
import type { Feature } from '../../platform/feature.ts';
import type { ExchangeDeps } from './exchange-coins.ts';
import { swapRoutes } from './routes.ts';

export { boundIn, offeredRate } from './rules.ts';
export { type RateDeps, rateBetween } from './rate-between.ts';

export function createSwap(deps: ExchangeDeps): Feature {
  return { slug: 'swap', routes: swapRoutes(deps) };
}
