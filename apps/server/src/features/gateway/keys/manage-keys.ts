/** Creates, lists and deletes the API keys of a member (ADR 21). */
import { lockMember } from '../../../kernel/members/members.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type {
  CallConfirmations,
  SensitiveCall,
} from '../../../kernel/second-factor/sensitive-call.ts';
import { readVisible } from '../../../kernel/requests/visible-text.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import type { Random } from '../../../platform/random.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { Auth } from '../../account/auth/index.ts';
import { checkLoginPassword, ownData } from '../../account/profile/index.ts';
import { addressEntry, passwordMark, secretBoxContext } from './authorization.ts';
import { type ApiKey, findKeysOf, insertKey, removeInvalidKeys, removeKey } from './store.ts';

export type { ApiKey };

/** Enough for a few programs, few enough to keep an overview. */
export const KEYS_MAX = 10;

export interface CreateKeyDeps {
  database: Database;
  clock: Clock;
  random: Random;
  passwords: Passwords;
  secretBox: SecretBox;
  bus: Bus;
  auth: Pick<Auth, 'attempts' | 'alerts'>;
  confirmations: CallConfirmations;
}

export interface KeyInput {
  name: string;
  canTrade: boolean;
  ips: readonly string[];
  password: string | undefined;
}

/** Without characters that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const ACCESS_KEY_LENGTH = 26;
/** 40 characters of this alphabet are 198 random bits. */
const SECRET_LENGTH = 40;

/**
 * Returns the key and its secret, which is shown only once.
 * @throws wrong-login-password, too-many-requests after too many wrong tries, invalid-request (name, ips), step-up-required
 * no password, limit-reached too many keys, second-factor-required, confirmation-expired
 */
export async function createKey(
  deps: CreateKeyDeps,
  call: SensitiveCall,
  input: KeyInput,
): Promise<{ key: ApiKey; secret: string }> {
  const { database, clock, random, secretBox, auth } = deps;
  const { memberId } = call.caller;
  const name = keyName(readVisible(input.name, 'name'));
  if (name === undefined) throw new Refusal('invalid-request', { fields: ['name'] });
  const addresses = readAddresses(input.ips);
  const known = await ownData(database, memberId);
  if ((await findKeysOf(database, memberId, passwordMark(known))).length >= KEYS_MAX)
    throw tooManyKeys();
  const field = 'password';
  const { password = '' } = input;
  if (password === '') throw new Refusal('step-up-required', { fields: [field] });
  await checkLoginPassword(deps, known, { password, field });
  const confirm = await deps.confirmations.require(call);
  const accessKey = random.text(ACCESS_KEY_LENGTH, ALPHABET);
  const secret = random.text(SECRET_LENGTH, ALPHABET);
  const sealedSecret = Buffer.from(secretBox.seal(secret, secretBoxContext(accessKey)));
  const key = await database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member?.passwordHash !== known.passwordHash)
      throw new Refusal('wrong-login-password', { fields: [field] });
    const currentMark = passwordMark(member);
    await removeInvalidKeys(tx, memberId, currentMark);
    if ((await findKeysOf(tx, memberId, currentMark)).length >= KEYS_MAX) throw tooManyKeys();
    await confirm(tx);
    const { canTrade } = input;
    const fresh = { memberId, name, accessKey, sealedSecret, canTrade, addresses };
    const at = clock.now();
    await notify(tx, { memberId, kind: 'security.keyMade', values: { name } }, at);
    await auth.alerts.send(tx, { member, kind: 'keyMade', values: { name } }, at);
    return insertKey(tx, { ...fresh, passwordMark: currentMark }, at);
  });
  wakeDelivery(deps.bus);
  return { key, secret };
}

/** The normalized name, or undefined when it is empty or has control characters. */
function keyName(given: string): string | undefined {
  const name = given.trim().replaceAll(/\s+/gu, ' ');
  return name === '' || /\p{Cc}/u.test(name) ? undefined : name;
}

const tooManyKeys = () => new Refusal('limit-reached', { data: { max: KEYS_MAX } });

function readAddresses(given: readonly string[]): string[] {
  const entries = given.filter((each) => each.trim() !== '').map(addressEntry);
  if (entries.includes(undefined)) throw new Refusal('invalid-request', { fields: ['ips'] });
  return [...new Set(entries as string[])];
}

/** Oldest first. */
export async function listKeys(reader: Reader, memberId: number): Promise<ApiKey[]> {
  return findKeysOf(reader, memberId, passwordMark(await ownData(reader, memberId)));
}

/** Bus topic with the id of a deleted key. */
export const KEY_DELETED = 'keys.ended';

/** @throws not-found for a key that is absent or another member's */
export async function deleteKey(
  { database, clock, bus }: { database: Database; clock: Clock; bus: Bus },
  memberId: number,
  keyId: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    const name = await removeKey(tx, keyId, memberId);
    if (name === undefined) throw new Refusal('not-found');
    await notify(tx, { memberId, kind: 'security.keyRemoved', values: { name } }, clock.now());
  });
  bus.publish(KEY_DELETED, keyId);
}
