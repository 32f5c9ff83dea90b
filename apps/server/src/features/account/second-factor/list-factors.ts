/** Lists a member's factors, without secrets. */
import {
  authenticatorOf,
  type Passkey,
  passkeysOf,
  recoveryCodesLeft,
} from '../../../kernel/second-factor/factors.ts';
import { factorSettings } from '../../../kernel/second-factor/settings.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { FactorDeps } from './deps.ts';

const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));

export async function listFactors(
  { database, settings, passkeys }: Pick<FactorDeps, 'database' | 'settings' | 'passkeys'>,
  memberId: number,
) {
  const totp = await authenticatorOf(database, memberId);
  const own = await passkeysOf(database, memberId);
  return {
    passkeys: own.map(passkeyRow),
    passkeysMax: settings.read(factorSettings.passkeysMax),
    passkeysAvailable: passkeys.isAvailable,
    totp:
      totp === undefined
        ? null
        : { CreatedAt: isoTime(totp.createdAt), lastUsedAt: timeOrNull(totp.lastUsedAt) },
    recoveryCodesLeft: await recoveryCodesLeft(database, memberId),
  };
}

/** A passkey in the API. */
export function passkeyRow(passkey: Passkey) {
  const { id, createdAt, name, lastUsedAt, isSynced } = passkey;
  return {
    ID: id,
    CreatedAt: isoTime(createdAt),
    name,
    lastUsedAt: timeOrNull(lastUsedAt),
    synced: isSynced,
  };
}
