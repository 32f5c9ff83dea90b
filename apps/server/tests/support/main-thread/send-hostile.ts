/** Sends hostile requests to a probed server, and reports those that blocked its main thread. */
import { Agent, request as httpRequest } from 'node:http';
import type { HostileRequest } from './hostile-requests.ts';
import { wellFormed } from './hostile-texts.ts';
import type { ProbedServer } from './probed-server.ts';

/** Nothing may block the main thread longer, on a quiet machine (ADR 6). */
export const BLOCK_MS_MAX = 50;
const GROUP = 8;
/** A suspect is repeated alone, because a garbage collection or a busy machine does not occur each time. */
const AGAIN = 4;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

export interface Answered {
  status: number;
  text: string;
}

/** The answer, or status 0 when the connection was ended. */
function send(url: string, { method, path, headers, body }: HostileRequest): Promise<Answered> {
  const safePath = path.replaceAll(/[^\u0021-\u007e]/g, (character) =>
    encodeURIComponent(wellFormed(character)),
  );
  return new Promise((resolve) => {
    const ended = () => resolve({ status: 0, text: '' });
    const sent = httpRequest(
      url,
      { method, path: safePath, headers, agent, timeout: 30_000 },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', ended);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
      },
    );
    sent.on('error', ended);
    sent.on('timeout', () => sent.destroy());
    sent.end(body);
  });
}

let callers = 0;

/** Each request has its own address, unless the test sets one. */
function fromAnyone(asked: HostileRequest): HostileRequest {
  callers += 1;
  const address = `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
  return { ...asked, headers: { 'x-forwarded-for': address, ...asked.headers } };
}

function faultOf(asked: HostileRequest, { status, text }: Answered): string[] {
  if (status >= 500) return [`${asked.name}: answered ${status}`];
  return /^\{"code":(5000|5006)\b/.test(text) ? [`${asked.name}: ${text.slice(0, 100)}`] : [];
}

/** Returns faults: a long block, a failure of the server, or its end. */
export async function faultsOf(
  server: ProbedServer,
  requests: readonly HostileRequest[],
): Promise<string[]> {
  const faults: string[] = [];
  for (let first = 0; first < requests.length; first += GROUP) {
    const group = requests.slice(first, first + GROUP);
    await server.ask('blocks');
    for (const asked of group) {
      faults.push(...faultOf(asked, await send(server.url, fromAnyone(asked))));
    }
    const { worstMs } = await server.ask('blocks');
    if (worstMs > BLOCK_MS_MAX) faults.push(...(await blockersOf(server, group)));
    if (server.hasEnded()) return [...faults, `the server ended: ${server.output().slice(-500)}`];
  }
  return faults;
}

async function blockersOf(
  server: ProbedServer,
  suspects: readonly HostileRequest[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const suspect of suspects) {
    const shortestMs = await shortestBlock(server, () => send(server.url, fromAnyone(suspect)));
    if (shortestMs > BLOCK_MS_MAX) {
      const { name, headers, body, path } = suspect;
      const sample = [
        path.slice(0, 200),
        JSON.stringify(headers).slice(0, 200),
        body?.slice(0, 200),
      ];
      faults.push(`${name}: blocked ${Math.round(shortestMs)} ms each time: ${sample.join(' | ')}`);
    }
  }
  return faults;
}

/**
 * The shortest block of several repetitions; stops at the first within the limit. In milliseconds of a quiet machine: a
 * busy host computes everything two or three times slower.
 */
export async function shortestBlock(
  server: ProbedServer,
  work: () => Promise<unknown>,
): Promise<number> {
  let shortestMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < AGAIN && shortestMs > BLOCK_MS_MAX; round += 1) {
    const before = await server.slowness();
    await server.ask('blocks');
    await work();
    const { worstMs } = await server.ask('blocks');
    const slowness = Math.max(before, await server.slowness());
    shortestMs = Math.min(shortestMs, worstMs / slowness);
  }
  return shortestMs;
}
