/** Every call of the member API, feature by feature. */
import { announcementCalls } from './backoffice/announcement.ts';
import { assetsCalls } from './money/assets.ts';
import { authCalls } from './account/auth.ts';
import { coinsCalls } from './money/coins.ts';
import { depositCalls } from './money/deposit.ts';
import { earnCalls } from './products/earn.ts';
import { fiatCalls } from './money/fiat.ts';
import { futuresCalls } from './trading/futures.ts';
import { identityCalls } from './account/identity.ts';
import { imagesCalls } from './images.ts';
import { invitationCalls } from './account/invitation.ts';
import { keysCalls } from './gateway/keys.ts';
import { liabilitiesCalls } from './proof/liabilities.ts';
import { loanCalls } from './products/loan.ts';
import { marketCalls } from './market/market-data.ts';
import { notificationCalls } from './account/notification.ts';
import { offeringCalls } from './products/offering.ts';
import { operatorsCalls } from './backoffice/operators.ts';
import { profileCalls } from './account/profile.ts';
import { accountDataCalls } from './account/account-data.ts';
import { securityCalls } from './account/security.ts';
import { supportCalls } from './backoffice/support.ts';
import { publicLogCalls } from './proof/public-log.ts';
import { secondFactorCalls } from './account/second-factor.ts';
import { siteCalls } from './backoffice/site.ts';
import { conditionalOrderCalls } from './trading/conditional-orders.ts';
import { spotCalls } from './trading/spot.ts';
import { stakingCalls } from './products/staking.ts';
import { statementCalls } from './money/statement.ts';
import { transparencyCalls } from './proof/transparency.ts';
import { swapCalls } from './trading/swap.ts';
import { feeLevelCalls } from './trading/fee-level.ts';
import { priceAlertCalls } from './trading/price-alert.ts';
import { memberTransferCalls } from './money/member-transfer.ts';
import { recurringBuyCalls } from './trading/recurring-buy.ts';
import { withdrawalCalls } from './money/withdrawal.ts';

export const calls = {
  ...siteCalls,
  ...authCalls,
  ...profileCalls,
  ...secondFactorCalls,
  ...securityCalls,
  ...accountDataCalls,
  ...marketCalls,
  ...spotCalls,
  ...conditionalOrderCalls,
  ...futuresCalls,
  ...assetsCalls,
  ...coinsCalls,
  ...invitationCalls,
  ...keysCalls,
  ...operatorsCalls,
  ...notificationCalls,
  ...announcementCalls,
  ...transparencyCalls,
  ...publicLogCalls,
  ...liabilitiesCalls,
  ...statementCalls,
  ...swapCalls,
  ...priceAlertCalls,
  ...feeLevelCalls,
  ...recurringBuyCalls,
  ...loanCalls,
  ...earnCalls,
  ...withdrawalCalls,
  ...memberTransferCalls,
  ...fiatCalls,
  ...identityCalls,
  ...imagesCalls,
  ...depositCalls,
  ...offeringCalls,
  ...stakingCalls,
  ...supportCalls,
};

export type AnyCall = (typeof calls)[keyof typeof calls];
