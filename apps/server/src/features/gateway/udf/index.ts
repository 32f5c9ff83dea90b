/** The data feed of TradingView's charts. */
import type { Clock } from '../../../platform/clock.ts';
import type { Feature } from '../../../platform/feature.ts';
import { type UdfDeps, udfEndpoints } from './endpoints.ts';

export function createUdf(deps: Omit<UdfDeps, 'now'> & { readonly clock: Clock }): Feature {
  return { slug: 'udf', endpoints: udfEndpoints({ ...deps, now: () => deps.clock.now() }) };
}
