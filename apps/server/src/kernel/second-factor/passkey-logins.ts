/** Logins with a passkey alone: a challenge that any passkey of this app may sign, and the member who did (ADR 42). */
import { type Clock, isoTime } from '../../platform/clock.ts';
import { text, timestamptz } from '../../platform/database/columns.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import type { Random } from '../../platform/random.ts';
import { hashSecret } from '../../platform/secret-box.ts';
import { lockMember, type Member } from '../members/members.ts';
import { Refusal } from '../requests/refusal.ts';
import type { Settings } from '../settings/settings.ts';
import type { Proof } from './check-proof.ts';
import { assertFewFailures } from './factor-failures.ts';
import { signedPasskey, spendSignature } from './factors.ts';
import type { AssertionOptions, PasskeyCeremony } from './passkey-ceremony.ts';
import { factorSettings } from './settings.ts';
import { createECDH } from 'node:crypto';

const insertLogin = defineStatement({
  name: 'kernel.insertPasskeyLogin',
  text: 'insert into passkey_logins (id_hash, challenge, expires_at) values ($1, $2, $3)',
  params: [text, text, timestamptz],
});

/** Returns the row to exactly one caller. */
const takeLogin = defineQuery({
  name: 'kernel.takePasskeyLogin',
  text: 'delete from passkey_logins where id_hash = $1 returning challenge, expires_at',
  params: [text],
  row: { challenge: text, expiresAt: timestamptz },
});

interface PasskeyLoginDeps {
  database: Database;
  clock: Clock;
  random: Random;
  settings: Settings;
  passkeys: PasskeyCeremony;
}

/** The challenge of a login, signed. */
export interface SignedLogin {
  loginId: string;
  assertion: NonNullable<Proof['assertion']>;
}

export interface PasskeyLogins {
  /** @throws not-available at an address without a domain name */
  begin(): Promise<{ loginId: string; options: AssertionOptions; expiresAt: string }>;
  /**
   * Checks the signature and runs `accepted` in the same transaction, with the member locked. The challenge is used up,
   * right or wrong. An unknown passkey and a wrong signature are indistinguishable, also in time.
   * @throws confirmation-expired for a login that is unknown, used or expired; wrong-second-factor, also while the login
   * password is disabled; too-many-requests while the member's factors are locked
   */
  prove<T>(login: SignedLogin, accepted: (tx: Tx, member: Member) => Promise<T>): Promise<T>;
}

const ID_BYTES = 24;

const hashOf = (id: string) => hashSecret('passkey login', id);
const refused = () => new Refusal('wrong-second-factor', { fields: ['assertion'] });

export function createPasskeyLogins(deps: PasskeyLoginDeps): PasskeyLogins {
  const { database, clock, settings, passkeys } = deps;
  const decoy = decoyKey();

  /** @throws confirmation-expired */
  async function takeChallenge(loginId: string): Promise<string> {
    const taken = await database.transaction((tx) => tx.maybe(takeLogin, [hashOf(loginId)]));
    if (taken === undefined || taken.expiresAt <= clock.now())
      throw new Refusal('confirmation-expired');
    return taken.challenge;
  }

  return {
    async begin() {
      if (!passkeys.isAvailable) throw new Refusal('not-available');
      const loginId = deps.random.token(ID_BYTES);
      const lifetimeMs = settings.read(factorSettings.confirmMinutes) * MINUTE_MS;
      const options = await passkeys.assertionOptions([], lifetimeMs);
      const expiresAt = clock.now() + lifetimeMs;
      const row = [hashOf(loginId), options.challenge, expiresAt] as const;
      await database.transaction((tx) => tx.run(insertLogin, row));
      return { loginId, options, expiresAt: isoTime(expiresAt) };
    },
    async prove({ loginId, assertion }, accepted) {
      const challenge = await takeChallenge(loginId);
      const { memberId, ...passkey } = await signedPasskey(database, assertion.id, decoy);
      const given = { assertion, challenge, ownerId: memberId };
      const signed = await passkeys.verifyAssertion(
        { ...passkey, credentialId: assertion.id },
        given,
      );
      // Without a user name, the handle that the authenticator stored is required (WebAuthn 3, §7.2).
      const hasHandle = (assertion.response.userHandle ?? '') !== '';
      if (memberId === 0 || signed === undefined || !hasHandle) throw refused();
      return database.transaction(async (tx) => {
        const at = clock.now();
        const member = await lockMember(tx, memberId);
        if (member === undefined || member.passwordDisabledAt !== null) throw refused();
        await assertFewFailures(tx, settings, { memberId, at });
        // Also refuses a passkey that was removed meanwhile.
        if (!(await spendSignature(tx, { id: passkey.id, memberId, ...signed }, at)))
          throw refused();
        return accepted(tx, member);
      });
    },
  };
}

/** COSE (RFC 9052): a map of key type EC2, algorithm ES256, curve P-256; then x and y, 32 bytes each. */
const COSE_HEAD = Buffer.from('a5010203262001', 'hex');
const COSE_X = Buffer.from('215820', 'hex');
const COSE_Y = Buffer.from('225820', 'hex');

/**
 * The public key of a passkey that nobody has: its private key is dropped. A signature by an unknown passkey takes as long to refuse
 * as one by a known passkey.
 */
function decoyKey(): Buffer {
  // 0x04, then both coordinates.
  const point = createECDH('prime256v1').generateKeys();
  return Buffer.concat([COSE_HEAD, COSE_X, point.subarray(1, 33), COSE_Y, point.subarray(33)]);
}
