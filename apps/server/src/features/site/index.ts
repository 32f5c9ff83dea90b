/** Site: facts about this installation for clients. */
import { siteCalls } from '@tern/protocol';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';

export interface SiteDeps {
  clock: Clock;
  version: string;
  mode: 'paper' | 'live';
  /** Slugs of the available features. */
  features: readonly string[];
  /** 'simulated', or the names of the live sources. */
  priceSource: string;
}

/** A `version` that differs from the client's makes it clear its caches (spec §3). */
export function createSite(deps: SiteDeps): Feature {
  const { clock, version, mode, features, priceSource } = deps;
  const site = route(siteCalls.site, async () => ({
    version,
    mode,
    serverTime: isoTime(clock.now()),
    features: [...features],
    priceSource,
  }));
  return { slug: 'site', routes: [site] };
}
