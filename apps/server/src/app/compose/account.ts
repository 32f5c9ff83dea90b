/** Members: who they are, how they prove it, what they are told. */
import { createAccountData } from '../../features/account/account-data/index.ts';
import { type Auth, createAuth } from '../../features/account/auth/index.ts';
import { createIdentity } from '../../features/account/identity/index.ts';
import { createInvitations } from '../../features/account/invitation/index.ts';
import { webPushServices } from '../../adapters/web-push.ts';
import { createNotifications } from '../../features/account/notification/index.ts';
import { createProfile } from '../../features/account/profile/index.ts';
import { createSecondFactor } from '../../features/account/second-factor/index.ts';
import { createSecurity } from '../../features/account/security/index.ts';
import { endUnverification } from '../../features/backoffice/operators/index.ts';
import type { Keys } from '../../features/gateway/keys/index.ts';
import { type Funding, listAccountNames } from '../../features/money/funding/index.ts';
import type { Spot } from '../../features/trading/spot/index.ts';
import { accountParts } from '../account-parts.ts';
import { demandsOf, type Kernel } from './kernel.ts';
import type { Parts } from './parts.ts';

/** Sessions come first: other subjects recognize their callers by them. */
export const composeAuth = (parts: Parts, { confirmations, passkeyLogins }: Kernel): Auth =>
  createAuth({ ...parts, ...demandsOf(parts), confirmations, passkeyLogins });

export function composeAccount(
  parts: Parts,
  kernel: Kernel,
  given: {
    auth: Auth;
    keys: Pick<Keys, 'account'>;
    spot: Pick<Spot, 'orders'>;
    funding: Pick<Funding, 'cancelReviewed'>;
  },
) {
  const { auth, keys, spot, funding } = given;
  const { confirmations, images, lists, passkeys, reviews, worthOf } = kernel;
  const { secretBox } = parts;
  return {
    profile: createProfile({ ...parts, auth }),
    security: createSecurity({
      ...parts,
      reviews,
      auth,
      confirmations,
      stops: [spot.orders.cancelAll, funding.cancelReviewed],
    }),
    accountData: createAccountData({
      ...parts,
      auth,
      confirmations,
      parts: accountParts({ auth, keys, secretBox }),
    }),
    identity: createIdentity({
      ...parts,
      reviews,
      images,
      accountNames: listAccountNames,
      endUnverification,
    }),
    secondFactor: createSecondFactor({ ...parts, auth, confirmations, passkeys }),
    invitations: createInvitations({ ...parts, worthOf }),
    notifications: createNotifications({ ...parts, lists, pushes: webPushServices }),
  };
}
