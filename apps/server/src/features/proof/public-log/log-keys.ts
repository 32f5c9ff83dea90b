/** The keys of the log: stored encrypted, replaced each year (ADR 49, 64). */
import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { type NoteSigner, type VerifierKey, verifierKey } from '@tern/proofs';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { Log } from '../../../platform/log.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { type KeyRow, listKeys } from './store.ts';

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

export interface OpenKey {
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
/** Then it signs beside the next one for this time, in which witnesses follow to it and verifiers of single files can be given it. */
const OVERLAP_MS = 90 * DAY_MS;

/** What makes the next key: it is numbered after the last one and introduced by the newest that can be decrypted, if there is one. */
export interface DueKey {
  readonly lastId: number;
  readonly outgoing: OpenKey | undefined;
}

/**
 * The keys of the log that this deployment has, or what the next one needs when it is due: none can be decrypted, or the newest is a
 * year old. Both come from one read: after a second one, the key that another process introduced in between would be followed by a further one.
 */
export async function openLogKeys(
  deps: LogKeyDeps,
): Promise<{ keys: LogKeys } | { keys: undefined; due: DueKey }> {
  const { rows, opened } = await openableKeys(deps);
  const [newest] = opened;
  const isDue = newest === undefined || ageOf(newest, deps) >= LIFE_MS;
  const signing = isDue ? [] : opened.slice(0, ageOf(newest, deps) < OVERLAP_MS ? 2 : 1);
  const keys = logKeysOf(signing);
  if (keys !== undefined) return { keys };
  return { keys, due: { lastId: rows[0]?.id ?? 0, outgoing: newest } };
}

/** All keys, and those of them that can be decrypted: the newest first. */
export async function openableKeys({
  database,
  secretBox,
}: Pick<LogKeyDeps, 'database' | 'secretBox'>): Promise<{ rows: KeyRow[]; opened: OpenKey[] }> {
  const rows = await listKeys(database);
  return { rows, opened: openKeys(secretBox, rows) };
}

/** A key that is not stored yet. Units: `createdAt` in epoch milliseconds. */
export function createLogKey(
  { clock, secretBox }: Pick<LogKeyDeps, 'clock' | 'secretBox'>,
  id: number,
): OpenKey {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-SECRET_BYTES);
  const secret = pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  const sealedSecret = Buffer.from(secretBox.seal(secret, CONTEXT));
  const saltSecret = randomBytes(SECRET_BYTES);
  const row = { id, publicKey, sealedSecret, saltSecret, createdAt: clock.now() };
  return { row, secret: pair.privateKey };
}

/** Shape: the newest first. */
export function logKeysOf(signing: readonly OpenKey[]): LogKeys | undefined {
  const [newest] = signing;
  if (newest === undefined) return undefined;
  return {
    saltsOfNew: { keyId: newest.row.id, keys: saltKeysOf(newest.row) },
    signers: (origin) => signing.map((key) => signerOf(key, origin)),
  };
}

export const signerOf = ({ row, secret }: OpenKey, origin: string): NoteSigner => ({
  key: publicKeyOf(row, origin),
  sign: (message) => new Uint8Array(sign(null, message, secret)),
});

const ageOf = ({ row }: OpenKey, { clock }: LogKeyDeps): number => clock.now() - row.createdAt;

export function publicKeyOf({ publicKey }: KeyRow, origin: string): VerifierKey {
  return verifierKey(origin, 'note', new Uint8Array(publicKey));
}

/** Those that can be decrypted, the newest first. */
const openKeys = (secretBox: SecretBox, rows: readonly KeyRow[]): OpenKey[] =>
  rows.map((row) => openKey(secretBox, row)).filter((key) => key !== undefined);

/** Undefined when it was encrypted with a lost key of the deployment. */
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
