/** A member's data: the export of everything we hold, and closing the account (ADR 48). */
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { AccountDataDeps } from './deps.ts';
import { endClosings } from './end-closings.ts';
import { accountDataRoutes, downloadEndpoint } from './routes.ts';
import { accountDataNotices } from './notices.ts';

const END_MS = 60_000;

export function createAccountData(deps: AccountDataDeps): NotifyingFeature {
  return {
    slug: 'account-data',
    notices: accountDataNotices,
    routes: accountDataRoutes(deps),
    endpoints: [downloadEndpoint(deps)],
    jobs: [{ name: 'account-data.end-closings', everyMs: END_MS, run: () => endClosings(deps) }],
  };
}
