/** Opens the secrets of this deployment: with the key that its database knows, never with another one. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { findFingerprint, storeFingerprint } from '../kernel/settings/deployment-key.ts';
import type { Database } from '../platform/database/database.ts';
import { createSecretBox, readSecretKey, type SecretBox } from '../platform/secret-box.ts';

/**
 * The first start on a database draws the key and stores its fingerprint. Of two instances that start together with keys of
 * their own, one is refused.
 * @throws Error that says what to do when the file is missing, or contains another key than the database knows
 */
export async function openSecretBox(database: Database, file: string): Promise<SecretBox> {
  const known = await findFingerprint(database);
  if (known !== undefined && !existsSync(file)) {
    throw new Error(
      `The secrets of this database need the key of a file that is missing: ${file}. Copy it from where Tern ran before, or from a backup; instances of one deployment share it (SECRETS_KEY_FILE, DATA_DIR).`,
    );
  }
  const key = readSecretKey(file);
  const own = fingerprintOf(key);
  if ((known ?? (await storeFingerprint(database, own))) === own) return createSecretBox(key);
  throw new Error(
    `${file} is another key than the one this database was used with. Instances of one deployment need the same key: copy the file, or correct SECRETS_KEY_FILE or DATA_DIR.`,
  );
}

const fingerprintOf = (key: Uint8Array) =>
  createHash('sha256').update('tern key of a deployment\n').update(key).digest('base64url');
