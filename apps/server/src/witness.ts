/** `npm run witness`: cosigns checkpoints of logs as long as they only grow (C2SP tlog-witness). Anyone can run one. */
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
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import {
  answerAddCheckpoint,
  type Checkpoint,
  cosignatureLine,
  formatVerifierKey,
  fromBase64,
  type LogTrust,
  type NoteSigner,
  parseVerifierKey,
  toBase64,
  verifierKey,
  type WitnessAnswer,
} from '@tern/proofs';

const USAGE = `Usage:
  npm run witness -- --log VKEY [--log VKEY ...] [--name witness.example] [--file data/witness.json]
                     [--host 127.0.0.1] [--port 8090]
VKEY is a log's key, spelt name+id+base64; after a rotation give each. The file holds the witness's own secret key and what it
cosigned last; it is created at the first start. Logs submit to POST /add-checkpoint.`;

const BODY_BYTES_MAX = 1_000_000;
const KEY_BYTES = 32;
const MILLISECONDS = 1_000;

/** The file: key and memory in one, so that neither can be lost alone. */
interface WitnessFile {
  readonly name: string;
  /** PKCS #8, base64. */
  readonly secret: string;
  /** By origin. The root is base64. */
  readonly logs: Readonly<Record<string, { readonly size: number; readonly root: string }>>;
}

interface Witness {
  readonly key: string;
  /** Decides, stores, then signs, in one synchronous step: two requests cannot interleave. */
  add(body: string): { readonly answer: WitnessAnswer; readonly line?: string };
}

function openWitness(path: string, name: string, logs: readonly LogTrust[]): Witness {
  let file = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as WitnessFile)
    : newFile(name);
  const signer = signerOf(file);
  if (!existsSync(path)) save(path, file);
  const latest = (origin: string): Checkpoint | undefined => {
    const known = Object.hasOwn(file.logs, origin) ? file.logs[origin] : undefined;
    const root = known === undefined ? undefined : fromBase64(known.root);
    return known === undefined || root === undefined
      ? undefined
      : { origin, size: known.size, root };
  };
  return {
    key: formatVerifierKey(signer.key),
    add(body) {
      const answer = answerAddCheckpoint(body, logs, latest);
      if (answer.status !== 200) return { answer };
      const { origin, size, root } = answer.checkpoint;
      const next = { ...file, logs: { ...file.logs, [origin]: { size, root: toBase64(root) } } };
      save(path, next);
      file = next;
      const at = Math.floor(Date.now() / MILLISECONDS);
      return { answer, line: cosignatureLine(answer.text, signer, at) };
    },
  };
}

function newFile(name: string): WitnessFile {
  const { privateKey } = generateKeyPairSync('ed25519');
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  return { name, secret, logs: {} };
}

function signerOf({ name, secret }: WitnessFile): NoteSigner {
  const der = Buffer.from(secret, 'base64');
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

async function serve(
  witness: Witness,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, body = '', type = 'text/plain; charset=utf-8') =>
    response.writeHead(status, { 'content-type': type }).end(body);
  if (request.url !== '/add-checkpoint') return void send(404);
  if (request.method !== 'POST') return void send(405);
  const body = await bodyOf(request);
  if (body === undefined) return void send(413);
  const { answer, line } = witness.add(body);
  if (answer.status === 409) {
    if (answer.isFork) say(`REFUSED: two trees of size ${answer.size} were signed by one log`);
    return void send(409, `${answer.size}\n`, 'text/x.tlog.size');
  }
  if (answer.status === 422) say('REFUSED: a log does not continue what was cosigned before');
  send(answer.status, line);
}

/** Fails with: `undefined` when it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  // Read to the end: leaving earlier would cut the connection before the answer.
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= BODY_BYTES_MAX) parts.push(part);
  }
  return length > BODY_BYTES_MAX ? undefined : Buffer.concat(parts).toString('utf8');
}

/** Keys of one name are keys of one log. Fails with: `undefined` when one is no key of a log. */
function logsOf(texts: readonly string[]): LogTrust[] | undefined {
  const keys = texts.map(parseVerifierKey).filter((key) => key !== undefined);
  if (keys.length < texts.length || keys.some(({ type }) => type !== 'note')) return undefined;
  const origins = [...new Set(keys.map(({ name }) => name))];
  return origins.map((origin) => ({ origin, keys: keys.filter(({ name }) => name === origin) }));
}

function start(args: readonly string[]): void {
  const { values } = parseArgs({
    args: [...args],
    options: {
      log: { type: 'string', multiple: true },
      name: { type: 'string', default: 'witness.example' },
      file: { type: 'string', default: 'data/witness.json' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8090' },
    },
  });
  const logs = logsOf(values.log ?? []);
  if (logs === undefined || logs.length === 0) {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = 2;
    return;
  }
  const witness = openWitness(values.file, values.name, logs);
  const server = createServer((request, response) => {
    serve(witness, request, response).catch((error: unknown) => {
      say(error instanceof Error ? error.message : String(error));
      response.writeHead(500).end();
    });
  });
  server.listen(Number(values.port), values.host, () => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : values.port;
    say(`witness ${witness.key}`);
    say(`cosigns ${logs.map(({ origin }) => origin).join(', ')} at http://${values.host}:${port}`);
  });
}

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  start(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
