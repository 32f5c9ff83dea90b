/** The pages whose addresses and titles home does not need, by feature, in the order of `kernel/page-paths.ts`; loaded after home. A new feature adds one line. */
import { aboutRoutes } from '../features/backoffice/about/index.ts';
import { announcementRoutes } from '../features/backoffice/announcement/index.ts';
import { authRoutes } from '../features/account/auth/index.ts';
import { earnTab } from '../features/products/earn/index.ts';
import {
  bankRoutes,
  cryptoRoutes,
  destinationRoutes,
  memberTransferRoutes,
} from '../features/money/funding/index.ts';
import { feeLevelRoutes } from '../features/trading/fee-level/index.ts';
import { orderReceiptRoutes } from '../features/trading/order-receipt/index.ts';
import { futuresRoutes } from '../features/trading/futures/index.ts';
import { identityRoutes } from '../features/account/identity/index.ts';
import { invitationRoutes } from '../features/account/invitation/index.ts';
import { keysRoutes } from '../features/gateway/keys/index.ts';
import { loanRoutes } from '../features/products/loan/index.ts';
import { supportRoutes } from '../features/backoffice/support/index.ts';
import { locationRoutes } from '../features/account/location/index.ts';
import { notificationRoutes } from '../features/account/notification/index.ts';
import { offeringRoutes } from '../features/products/offering/index.ts';
import { liabilitiesRoutes } from '../features/proof/liabilities/index.ts';
import { operatorsRoutes } from '../features/backoffice/operators/index.ts';
import { publicLogRoutes } from '../features/proof/public-log/index.ts';
import { profileRoutes } from '../features/account/profile/index.ts';
import { secondFactorRoutes } from '../features/account/second-factor/index.ts';
import { accountDataRoutes } from '../features/account/account-data/index.ts';
import { securityRoutes } from '../features/account/security/index.ts';
import { productRoutes, stakingTabs } from '../features/products/staking/index.ts';
import { statementRoutes } from '../features/money/statement/index.ts';
import { priceAlertRoutes } from '../features/trading/price-alert/index.ts';
import { recurringBuyRoutes } from '../features/trading/recurring-buy/index.ts';
import { swapRoutes } from '../features/trading/swap/index.ts';
import { transparencyRoutes } from '../features/proof/transparency/index.ts';
import type { RouteDef } from '../platform/navigation/route.ts';

export const laterRoutes: readonly RouteDef[] = [
  ...priceAlertRoutes,
  ...recurringBuyRoutes,
  ...feeLevelRoutes,
  ...orderReceiptRoutes,
  ...futuresRoutes,
  ...offeringRoutes,
  ...productRoutes([...stakingTabs, earnTab]),
  ...cryptoRoutes,
  ...memberTransferRoutes,
  ...swapRoutes,
  ...bankRoutes,
  ...loanRoutes,
  ...supportRoutes,
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
  ...aboutRoutes,
  ...keysRoutes,
  ...secondFactorRoutes,
  ...locationRoutes,
  ...transparencyRoutes,
  ...authRoutes,
];
