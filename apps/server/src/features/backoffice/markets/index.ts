/** Markets for operators: what trades, halts by operators and by a jump of the price, delistings. */
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import { SECOND_MS } from '../../../platform/durations.ts';
import { gauge } from '../../../platform/metrics/metric.ts';
import { closeDelisted } from './close-delisted.ts';
import type { DelistDeps } from './delist-market.ts';
import { delistingKind } from './delisting-kind.ts';
import { listingKind } from './listings/listing-kind.ts';
import { type OpenDeps, openDueListings } from './listings/open-due.ts';
import { listingRoutes } from './listings/operator.ts';
import { type JumpDeps, haltJumped } from './halt-jumped.ts';
import { endDueHalts } from './halt-market.ts';
import { marketNotices, notifyDelisting, type NotifyDeps } from './notify-delisting.ts';
import { marketRoutes } from './operator.ts';

type MarketsDeps = Omit<DelistDeps & JumpDeps & NotifyDeps, 'pricing'> &
  OpenDeps & { readonly pricing: OpenDeps['pricing'] & DelistDeps['pricing'] };

export function createMarkets(deps: MarketsDeps): NotifyingFeature {
  deps.reviews.register(delistingKind(deps));
  deps.reviews.register(listingKind(deps));
  return {
    slug: 'markets',
    notices: marketNotices,
    routes: [...marketRoutes(deps), ...listingRoutes(deps)],
    jobs: [
      { name: 'markets.end-halts', everyMs: SECOND_MS, run: () => endDueHalts(deps) },
      { name: 'markets.halt-jumped', everyMs: SECOND_MS, run: () => haltJumped(deps) },
      { name: 'markets.open-listings', everyMs: SECOND_MS, run: () => openDueListings(deps) },
      { name: 'markets.close-delisted', everyMs: SECOND_MS, run: () => closeDelisted(deps) },
      { name: 'markets.notify-delisting', everyMs: SECOND_MS, run: () => notifyDelisting(deps) },
    ],
    metrics: [
      gauge({
        name: 'tern_markets_halted_by_jump',
        help: 'Markets that halted automatically because their price jumped',
        read: () =>
          deps.instruments.all.filter(({ id }) => deps.halts.of(id)?.operatorId === null).length,
      }),
    ],
  };
}
