/** Confirmations for tests whose members have no second factor. */
import { createConfirmations } from '../../src/kernel/second-factor/call-confirmations.ts';
import { createPasskeyCeremony } from '../../src/kernel/second-factor/passkey-ceremony.ts';
import { createPasskeyLogins } from '../../src/kernel/second-factor/passkey-logins.ts';
import type { SensitiveCall } from '../../src/kernel/second-factor/sensitive-call.ts';
import type { Settings } from '../../src/kernel/settings/settings.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';

export const confirmationsOf = (parts: { database: Database; clock: Clock; settings: Settings }) =>
  createConfirmations({
    ...parts,
    random: systemRandom,
    secretBox: createSecretBox(new Uint8Array(32)),
    passkeys: createPasskeyCeremony('http://tern.test'),
  });

export const passkeyLoginsOf = (parts: { database: Database; clock: Clock; settings: Settings }) =>
  createPasskeyLogins({
    ...parts,
    random: systemRandom,
    passkeys: createPasskeyCeremony('http://tern.test'),
  });

/** A call of a member without a confirmation. */
export const plainCall = (memberId: number): SensitiveCall => ({
  caller: { memberId, sessionId: 1 },
  name: 'POST /test',
  input: {},
  confirmation: undefined,
});
