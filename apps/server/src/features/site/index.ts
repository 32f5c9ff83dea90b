/** The door of site: what a client needs to know about this installation. */
import { siteCalls } from '@tern/protocol';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';

export interface SiteDeps {
  clock: Clock;
  version: string;
  mode: 'paper' | 'live';
  /** Slugs of the features that exist. */
  features: readonly string[];
  /** 'simulated', or the names of the live sources. */
  priceSource: string;
}

/** `version` other than the client's own makes the client clear its caches (spec §3). */
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
