/** A witness in the test's process: honest, unless the test answers in its place. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  answerAddCheckpoint,
  type Checkpoint,
  cosignatureLine,
  type LogTrust,
  parseAddCheckpoint,
  parseCheckpoint,
  parseNote,
  verifierKey,
} from '@tern/proofs';
import type { Witness } from '../../src/features/proof/public-log/index.ts';
import { seedKey } from './seed-keys.ts';

export interface ScriptedWitness {
  readonly witness: Witness;
  /** Sizes of the checkpoints submitted so far, after the old size of each: "0 to 3". */
  readonly asked: string[];
  /** Answers in its place; absent: honestly. */
  answer: ((response: ServerResponse, body: string) => void) | undefined;
  /** Its honest answer to a body, with what it remembers. */
  honest(response: ServerResponse, body: string): void;
  end(): Promise<void>;
}

/** `log` is read for each request. */
export async function scriptedWitness(
  log: () => Promise<LogTrust>,
  { name = 'scripted.example', seed = 21 } = {},
): Promise<ScriptedWitness> {
  const { publicKey, sign } = seedKey(seed);
  const signer = { key: verifierKey(name, 'cosignature', publicKey), sign };
  let latest: Checkpoint | undefined;
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const body = Buffer.concat(parts).toString('utf8');
    trust = await log();
    const submitted = parseAddCheckpoint(body)!;
    const { size } = parseCheckpoint(parseNote(submitted.checkpoint)!.text)!;
    made.asked.push(`${submitted.oldSize} to ${size}`);
    (made.answer ?? made.honest)(response, body);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  let trust: LogTrust;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const made: ScriptedWitness = {
    witness: { key: signer.key, url: `http://127.0.0.1:${port}` },
    asked: [],
    answer: undefined,
    honest(response, body) {
      const answer = answerAddCheckpoint(body, [trust], () => latest);
      if (answer.status === 409) return void response.writeHead(409).end(`${answer.size}\n`);
      if (answer.status !== 200) return void response.writeHead(answer.status).end();
      latest = answer.checkpoint;
      response.end(cosignatureLine(answer.text, signer, 1_795_000_000));
    },
    end: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return made;
}
