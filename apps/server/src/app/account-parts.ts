/** What each feature holds about a member: the parts of the export and of closing an account (ADR 48). */
import type { Auth } from '../features/account/auth/index.ts';
import { earnAccount } from '../features/products/earn/index.ts';
import { fundingAccount } from '../features/money/funding/index.ts';
import { feeLevelAccount } from '../features/trading/fee-level/index.ts';
import { futuresAccount } from '../features/trading/futures/index.ts';
import { gatewayAccount } from '../features/gateway/htx-gateway/index.ts';
import { identityAccount } from '../features/account/identity/index.ts';
import { invitationAccount } from '../features/account/invitation/index.ts';
import type { Keys } from '../features/gateway/keys/index.ts';
import { loanAccount } from '../features/products/loan/index.ts';
import { memberTransferAccount } from '../features/money/member-transfer/index.ts';
import { profileAccount } from '../features/account/profile/index.ts';
import { offeringAccount } from '../features/products/offering/index.ts';
import { operatorsAccount } from '../features/backoffice/operators/index.ts';
import { securityAccount } from '../features/account/security/index.ts';
import { supportAccount } from '../features/backoffice/support/index.ts';
import { spotAccount } from '../features/trading/spot/index.ts';
import { stakingAccount } from '../features/products/staking/index.ts';
import { statementAccount } from '../features/money/statement/index.ts';
import { priceAlertAccount } from '../features/trading/price-alert/index.ts';
import { recurringAccount } from '../features/trading/recurring-buy/index.ts';
import { swapAccount } from '../features/trading/swap/index.ts';
import type { AccountPart } from '../kernel/account-data/account-part.ts';
import { kernelPart } from '../kernel/account-data/store-kernel-account.ts';
import type { SecretBox } from '../platform/secret-box.ts';

/** In the order of the archive. A test finds tables about members that are in none of them. */
export const accountParts = (given: {
  auth: Pick<Auth, 'account'>;
  keys: Pick<Keys, 'account'>;
  secretBox: SecretBox;
}): readonly AccountPart[] => [
  kernelPart,
  identityAccount(given.secretBox),
  given.auth.account,
  profileAccount,
  securityAccount,
  given.keys.account,
  gatewayAccount,
  fundingAccount(given.secretBox),
  memberTransferAccount,
  swapAccount,
  priceAlertAccount,
  recurringAccount,
  spotAccount,
  feeLevelAccount,
  futuresAccount,
  offeringAccount,
  stakingAccount,
  earnAccount,
  loanAccount,
  invitationAccount,
  supportAccount,
  operatorsAccount,
  statementAccount,
];
