/** One-time codes of an authenticator (RFC 6238): six digits, thirty seconds, one step of clock error either way. */
import { readCode } from '@tern/protocol/typed-text';
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
const STEPS_EITHER_WAY = 1;
const CODE = /^\d{6}$/;
const SECRET_BYTES = 20;

const totpOf = (secret: string, login = '') =>
  new TOTP({
    issuer: 'Tern',
    label: login,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  });

/** A new secret in base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** `otpauth://…`, for the QR code that an authenticator reads. */
export function secretUri(secret: string, login: string): string {
  return totpOf(secret, login).toString();
}

/** The code's time step, usable once; undefined for a wrong or expired code. `at`: epoch ms. */
export function stepOfCode(secret: string, code: string, at: number): number | undefined {
  const token = readCode(code);
  if (!CODE.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, timestamp: at, window: STEPS_EITHER_WAY });
  return delta === null ? undefined : Math.floor(at / 1_000 / PERIOD_SECONDS) + delta;
}
