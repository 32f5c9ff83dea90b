/** Operators: sessions, the review queue, customers, limits and fees, the audit log. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { Code } from '@tern/protocol';
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { ReadOnly } from '../../../kernel/invariants/read-only.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import { createReviewQueue } from '../../../kernel/review/review-queue.ts';
import type { PasskeyCeremony } from '../../../kernel/second-factor/passkey-ceremony.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { SignInProvider } from '../../../kernel/operators/sign-in-provider.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { TermsRegistry } from '../../../kernel/terms/terms-registry.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { Feature } from '../../../platform/feature.ts';
import type { Log } from '../../../platform/log.ts';
import type { OperatorCaller } from '../../../platform/http/route.ts';
import type { Random } from '../../../platform/random.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { Auth } from '../../account/auth/index.ts';
import { accountKind } from './accounts/account-kind.ts';
import { accountRoutes } from './accounts/operator.ts';
import type { DrawDeps } from './customers/files/draw-file.ts';
import { customerFileEndpoint } from './customers/files/download.ts';
import { customerFileKind } from './customers/files/file-kind.ts';
import { makeCustomerFiles } from './customers/files/make-files.ts';
import { customerFileRoutes } from './customers/files/operator.ts';
import { customerRoutes } from './customers/operator.ts';
import { endDueBlocks } from './customers/end-blocks.ts';
import type { CustomerDeps } from './customers/show-customer.ts';
import type { TimelineSources } from './customers/timeline.ts';
import type { FindDeps, Finders } from './find/find-everything.ts';
import { findRoutes } from './find/operator.ts';
import type { TotalsDeps } from './customers/member-totals.ts';
import { auditViewerRoutes } from './audit-viewer/operator.ts';
import { outboxRoutes } from './outbox/operator.ts';
import { applyDueVersions } from './proposals/apply-due-versions.ts';
import { type ListCredit, manualKind } from './proposals/manual-entries.ts';
import { proposalRoutes } from './proposals/operator.ts';
import { settingKind } from './proposals/setting-versions.ts';
import { ReviewLive } from './reviews/live.ts';
import { reviewRoutes } from './reviews/operator.ts';
import { ownAccountRoutes } from './own-account/operator.ts';
import { passkeyKind } from './own-account/passkey-kind.ts';
import { linkKind } from './provider/link-kind.ts';
import { providerRoutes } from './provider/operator.ts';
import { roleRoutes } from './roles/operator.ts';
import { roleKind } from './roles/role-kind.ts';
import { operatorsRoutes } from './routes.ts';
import { completePaperOperators } from './seed-operators.ts';
import { sessionRoutes } from './session/operator.ts';
import { createOperatorSessions } from './session/sessions.ts';
import { staffRoutes } from './staff/operator.ts';
import { markSameNames } from './staff/staff-accounts.ts';
import { followMarketVersions, marketTermsKind } from './terms/market-versions.ts';
import { termsRoutes } from './terms/operator.ts';
import { endDuePauses } from './terms/pause-terms.ts';
import { termsKind } from './terms/terms-kind.ts';
import { operatorRows } from './export-rows.ts';
import { staffNotices } from './notices.ts';

export { addFirstOperator } from './accounts/add-first-operator.ts';
export { timelinePage, type TimelineSources } from './customers/timeline.ts';
export { endUnverification } from './customers/set-account-status.ts';
export { countFrozen } from './store-customers.ts';
export { PAPER_ONE_TIME_SECRET } from './seed-operators.ts';

export interface OperatorsDeps
  extends TotalsDeps,
    Finders,
    TimelineSources,
    Pick<CustomerDeps, 'nameOf'>,
    Pick<FindDeps, 'records'> {
  database: Database;
  clock: Clock;
  random: Random;
  bus: Bus;
  settings: Settings;
  passwords: Passwords;
  secretBox: SecretBox;
  assets: AssetRegistry;
  instruments: InstrumentRegistry;
  reviews: Reviews;
  terms: TermsRegistry;
  auth: Pick<Auth, 'attempts' | 'sessions'>;
  /** Of the console's address. */
  passkeys: PasskeyCeremony;
  /** Absent: operators sign in with their password only. */
  signInProvider?: SignInProvider | undefined;
  log: Log;
  mode: 'paper' | 'live';
  listCredit: ListCredit;
  /** Draws rows as a PDF. */
  drawTable: DrawDeps['drawTable'];
  readOnly: Pick<ReadOnly, 'since'>;
}

export interface Operators extends NotifyingFeature {
  /** Finds the operator of a console token; for the HTTP server. */
  authenticate(token: string): Promise<OperatorCaller | Code>;
  /** Ids of the operators whose console is connected. */
  connected(): ReadonlySet<number>;
}

const DUE_EVERY_MS = 1_000;
const FILES_EVERY_MS = 2 * SECOND_MS;
/** It searches all documents. */
const NAMES_EVERY_MS = 5 * MINUTE_MS;

export function createOperators(deps: OperatorsDeps): Operators {
  const { reviews } = deps;
  const sessions = createOperatorSessions(deps);
  const { attempts } = deps.auth;
  const live = new ReviewLive({ bus: deps.bus, peek: sessions.peek });
  const reviewQueue = createReviewQueue(deps, reviews);
  reviews.register(manualKind(deps));
  reviews.register(settingKind(deps));
  reviews.register(termsKind(deps));
  reviews.register(marketTermsKind(deps));
  reviews.register(accountKind(deps));
  reviews.register(customerFileKind(deps));
  reviews.register(passkeyKind());
  reviews.register(linkKind());
  reviews.register(roleKind(deps));
  return {
    slug: 'operators',
    notices: staffNotices,
    routes: [
      ...operatorsRoutes(deps),
      ...sessionRoutes({ ...deps, attempts, sessions }),
      ...providerRoutes({ ...deps, attempts, sessions }),
      ...reviewRoutes({ ...deps, reviewQueue }),
      ...customerRoutes(deps),
      ...customerFileRoutes(deps),
      ...findRoutes(deps),
      ...proposalRoutes(deps),
      ...termsRoutes(deps),
      ...auditViewerRoutes(deps),
      ...outboxRoutes(deps),
      ...accountRoutes({ ...deps, attempts }),
      ...roleRoutes(deps),
      ...staffRoutes(deps),
      ...ownAccountRoutes({ ...deps, attempts, sessions }),
    ],
    endpoints: [customerFileEndpoint(deps)],
    sockets: [live.endpoint],
    jobs: [
      {
        name: 'operators.same-names',
        everyMs: NAMES_EVERY_MS,
        run: () => markSameNames(deps),
      },
      {
        name: 'operators.end-blocks',
        everyMs: DUE_EVERY_MS,
        run: () => endDueBlocks(deps),
      },
      {
        name: 'operators.apply-settings',
        everyMs: DUE_EVERY_MS,
        run: () => applyDueVersions(deps),
      },
      {
        name: 'operators.end-pauses',
        everyMs: DUE_EVERY_MS,
        run: () => endDuePauses(deps),
      },
      {
        name: 'operators.customer-files',
        everyMs: FILES_EVERY_MS,
        run: (ending) => makeCustomerFiles(deps, ending),
      },
    ],
    authenticate: sessions.authenticate,
    connected: () => live.connected(),
    async start() {
      live.start();
      if (deps.mode === 'paper') await completePaperOperators(deps);
    },
    async stop() {
      live.stop();
    },
  };
}

/** The agreed fees of markets, in each instance; started before the first order can be taken. */
export function createMarketVersions(
  deps: Pick<OperatorsDeps, 'database' | 'instruments'>,
): Feature {
  const run = () => followMarketVersions(deps);
  return {
    slug: 'market-versions',
    start: run,
    jobs: [{ name: 'operators.market-versions', everyMs: DUE_EVERY_MS, runs: 'everywhere', run }],
  };
}

/** What it holds about a member, for exports and closing. */
export const operatorsAccount: AccountPart = { held: operatorRows };
