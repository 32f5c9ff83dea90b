/** The signing key of receipts, chain heads and commitments: created at the first start and stored encrypted (ADR 18). */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { insertKey, type KeyRow, listKeys } from './store.ts';

export interface Signer {
  readonly keyId: number;
  /** Hexadecimal. */
  readonly publicKey: string;
  /** Ed25519 over the UTF-8 of the text; deterministic. */
  sign(text: string): Buffer;
  /** The same, computed beside the event loop. */
  signAside(text: string): Promise<Buffer>;
}

export interface SigningKeyDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secretBox: SecretBox;
}

const CONTEXT = 'transparency signing key';
const PUBLIC_KEY_BYTES = 32;

/** The newest key that this deployment can decrypt, or a new one. */
export async function openSigner(deps: SigningKeyDeps): Promise<Signer> {
  const known = await listKeys(deps.database);
  for (const key of known) {
    const opened = openKey(deps.secretBox, key);
    if (opened !== undefined) return opened;
  }
  if (known.length > 0)
    deps.log.warn({}, 'the signing key cannot be decrypted: creating a new one');
  await makeKey(deps, (known[0]?.id ?? 0) + 1);
  // Another process may have created it first; then its key is used.
  return openSigner(deps);
}

async function makeKey({ database, clock, secretBox }: SigningKeyDeps, id: number): Promise<void> {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey
    .export({ type: 'spki', format: 'der' })
    .subarray(-PUBLIC_KEY_BYTES);
  const secret = pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  const sealedSecret = secretBox.seal(secret, CONTEXT);
  const key = { id, publicKey, sealedSecret, createdAt: clock.now() };
  await database.transaction((tx) => insertKey(tx, key));
}

function openKey(secretBox: SecretBox, key: KeyRow): Signer | undefined {
  let secret: KeyObject;
  try {
    const der = Buffer.from(secretBox.open(key.sealedSecret, CONTEXT), 'base64');
    secret = createPrivateKey({ key: der, type: 'pkcs8', format: 'der' });
  } catch {
    return undefined;
  }
  return {
    keyId: key.id,
    publicKey: key.publicKey.toString('hex'),
    sign: (text) => sign(null, Buffer.from(text), secret),
    signAside: (text) =>
      new Promise((resolve, reject) => {
        sign(null, Buffer.from(text), secret, (error, signature) => {
          if (error === null) resolve(signature);
          else reject(error);
        });
      }),
  };
}
