/** Site: facts about this installation for clients. */
import { siteCalls } from '@tern/protocol';
import type { ReadOnly } from '../../../kernel/invariants/read-only.ts';
import type { Licence } from '../../../kernel/licence/licence.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Feature } from '../../../platform/feature.ts';
import { route } from '../../../platform/http/route.ts';
import { operatorDetails, operatorOf } from './operator-details.ts';

export interface SiteDeps {
  clock: Clock;
  readOnly: Pick<ReadOnly, 'since'>;
  settings: Pick<Settings, 'read'>;
  version: string;
  mode: 'paper' | 'live';
  licence?: Licence | undefined;
  /** Slugs of the available features. */
  features: readonly string[];
  /** 'simulated', or the names of the live sources. */
  priceSource: string;
  /** The invitation code of paper mode, which is no secret. */
  demoInvitation?: string | undefined;
}

/** A `version` that differs from the client's makes it clear its caches. */
export function createSite(deps: SiteDeps): Feature {
  const { clock, readOnly, settings, version, mode, features, priceSource } = deps;
  const { demoInvitation } = deps;
  const site = route(siteCalls.site, async () => ({
    version,
    mode,
    serverTime: isoTime(clock.now()),
    isReadOnly: readOnly.since() !== undefined,
    features: [...features],
    priceSource,
    ...(demoInvitation === undefined ? {} : { demoInvitation }),
  }));
  const operator = route(siteCalls.operator, async () =>
    operatorOf(settings.read(operatorDetails), deps.licence),
  );
  return { slug: 'site', routes: [site, operator] };
}
