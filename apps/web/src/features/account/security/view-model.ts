/** What the security page shows; pure. */
import type { User } from '../../../kernel/session.ts';
import type { AddressLock, Device, Unfreezing } from './api.ts';

/** The one thing that needs the member's attention, the most urgent first; `none` if nothing does. */
export type Attention =
  | 'frozenByStaff'
  | 'frozen'
  | 'unfreezing'
  | 'lockOff'
  | 'noPayPassword'
  | 'none';

export function attentionOf(given: {
  user: Pick<User, 'frozen' | 'freeze' | 'hasPayPassword'>;
  lock: AddressLock;
  unfreezing: Unfreezing | null;
}): Attention {
  const { user, lock, unfreezing } = given;
  if (user.frozen) {
    if (user.freeze?.by !== 'owner') return 'frozenByStaff';
    return unfreezing?.status === 'open' ? 'unfreezing' : 'frozen';
  }
  if (lock.offAt !== null) return 'lockOff';
  return user.hasPayPassword ? 'none' : 'noPayPassword';
}

const MOBILE = /\b(Android|iOS)\b/;

/** By the system in a name such as "Safari, iOS". */
export const isMobile = ({ name }: Pick<Device, 'name'>): boolean => MOBILE.test(name);

/** The text of how a device logged in; undefined for one that this version does not know. */
export function methodKey({ method }: Pick<Device, 'method'>) {
  switch (method) {
    case 'password':
      return 'security.byPassword';
    case 'registration':
      return 'security.byRegistration';
    case 'passkey':
      return 'security.byPasskey';
    case 'totp':
      return 'security.byAuthenticator';
    case 'recovery':
      return 'security.byRecoveryCode';
    default:
      return undefined;
  }
}
