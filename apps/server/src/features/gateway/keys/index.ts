/** API keys: members create and delete them; the HTX gateway checks the requests that programs sign with them. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import type { CallConfirmations } from '../../../kernel/second-factor/sensitive-call.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { Log } from '../../../platform/log.ts';
import type { Random } from '../../../platform/random.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { Auth } from '../../account/auth/index.ts';
import { type Authorization, createAuthorization } from './authorization.ts';
import { createKeyLimits, type KeyLimits } from './key-limits.ts';
import { KEY_DELETED } from './manage-keys.ts';
import { keysRoutes } from './routes.ts';
import { deleteKeys, keyRows } from './export-rows.ts';
import { keyNotices } from './notices.ts';

export type { Access, Authorization, Credentials } from './authorization.ts';
export {
  HtxFault,
  internalError,
  isSignatureNotValid,
  noPermission,
  signatureNotValid,
  tooManyRequests,
} from './htx-fault.ts';
export { KEY_LIMIT, type KeyLimits, type Quota } from './key-limits.ts';
export { KEY_DELETED, KEYS_MAX } from './manage-keys.ts';

export interface Keys extends NotifyingFeature {
  authorization: Authorization;
  limits: KeyLimits;
  /** What it holds about a member, and removes with an account. */
  account: AccountPart;
}

export function createKeys(deps: {
  database: Database;
  clock: Clock;
  random: Random;
  bus: Bus;
  log: Log;
  passwords: Passwords;
  secretBox: SecretBox;
  auth: Pick<Auth, 'attempts' | 'alerts'>;
  confirmations: CallConfirmations;
}): Keys {
  const limits = createKeyLimits(deps);
  return {
    slug: 'keys',
    notices: keyNotices,
    routes: keysRoutes(deps),
    jobs: [limits.job],
    authorization: createAuthorization(deps),
    limits,
    account: {
      held: keyRows,
      async end(tx, memberId) {
        const removed = await tx.many(deleteKeys, [memberId]);
        return () => {
          for (const { id } of removed) deps.bus.publish(KEY_DELETED, id);
        };
      },
    },
  };
}
