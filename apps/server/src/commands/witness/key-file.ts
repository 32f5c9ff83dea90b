/** A witness's key and memory in one file, so that neither can be lost alone. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import {
  answerAddCheckpoint,
  type Checkpoint,
  cosignatureLine,
  followKeys,
  formatVerifierKey,
  fromBase64,
  hasKey,
  type LogTrust,
  type NoteSigner,
  toBase64,
  verifierKey,
  type VerifierKey,
  type WitnessAnswer,
} from '@tern/proofs';
import { mlDsaSigner } from '@tern/proofs/ml-dsa';

const KEY_BYTES = 32;
const SEED_BYTES = 32;
const MILLISECONDS = 1_000;

/** What is remembered of a log. */
interface LogMemory {
  readonly size: number;
  /** Base64. */
  readonly root: string;
  /** The entries by which its keys were followed, base64. Whether they count is decided anew from the keys that are given. */
  readonly keyEntries?: readonly string[];
}

/** `ml-dsa-44`: no quantum computer forges it (FIPS 204). */
export type Algorithm = 'ed25519' | 'ml-dsa-44';

interface WitnessFile {
  readonly name: string;
  /** Ed25519: PKCS #8; ML-DSA-44: its seed of 32 bytes. Base64. */
  readonly secret: string;
  /** Ed25519 if absent. */
  readonly algorithm?: Algorithm;
  /** By origin. */
  readonly logs: Readonly<Record<string, LogMemory>>;
}

export interface Witness {
  readonly key: string;
  /** Decides, stores, then signs, in one synchronous step: two requests cannot interleave. */
  add(body: string): { readonly answer: WitnessAnswer; readonly line?: string };
  /** The keys that count for a log: those given, and those that its entries introduced from them on. */
  trust(origin: string): LogTrust;
  /**
   * Remembers entries that were proven to be in a log that is cosigned, and returns the keys that they introduce. They are stored
   * before any of them counts.
   */
  learn(origin: string, entries: readonly Uint8Array[]): readonly VerifierKey[];
}

export interface NewWitness {
  readonly name: string;
  readonly algorithm?: Algorithm;
}

/**
 * Shape: `logs` as given, one of each origin. The file is created if there is none; the key of one that is there stays what it is.
 * @throws Error for a damaged file
 */
export function openWitness(path: string, made: NewWitness, logs: readonly LogTrust[]): Witness {
  let file = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as WitnessFile)
    : newFile(made);
  const signer = signerOf(file);
  if (!existsSync(path)) save(path, file);
  const remember = (origin: string, memory: LogMemory) => {
    const next = { ...file, logs: { ...file.logs, [origin]: memory } };
    save(path, next);
    file = next;
  };
  const memoryOf = (origin: string) =>
    Object.hasOwn(file.logs, origin) ? file.logs[origin] : undefined;
  const trust = (origin: string): LogTrust => {
    const given = logs.find((log) => log.origin === origin)?.keys ?? [];
    return { origin, keys: followKeys(given, entriesOf(memoryOf(origin))) };
  };
  return {
    key: formatVerifierKey(signer.key),
    trust,
    add(body) {
      const trusted = logs.map(({ origin }) => trust(origin));
      const answer = answerAddCheckpoint(body, trusted, (origin) =>
        checkpointOf(origin, memoryOf(origin)),
      );
      if (answer.status !== 200) return { answer };
      const { origin, size, root } = answer.checkpoint;
      remember(origin, { ...memoryOf(origin), size, root: toBase64(root) });
      const at = Math.floor(Date.now() / MILLISECONDS);
      return { answer, line: cosignatureLine(answer.text, signer, at) };
    },
    learn(origin, entries) {
      const memory = memoryOf(origin);
      const { keys } = trust(origin);
      const introduced = followKeys(keys, entries).filter((key) => !hasKey(keys, key));
      if (memory === undefined || introduced.length === 0) return [];
      const keyEntries = [...(memory.keyEntries ?? []), ...entries.map(toBase64)];
      remember(origin, { ...memory, keyEntries });
      return introduced;
    },
  };
}

function checkpointOf(origin: string, memory: LogMemory | undefined): Checkpoint | undefined {
  const root = memory === undefined ? undefined : fromBase64(memory.root);
  return memory === undefined || root === undefined
    ? undefined
    : { origin, size: memory.size, root };
}

const entriesOf = (memory: LogMemory | undefined): Uint8Array[] =>
  (memory?.keyEntries ?? []).map(fromBase64).filter((entry) => entry !== undefined);

function newFile({ name, algorithm = 'ed25519' }: NewWitness): WitnessFile {
  if (algorithm === 'ml-dsa-44') {
    return { name, algorithm, secret: randomBytes(SEED_BYTES).toString('base64'), logs: {} };
  }
  const { privateKey } = generateKeyPairSync('ed25519');
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  return { name, secret, logs: {} };
}

function signerOf({ name, secret, algorithm }: WitnessFile): NoteSigner {
  const der = Buffer.from(secret, 'base64');
  if (algorithm === 'ml-dsa-44') return mlDsaSigner(name, new Uint8Array(der));
  const key: KeyObject = createPrivateKey({ key: der, type: 'pkcs8', format: 'der' });
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const publicKey = new Uint8Array(spki.subarray(-KEY_BYTES));
  return {
    key: verifierKey(name, 'cosignature', publicKey),
    sign: (message) => new Uint8Array(sign(null, message, key)),
  };
}

/** Replaces the file as a whole and waits for the disk: a crash leaves the old or the new one. */
function save(path: string, file: WitnessFile): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const next = `${path}.next`;
  const written = openSync(next, 'w', 0o600);
  writeSync(written, `${JSON.stringify(file, undefined, 1)}\n`);
  fsyncSync(written);
  closeSync(written);
  renameSync(next, path);
  const opened = openSync(folder, 'r');
  fsyncSync(opened);
  closeSync(opened);
}
