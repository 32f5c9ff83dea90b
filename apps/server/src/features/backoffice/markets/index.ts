/** Markets for operators: what trades, halts by operators and by a jump of the price, delistings. */
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import { SECOND_MS } from '../../../platform/durations.ts';
import { gauge } from '../../../platform/metrics/metric.ts';
import { closeDelisted } from './close-delisted.ts';
import type { DelistDeps } from './delist-market.ts';
import { delistingKind } from './delisting-kind.ts';
import { type JumpDeps, haltJumped } from './halt-jumped.ts';
import { endDueHalts } from './halt-market.ts';
import { marketNotices, notifyDelisting, type NotifyDeps } from './notify-delisting.ts';
import { marketRoutes } from './operator.ts';

export function createMarkets(deps: DelistDeps & JumpDeps & NotifyDeps): NotifyingFeature {
  deps.reviews.register(delistingKind(deps));
  return {
    slug: 'markets',
    notices: marketNotices,
    routes: marketRoutes(deps),
    jobs: [
      { name: 'markets.end-halts', everyMs: SECOND_MS, run: () => endDueHalts(deps) },
      { name: 'markets.halt-jumped', everyMs: SECOND_MS, run: () => haltJumped(deps) },
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
