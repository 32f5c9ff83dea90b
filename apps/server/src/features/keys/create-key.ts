/** Makes a key for a member's program. */
import { lockMember } from '../../kernel/members/members.ts';
import { notify } from '../../kernel/messaging/notifications.ts';
import type { Passwords } from '../../kernel/members/passwords.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import { readVisible } from '../../kernel/requests/visible-text.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Random } from '../../platform/random.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { Auth } from '../auth/index.ts';
import { checkLoginPassword } from '../profile/index.ts';
import { addressEntry } from './access/address-list.ts';
import { ownMember } from './own-keys.ts';
import { passwordMark } from './access/password-mark.ts';
import { KEYS_MAX, keyName } from './rules.ts';
import { type ApiKey, findKeysOf, insertKey, removeVoidKeys } from './store.ts';

export interface CreateKeyDeps {
  database: Database;
  clock: Clock;
  random: Random;
  passwords: Passwords;
  secretBox: SecretBox;
  auth: Pick<Auth, 'attempts'>;
}

export interface KeyInput {
  name: string;
  canTrade: boolean;
  ips: readonly string[];
  password: string | undefined;
}

/** No letter that is easily taken for another one. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const ACCESS_KEY_LENGTH = 26;
/** 40 characters of this alphabet are 198 random bits. */
const SECRET_LENGTH = 40;

/** What a secret is sealed for: moved to another key's row it does not open. */
export const secretContext = (accessKey: string) => `api key ${accessKey}`;

/**
 * Gives the key and its secret, which cannot be had again.
 * Fails with: 4011, 4024 after too many wrong tries, 5001 (name, ips), 5010 no password, 5012 too many keys.
 */
export async function createKey(
  deps: CreateKeyDeps,
  memberId: number,
  wish: KeyInput,
): Promise<{ key: ApiKey; secret: string }> {
  const { database, clock, random, secretBox, auth } = deps;
  const name = keyName(readVisible(wish.name, 'name'));
  if (name === undefined) throw new Refusal(5001, { fields: ['name'] });
  const addresses = readAddresses(wish.ips);
  const known = await ownMember(database, memberId);
  if ((await findKeysOf(database, memberId, passwordMark(known))).length >= KEYS_MAX) throw full();
  const field = 'password';
  const { password = '' } = wish;
  if (password === '') throw new Refusal(5010, { fields: [field] });
  const attempt = await checkLoginPassword(deps, known, { password, field });
  const accessKey = random.text(ACCESS_KEY_LENGTH, ALPHABET);
  const secret = random.text(SECRET_LENGTH, ALPHABET);
  const sealedSecret = Buffer.from(secretBox.seal(secret, secretContext(accessKey)));
  const key = await database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member?.passwordHash !== known.passwordHash) throw new Refusal(4011, { fields: [field] });
    const mark = passwordMark(member);
    await removeVoidKeys(tx, memberId, mark);
    if ((await findKeysOf(tx, memberId, mark)).length >= KEYS_MAX) throw full();
    await auth.attempts.giveBack(tx, attempt);
    const { canTrade } = wish;
    const fresh = { memberId, name, accessKey, sealedSecret, canTrade, addresses };
    const at = clock.now();
    await notify(tx, { memberId, kind: 'security.keyMade', values: { name } }, at);
    return insertKey(tx, { ...fresh, passwordMark: mark }, at);
  });
  return { key, secret };
}

const full = () => new Refusal(5012, { data: { max: KEYS_MAX } });

function readAddresses(given: readonly string[]): string[] {
  const entries = given.filter((each) => each.trim() !== '').map(addressEntry);
  if (entries.includes(undefined)) throw new Refusal(5001, { fields: ['ips'] });
  return [...new Set(entries as string[])];
}
