/** Swap: one coin for another at the reference rate, with the same offer for everyone. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import { claimLetter } from '../../../kernel/requests/record-letters.ts';
import type { Feature } from '../../../platform/feature.ts';
import type { SmallDeps } from './convert-small.ts';
import { LETTER } from './member-records.ts';
import { swapRoutes } from './routes.ts';
import { swapRows } from './export-rows.ts';

export { swapRecords } from './member-records.ts';
export { boundIn, offeredRate } from './rules.ts';
export { type RateDeps, rateBetween } from './rate-between.ts';
export { swapsTraded } from './store.ts';

export function createSwap(deps: SmallDeps): Feature {
  claimLetter(LETTER, 'swap');
  return { slug: 'swap', routes: swapRoutes(deps) };
}

/** What it holds about a member, for exports and closing. */
export const swapAccount: AccountPart = { held: swapRows };
