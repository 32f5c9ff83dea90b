/** Every call of the member API, feature by feature. */
import { announcementCalls } from './announcement.ts';
import { assetsCalls } from './assets.ts';
import { authCalls } from './auth.ts';
import { coinsCalls } from './coins.ts';
import { depositCalls } from './deposit.ts';
import { earnCalls } from './earn.ts';
import { fiatCalls } from './fiat.ts';
import { futuresCalls } from './futures.ts';
import { identityCalls } from './identity.ts';
import { imagesCalls } from './images.ts';
import { invitationCalls } from './invitation.ts';
import { keysCalls } from './keys.ts';
import { liabilitiesCalls } from './liabilities.ts';
import { loanCalls } from './loan.ts';
import { marketCalls } from './market-data.ts';
import { notificationCalls } from './notification.ts';
import { offeringCalls } from './offering.ts';
import { operatorsCalls } from './operators.ts';
import { profileCalls } from './profile.ts';
import { accountDataCalls } from './account-data.ts';
import { securityCalls } from './security.ts';
import { serviceCalls } from './service.ts';
import { publicLogCalls } from './public-log.ts';
import { secondFactorCalls } from './second-factor.ts';
import { siteCalls } from './site.ts';
import { spotCalls } from './spot.ts';
import { stakingCalls } from './staking.ts';
import { statementCalls } from './statement.ts';
import { transparencyCalls } from './transparency.ts';
import { swapCalls } from './swap.ts';
import { withdrawalCalls } from './withdrawal.ts';

export const calls = {
  ...siteCalls,
  ...authCalls,
  ...profileCalls,
  ...secondFactorCalls,
  ...securityCalls,
  ...accountDataCalls,
  ...marketCalls,
  ...spotCalls,
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
  ...loanCalls,
  ...earnCalls,
  ...withdrawalCalls,
  ...fiatCalls,
  ...identityCalls,
  ...imagesCalls,
  ...depositCalls,
  ...offeringCalls,
  ...stakingCalls,
  ...serviceCalls,
};

export type AnyCall = (typeof calls)[keyof typeof calls];
