/** Authorizes a program: checks its key, signature, timestamp and IP address. */
import { createHash } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { type Member, memberById } from '../../../kernel/members/members.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Log } from '../../../platform/log.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { plainAddress } from '../../../platform/http/caller-address.ts';
import { signatureNotValid } from './htx-fault.ts';
import { isSignedWith, isTimely, type SignedRequest } from './signature.ts';
import { type ApiKey, findKey, touchKey } from './store.ts';

/** The access that a key grants. */
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
  /** Time and address are checked only after the signature. @throws `signatureNotValid` */
  check(credentials: Credentials): Promise<Access>;
  /** The current access of the key; undefined when it is deleted or no longer valid. */
  reload(accessKey: string): Promise<Access | undefined>;
}

interface AuthorizationDeps {
  database: Database;
  clock: Clock;
  log: Log;
  secretBox: SecretBox;
}

/** Binds a sealed secret to its key: moved to another key's row, it cannot be opened. */
export const secretBoxContext = (accessKey: string) => `api key ${accessKey}`;

/**
 * Binds keys to the login password they were created with, so that a new password invalidates them (ADR 21). Derived from the
 * salted hash, so it changes with every new password and reveals nothing about it.
 */
export function passwordMark(member: Pick<Member, 'id' | 'passwordHash'>): string {
  return createHash('sha256')
    .update(`api keys of ${member.id}\n${member.passwordHash}`)
    .digest('base64url');
}

/** The last use of a key is stored at most this often. */
const TOUCH_EVERY_MS = MINUTE_MS;

export function createAuthorization(deps: AuthorizationDeps): Authorization {
  const { database, clock, secretBox } = deps;

  /** A key is invalid once its member is banned or has changed the password. */
  async function findAccess(accessKey: string) {
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
      .catch((error: unknown) =>
        deps.log.warn({ err: error }, 'the last use of a key could not be stored'),
      );
  }

  return {
    async check({ accessKey, timestamp, address, request }) {
      const found = await findAccess(accessKey);
      if (found === undefined) throw signatureNotValid('Incorrect Access key');
      const { key, access } = found;
      const secret = openSecret(secretBox, accessKey, key.sealedSecret);
      if (!isSignedWith(secret, request)) throw signatureNotValid('Verification failure');
      const now = clock.now();
      if (!isTimely(timestamp, now)) throw signatureNotValid('Invalid timestamp');
      if (!isAllowed(key.addresses, address)) throw signatureNotValid('Incorrect Ip address');
      await touch(key, now);
      return access;
    },
    reload: async (accessKey) => (await findAccess(accessKey))?.access,
  };
}

/** An entry of a list of IP addresses and CIDR ranges, normalized; undefined when it is neither an address nor a range. */
export function addressEntry(given: string): string | undefined {
  const [address = '', bits, ...rest] = given.trim().split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return undefined;
  if (bits === undefined) return plainAddress(address);
  const isInside = /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
  return isInside ? `${address}/${Number(bits)}` : undefined;
}

/** True when the list is empty or contains the address. */
export function isAllowed(list: readonly string[], from: string): boolean {
  if (list.length === 0) return true;
  const address = plainAddress(from);
  const family = isIP(address);
  if (family === 0) return false;
  const blocks = new BlockList();
  for (const entry of list) {
    const [base = '', bits] = entry.split('/');
    const kind = isIP(base) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) blocks.addAddress(base, kind);
    else blocks.addSubnet(base, Number(bits), kind);
  }
  return blocks.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** @throws `signatureNotValid` when it was sealed with a key that this deployment no longer has: the member makes another */
function openSecret(box: SecretBox, accessKey: string, sealed: Uint8Array): string {
  try {
    return box.open(sealed, secretBoxContext(accessKey));
  } catch {
    throw signatureNotValid('Incorrect Access key');
  }
}
