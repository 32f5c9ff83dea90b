/** The day close: what each UTC day did to every account, compared with the balances, and kept as it was. */
import type { Feature } from '../../../platform/feature.ts';
import { closeJob } from './close-days.ts';
import type { DayCloseDeps } from './deps.ts';
import { ledgerEndpoint } from './ledger-endpoint.ts';
import { dayCloseRoutes } from './operator.ts';

export { type NewestClose, newestClose } from './newest-close.ts';

export function createDayClose(deps: DayCloseDeps): Feature {
  return {
    slug: 'day-close',
    routes: dayCloseRoutes(deps),
    endpoints: [ledgerEndpoint(deps)],
    jobs: [closeJob(deps)],
  };
}
