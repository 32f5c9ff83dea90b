/** Swap: one coin for another at the reference rate, with the same offer for everyone. */
import { claimLetter } from '../../kernel/requests/record-letters.ts';
import type { Feature } from '../../platform/feature.ts';
import type { ExchangeDeps } from './exchange-coins.ts';
import { swapRoutes } from './routes.ts';

export { boundIn, offeredRate } from './rules.ts';
export { type RateDeps, rateBetween } from './rate-between.ts';

/** Of the numbers that the app shows for swaps. */
const LETTER = 'S';

export function createSwap(deps: ExchangeDeps): Feature {
  claimLetter(LETTER, 'swap');
  return { slug: 'swap', routes: swapRoutes(deps) };
}
