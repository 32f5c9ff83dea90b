/** The pages whose addresses and titles home does not need, by feature, in the order of `kernel/page-paths.ts`; loaded after home. A new feature adds one line. */
import { announcementRoutes } from '../features/announcement/index.ts';
import { authRoutes } from '../features/auth/index.ts';
import { earnTab } from '../features/earn/index.ts';
import { bankRoutes, cryptoRoutes, destinationRoutes } from '../features/funding/index.ts';
import { futuresRoutes } from '../features/futures/index.ts';
import { identityRoutes } from '../features/identity/index.ts';
import { invitationRoutes } from '../features/invitation/index.ts';
import { keysRoutes } from '../features/keys/index.ts';
import { loanRoutes } from '../features/loan/index.ts';
import { serviceRoutes } from '../features/service/index.ts';
import { locationRoutes } from '../features/location/index.ts';
import { notificationRoutes } from '../features/notification/index.ts';
import { offeringRoutes } from '../features/offering/index.ts';
import { liabilitiesRoutes } from '../features/liabilities/index.ts';
import { operatorsRoutes } from '../features/operators/index.ts';
import { publicLogRoutes } from '../features/public-log/index.ts';
import { profileRoutes } from '../features/profile/index.ts';
import { secondFactorRoutes } from '../features/second-factor/index.ts';
import { accountDataRoutes } from '../features/account-data/index.ts';
import { securityRoutes } from '../features/security/index.ts';
import { productRoutes, stakingTabs } from '../features/staking/index.ts';
import { statementRoutes } from '../features/statement/index.ts';
import { swapRoutes } from '../features/swap/index.ts';
import { transparencyRoutes } from '../features/transparency/index.ts';
import type { RouteDef } from '../platform/navigation/route.ts';

export const laterRoutes: readonly RouteDef[] = [
  ...futuresRoutes,
  ...offeringRoutes,
  ...productRoutes([...stakingTabs, earnTab]),
  ...cryptoRoutes,
  ...swapRoutes,
  ...bankRoutes,
  ...loanRoutes,
  ...serviceRoutes,
  ...profileRoutes,
  ...identityRoutes,
  ...invitationRoutes,
  ...securityRoutes,
  ...accountDataRoutes,
  ...operatorsRoutes,
  ...liabilitiesRoutes,
  ...publicLogRoutes,
  ...statementRoutes,
  ...destinationRoutes,
  ...announcementRoutes,
  ...notificationRoutes,
  ...keysRoutes,
  ...secondFactorRoutes,
  ...locationRoutes,
  ...transparencyRoutes,
  ...authRoutes,
];
