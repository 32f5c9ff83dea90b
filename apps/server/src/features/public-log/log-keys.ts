/** The keys of the log: created at the first start, stored encrypted, replaced each year (ADR 49). */
import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { type NoteSigner, type VerifierKey, verifierKey } from '@tern/proofs';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/durations.ts';
import type { Log } from '../../platform/log.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { insertKey, type KeyRow, listKeys } from './store.ts';

/** The keys of HMAC-SHA256: the secret behind the salts XOR its inner and outer pad, so that the database can compute salts. */
export interface SaltKeys {
  readonly inner: Buffer;
  readonly outer: Buffer;
}

export interface LogKeys {
  /** Sign a checkpoint: the newest key and, for a while after a rotation, the one before it. */
  signers(origin: string): NoteSigner[];
  /** The newest key, whose secret makes the salts of new rounds. */
  readonly saltsOfNew: { readonly keyId: number; readonly keys: SaltKeys };
}

export interface LogKeyDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secretBox: SecretBox;
}

interface OpenKey {
  readonly row: KeyRow;
  readonly secret: KeyObject;
}

const CONTEXT = 'public log key';
const SECRET_BYTES = 32;
const HMAC_BLOCK_BYTES = 64;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
/** A key signs for a year. */
const LIFE_MS = 365 * DAY_MS;
/** Then it signs beside the next one for this time, so that everyone can learn the next key from checkpoints they can verify. */
const OVERLAP_MS = 90 * DAY_MS;

/** The keys that this deployment can decrypt, with a new one if none is younger than a year. */
export async function openLogKeys(deps: LogKeyDeps): Promise<LogKeys> {
  const now = deps.clock.now();
  const rows = await listKeys(deps.database);
  const opened = rows.map((row) => openKey(deps.secretBox, row)).filter((key) => key !== undefined);
  const [newest] = opened;
  if (newest === undefined || now - newest.row.createdAt >= LIFE_MS) {
    if (rows.length > 0 && newest === undefined) {
      deps.log.warn({}, 'no key of the public log can be decrypted: creating a new one');
    }
    await makeKey(deps, (rows[0]?.id ?? 0) + 1);
    // Another process may have created it first; then its key is used.
    return openLogKeys(deps);
  }
  const isOverlap = now - newest.row.createdAt < OVERLAP_MS;
  const signing = opened.slice(0, isOverlap ? 2 : 1);
  return {
    saltsOfNew: { keyId: newest.row.id, keys: saltKeysOf(newest.row) },
    signers: (origin) =>
      signing.map(({ row, secret }) => ({
        key: publicKeyOf(row, origin),
        sign: (message) => new Uint8Array(sign(null, message, secret)),
      })),
  };
}

export function publicKeyOf({ publicKey }: KeyRow, origin: string): VerifierKey {
  return verifierKey(origin, 'note', new Uint8Array(publicKey));
}

async function makeKey(
  { database, clock, secretBox }: Omit<LogKeyDeps, 'log'>,
  id: number,
): Promise<void> {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-SECRET_BYTES);
  const secret = pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  const sealedSecret = secretBox.seal(secret, CONTEXT);
  const saltSecret = randomBytes(SECRET_BYTES);
  const key = { id, publicKey, sealedSecret, saltSecret, createdAt: clock.now() };
  await database.transaction((tx) => insertKey(tx, key));
}

/** Fails with: `undefined` when it was encrypted with a lost key of the deployment. */
function openKey(secretBox: SecretBox, row: KeyRow): OpenKey | undefined {
  try {
    const key = Buffer.from(secretBox.open(row.sealedSecret, CONTEXT), 'base64');
    return { row, secret: createPrivateKey({ key, type: 'pkcs8', format: 'der' }) };
  } catch {
    return undefined;
  }
}

/** RFC 2104, for a secret that is not longer than a block. */
export function saltKeysOf({ saltSecret }: Pick<KeyRow, 'saltSecret'>): SaltKeys {
  const padded = Buffer.concat([saltSecret, Buffer.alloc(HMAC_BLOCK_BYTES - saltSecret.length)]);
  const xor = (pad: number) => Buffer.from(padded.map((byte) => byte ^ pad));
  return { inner: xor(INNER_PAD), outer: xor(OUTER_PAD) };
}
