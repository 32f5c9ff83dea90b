/** What each feature holds about a member: the parts of the export and of closing an account (ADR 48). */
import type { Auth } from '../features/auth/index.ts';
import { earnAccount } from '../features/earn/index.ts';
import { fundingAccount } from '../features/funding/index.ts';
import { futuresAccount } from '../features/futures/index.ts';
import { gatewayAccount } from '../features/htx-gateway/index.ts';
import { identityAccount } from '../features/identity/index.ts';
import { invitationAccount } from '../features/invitation/index.ts';
import type { Keys } from '../features/keys/index.ts';
import { loanAccount } from '../features/loan/index.ts';
import { offeringAccount } from '../features/offering/index.ts';
import { operatorsAccount } from '../features/operators/index.ts';
import { securityAccount } from '../features/security/index.ts';
import { serviceAccount } from '../features/service/index.ts';
import { spotAccount } from '../features/spot/index.ts';
import { stakingAccount } from '../features/staking/index.ts';
import { statementAccount } from '../features/statement/index.ts';
import { swapAccount } from '../features/swap/index.ts';
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
  identityAccount,
  given.auth.account,
  securityAccount,
  given.keys.account,
  gatewayAccount,
  fundingAccount(given.secretBox),
  swapAccount,
  spotAccount,
  futuresAccount,
  offeringAccount,
  stakingAccount,
  earnAccount,
  loanAccount,
  invitationAccount,
  serviceAccount,
  operatorsAccount,
  statementAccount,
];
