/** Makes the notices of all features known, as the app does: tests use features without it. */
import { registerNotices } from '../../src/kernel/messaging/notice-kinds.ts';
import { reviewNotices } from '../../src/kernel/review/notices.ts';
import { factorNotices } from '../../src/kernel/second-factor/notices.ts';
import { fundingNotices } from '../../src/features/money/funding/request/notices.ts';
import { memberTransferNotices } from '../../src/features/money/member-transfer/notices.ts';
import { keyNotices } from '../../src/features/gateway/keys/notices.ts';
import { authNotices } from '../../src/features/account/auth/notices.ts';
import { identityNotices } from '../../src/features/account/identity/notices.ts';
import { yieldNotices } from '../../src/features/account/notification/notify-yields.ts';
import { profileNotices } from '../../src/features/account/profile/notices.ts';
import { rewardNotices } from '../../src/features/account/invitation/notify-rewards.ts';
import { accountDataNotices } from '../../src/features/account/account-data/notices.ts';
import { securityNotices } from '../../src/features/account/security/notices.ts';
import { contractNotices } from '../../src/features/trading/futures/notices.ts';
import { priceAlertNotices } from '../../src/features/trading/price-alert/notices.ts';
import { recurringNotices } from '../../src/features/trading/recurring-buy/notices.ts';
import { spotNotices } from '../../src/features/trading/spot/notices.ts';
import { loanNotices } from '../../src/features/products/loan/notices.ts';
import { offeringNotices } from '../../src/features/products/offering/notices.ts';
import { earnNotices } from '../../src/features/products/earn/notices.ts';
import { stakingNotices } from '../../src/features/products/staking/notices.ts';
import { staffNotices } from '../../src/features/backoffice/operators/notices.ts';
import { marketNotices } from '../../src/features/backoffice/markets/notify-delisting.ts';
import { announcementNotices } from '../../src/features/backoffice/announcement/notify-members.ts';
import { supportNotices } from '../../src/features/backoffice/support/notices.ts';

const all = [
  reviewNotices,
  factorNotices,
  fundingNotices,
  memberTransferNotices,
  keyNotices,
  authNotices,
  identityNotices,
  yieldNotices,
  profileNotices,
  rewardNotices,
  accountDataNotices,
  securityNotices,
  contractNotices,
  priceAlertNotices,
  recurringNotices,
  spotNotices,
  loanNotices,
  offeringNotices,
  earnNotices,
  stakingNotices,
  staffNotices,
  announcementNotices,
  marketNotices,
  supportNotices,
];
for (const notices of all) registerNotices(notices);
