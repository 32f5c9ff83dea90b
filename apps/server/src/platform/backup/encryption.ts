/**
 * Encryption of backups in the age format (age-encryption.org/v1), which other tools open too. The server knows public keys
 * only: what it has written it cannot read.
 */
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { MissingInBackup } from './backup-store.ts';

type Bytes = AsyncIterable<Uint8Array>;

/** The key does not open the file, or the file was changed. */
export class UnreadableBackup extends Error {
  override readonly name = 'UnreadableBackup';
}

/** A private key (`AGE-SECRET-KEY-1…`) and its public one (`age1…`). */
export async function makeKey(): Promise<{ secret: string; recipient: string }> {
  const secret = await generateX25519Identity();
  return { secret, recipient: await identityToRecipient(secret) };
}

/** True for a public key. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return text.startsWith('age1');
  } catch {
    return false;
  }
}

/** The private keys in the text of a key file, whose other lines are comments. @throws Error without one */
export function keysIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (keys.length === 0) throw new Error('The key file contains no line AGE-SECRET-KEY-….');
  return keys;
}

export async function* encrypt(source: Bytes, recipients: readonly string[]): Bytes {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* (await encrypter.encrypt(streamOf(source))) as ReadableStream & Bytes;
}

/** @throws `UnreadableBackup` that names the file */
export async function* decrypt(source: Bytes, keys: readonly string[], name: string): Bytes {
  const decrypter = new Decrypter();
  for (const key of keys) decrypter.addIdentity(key);
  try {
    yield* (await decrypter.decrypt(streamOf(source))) as ReadableStream & Bytes;
  } catch (error) {
    throw refusalOf(error, name);
  }
}

function refusalOf(error: unknown, name: string): unknown {
  const isOfStore = error instanceof MissingInBackup;
  if (!(error instanceof Error) || 'code' in error || isOfStore) return error;
  const isOtherKey = error.message.includes('no identity matched');
  const why = isOtherKey
    ? 'was encrypted for another key, or was changed'
    : 'was changed or is incomplete';
  return new UnreadableBackup(`${name} ${why}.`, { cause: error });
}

function streamOf(source: Bytes): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
