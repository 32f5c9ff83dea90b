/** `npm run witness`: cosigns checkpoints of logs as long as they only grow (C2SP tlog-witness). Anyone can run one. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseArgs } from 'node:util';
import { type LogTrust, parseAddCheckpoint, parseVerifierKey } from '@tern/proofs';
import { systemClock } from '../platform/clock.ts';
import { type Algorithm, openWitness, type Witness } from './witness/key-file.ts';
import { createKeyWatcher } from './witness/follow-keys.ts';

const USAGE = `Usage:
  npm run witness -- --log VKEY [--log VKEY ...] [--from URL ...] [--name witness.example] [--file data/witness.json]
                     [--algorithm ed25519 | ml-dsa-44] [--host 127.0.0.1] [--port 8090]
VKEY is a log's key, spelt name+id+base64; URL is where the exchange runs, such as https://exchange.example: after a rotation the
witness follows from that key to the next one by the log's own entries. Without --from, give each key. The file holds the witness's
own secret key, what it cosigned last and the entries it followed; it is created at the first start, with a key of that
algorithm: Ed25519, or ML-DSA-44, which no quantum computer forges. Logs submit to
POST /add-checkpoint.`;

const ALGORITHMS: readonly Algorithm[] = ['ed25519', 'ml-dsa-44'];
const BODY_BYTES_MAX = 1_000_000;

interface Serving {
  readonly witness: Witness;
  readonly follow: ReturnType<typeof createKeyWatcher>;
}

async function serve(
  { witness, follow }: Serving,
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
    if (answer.isFork) print(`REFUSED: two trees of size ${answer.size} were signed by one log`);
    return void send(409, `${answer.size}\n`, 'text/x.tlog.size');
  }
  if (answer.status === 422) print('REFUSED: a log does not continue what was cosigned before');
  send(answer.status, line);
  // After the answer: a log whose files are slow waits for nothing.
  if (answer.status === 200) await follow(parseAddCheckpoint(body)?.checkpoint ?? '');
}

/** Undefined when it is too large. */
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

/** Keys of one name are keys of one log. Undefined when one is no key of a log. */
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
      from: { type: 'string', multiple: true, default: [] },
      name: { type: 'string', default: 'witness.example' },
      file: { type: 'string', default: 'data/witness.json' },
      algorithm: { type: 'string', default: 'ed25519' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8090' },
    },
  });
  const logs = logsOf(values.log ?? []);
  const algorithm = ALGORITHMS.find((each) => each === values.algorithm);
  const isGiven = logs !== undefined && logs.length > 0 && algorithm !== undefined;
  if (!isGiven || !values.from.every(isAddress)) {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = 2;
    return;
  }
  const witness = openWitness(values.file, { name: values.name, algorithm }, logs);
  const follow = createKeyWatcher({ witness, sites: values.from, clock: systemClock, print });
  const server = createServer((request, response) => {
    serve({ witness, follow }, request, response).catch((error: unknown) => {
      print(error instanceof Error ? error.message : String(error));
      if (!response.headersSent) response.writeHead(500).end();
    });
  });
  server.listen(Number(values.port), values.host, () => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : values.port;
    print(`witness ${witness.key}`);
    print(
      `cosigns ${logs.map(({ origin }) => origin).join(', ')} at http://${values.host}:${port}`,
    );
  });
}

const isAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  start(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
