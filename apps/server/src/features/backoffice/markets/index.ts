/** Markets for operators: what trades, halts by operators and by a jump of the price, delistings. */
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import { pictureEndpoint, pruneCoinPictures } from '../../../kernel/catalog/coin-pictures.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import { gauge } from '../../../platform/metrics/metric.ts';
import { closeDelisted } from './close-delisted.ts';
import type { DelistDeps } from './delist-market.ts';
import { delistingKind } from './delisting-kind.ts';
import { marketCalls } from '@tern/protocol';
import { countWaiting } from '../../../kernel/catalog/market-listings.ts';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { route } from '../../../platform/http/route.ts';
import { listComing } from './listings/list-coming.ts';
import { moveKind } from './listings/move-listing.ts';
import { listingKind } from './listings/listing-kind.ts';
import { type OpenDeps, openDueListings } from './listings/open-due.ts';
import { listingRoutes } from './listings/operator.ts';
import { type JumpDeps, haltJumped } from './halt-jumped.ts';
import { endDueHalts } from './halt-market.ts';
import { marketNotices, notifyDelisting, type NotifyDeps } from './notify-delisting.ts';
import { marketRoutes } from './operator.ts';
import { remindHolders } from './remind-holders.ts';

type MarketsDeps = Omit<DelistDeps & JumpDeps & NotifyDeps, 'pricing'> &
  OpenDeps & { readonly pricing: OpenDeps['pricing'] & DelistDeps['pricing'] };

export function createMarkets(deps: MarketsDeps): NotifyingFeature {
  deps.reviews.register(delistingKind(deps));
  deps.reviews.register(listingKind(deps));
  deps.reviews.register(moveKind());
  let waiting = 0;
  return {
    slug: 'markets',
    notices: marketNotices,
    routes: [
      ...marketRoutes(deps),
      ...listingRoutes(deps),
      route(marketCalls.comingMarkets, async ({ lang }) => ({
        list: await listComing(deps, deps.database, langOf(lang)),
      })),
    ],
    endpoints: [pictureEndpoint(deps)],
    jobs: [
      { name: 'markets.end-halts', everyMs: SECOND_MS, run: () => endDueHalts(deps) },
      { name: 'markets.halt-jumped', everyMs: SECOND_MS, run: () => haltJumped(deps) },
      { name: 'markets.open-listings', everyMs: SECOND_MS, run: () => openDueListings(deps) },
      { name: 'markets.close-delisted', everyMs: SECOND_MS, run: () => closeDelisted(deps) },
      { name: 'markets.notify-delisting', everyMs: SECOND_MS, run: () => notifyDelisting(deps) },
      {
        name: 'markets.count-waiting',
        everyMs: 10 * SECOND_MS,
        runs: 'everywhere',
        run: async () => {
          waiting = (await deps.database.one(countWaiting, [])).total;
        },
      },
      { name: 'markets.remind-holders', everyMs: MINUTE_MS, run: () => remindHolders(deps) },
      {
        name: 'markets.prune-pictures',
        everyMs: HOUR_MS,
        run: () => pruneCoinPictures(deps.database, deps.clock.now()),
      },
    ],
    metrics: [
      gauge({
        name: 'tern_listings_waiting',
        help: 'Agreed listings that do not open because a check before their opening failed',
        read: () => waiting,
      }),
      gauge({
        name: 'tern_markets_halted_by_jump',
        help: 'Markets that halted automatically because their price jumped',
        read: () =>
          deps.instruments.all.filter(({ id }) => deps.halts.of(id)?.operatorId === null).length,
      }),
    ],
  };
}
