/** Who a program acts for: its key, its signature, its clock and its address, checked together. */
import { memberById } from '../../../kernel/members/members.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { isAllowed } from './address-list.ts';
import { secretContext } from '../create-key.ts';
import { notValid } from '../htx-fault.ts';
import { passwordMark } from './password-mark.ts';
import { isSignedWith, isTimely, type SignedRequest } from './signature.ts';
import { type ApiKey, findKey, touchKey } from '../store.ts';

/** What a key lets a program do. */
export interface Access {
  keyId: number;
  accessKey: string;
  memberId: number;
  canTrade: boolean;
  isFrozen: boolean;
}

export interface Credentials {
  accessKey: string;
  timestamp: string;
  address: string;
  request: SignedRequest;
}

export interface Authorization {
  /** Fails with: `notValid`. Where and when a key was used is only looked at once the signature is right. */
  check(credentials: Credentials): Promise<Access>;
  /** The same key as it stands now; undefined when it is no more. */
  again(accessKey: string): Promise<Access | undefined>;
}

interface AuthorizationDeps {
  database: Database;
  clock: Clock;
  log: Log;
  secretBox: SecretBox;
}

/** Use is written down at most this often. */
const TOUCH_EVERY_MS = 60_000;

export function createAuthorization(deps: AuthorizationDeps): Authorization {
  const { database, clock, secretBox } = deps;

  /** A key is void once its member is banned or has another password. */
  async function standing(accessKey: string) {
    const key = await findKey(database, accessKey);
    const member = key && (await memberById(database, key.memberId));
    if (key === undefined || member === undefined) return undefined;
    if (member.isBanned || passwordMark(member) !== key.passwordMark) return undefined;
    const { id: keyId, memberId, canTrade } = key;
    const access: Access = { keyId, accessKey, memberId, canTrade, isFrozen: member.isFrozen };
    return { key, access };
  }

  async function touch({ id, lastUsedAt }: ApiKey, now: number): Promise<void> {
    if (lastUsedAt !== null && now - lastUsedAt < TOUCH_EVERY_MS) return;
    await database
      .transaction((tx) => touchKey(tx, id, now))
      .catch((error: unknown) => deps.log.warn({ err: error }, 'the use of a key was not noted'));
  }

  return {
    async check({ accessKey, timestamp, address, request }) {
      const found = await standing(accessKey);
      if (found === undefined) throw notValid('Incorrect Access key');
      const { key, access } = found;
      const secret = secretBox.open(key.sealedSecret, secretContext(accessKey));
      if (!isSignedWith(secret, request)) throw notValid('Verification failure');
      const now = clock.now();
      if (!isTimely(timestamp, now)) throw notValid('Invalid timestamp');
      if (!isAllowed(key.addresses, address)) throw notValid('Incorrect Ip address');
      await touch(key, now);
      return access;
    },
    again: async (accessKey) => (await standing(accessKey))?.access,
  };
}
