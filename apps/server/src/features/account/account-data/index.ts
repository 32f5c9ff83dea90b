/** A member's data: the export of everything we hold, and closing the account (ADR 48). */
import type { Feature } from '../../../platform/feature.ts';
import type { AccountDataDeps } from './deps.ts';
import { endClosings } from './end-closings.ts';
import { accountDataRoutes, downloadEndpoint } from './routes.ts';

const END_MS = 60_000;

export function createAccountData(deps: AccountDataDeps): Feature {
  return {
    slug: 'account-data',
    routes: accountDataRoutes(deps),
    endpoints: [downloadEndpoint(deps)],
    jobs: [{ name: 'account-data.end-closings', everyMs: END_MS, run: () => endClosings(deps) }],
  };
}
