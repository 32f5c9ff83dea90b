/** A connection to HTX's market socket that is made again whenever it is lost, silent or talks nonsense. */
import { gunzipSync } from 'node:zlib';
import { type RawData, WebSocket } from 'ws';
import { parseWithTexts } from '../exact-numbers.ts';
import type { HtxHeard } from './htx-messages.ts';

export interface HtxSocketOptions {
  readonly url: string;
  readonly topics: readonly string[];
  now(): number;
  /** What a message means. */
  read(message: unknown): HtxHeard;
  onHeard(heard: HtxHeard): void;
  /** Said of each connection that ended, and of what it sent that is nothing. */
  onTrouble(what: string): void;
  readonly timing?: Partial<SocketTiming>;
}

export interface SocketTiming {
  /** The pause before the second attempt; each further one is twice as long, up to the last. */
  readonly firstPauseMs: number;
  readonly lastPauseMs: number;
  /** How often we ask for a sign of life. */
  readonly pingMs: number;
  /** A connection that says nothing for longer is given up. */
  readonly silenceMs: number;
}

const TIMING: SocketTiming = {
  firstPauseMs: 500,
  lastPauseMs: 30_000,
  pingMs: 5_000,
  silenceMs: 12_000,
};
const OPEN_WITHIN_MS = 10_000;
const FRAME_BYTES_MAX = 256 * 1024;
const TEXT_BYTES_MAX = 2 * 1024 * 1024;
/** Messages in a row that are nothing; then the connection is no use. */
const GARBAGE_MAX = 20;
/** Subscriptions sent at once; the next ones follow a second later. */
const TOPICS_AT_ONCE = 40;

/** Begins at once; gives the function that ends it. */
export function openHtxSocket(options: HtxSocketOptions): () => void {
  const timing = { ...TIMING, ...options.timing };
  let isStopped = false;
  let pauseMs = timing.firstPauseMs;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let current: WebSocket | undefined;
  const connect = (): void => {
    current = follow(options, timing, {
      onUse: () => {
        pauseMs = timing.firstPauseMs;
      },
      onEnd: (why) => {
        if (isStopped) return;
        options.onTrouble(why);
        retry = setTimeout(connect, pauseMs);
        pauseMs = Math.min(pauseMs * 2, timing.lastPauseMs);
      },
    });
  };
  connect();
  return () => {
    isStopped = true;
    clearTimeout(retry);
    current?.terminate();
  };
}

/** One connection from its first attempt to its end; `onUse` says that it told a price. */
function follow(
  options: HtxSocketOptions,
  timing: SocketTiming,
  listener: { onUse(): void; onEnd(why: string): void },
): WebSocket {
  const socket = new WebSocket(options.url, {
    handshakeTimeout: OPEN_WITHIN_MS,
    maxPayload: FRAME_BYTES_MAX,
    perMessageDeflate: false,
  });
  let why = 'the connection ended';
  let garbage = 0;
  const life = heartbeat(socket, timing, options.now);
  const giveUp = (reason: string): void => {
    why = reason;
    socket.terminate();
  };
  socket.on('open', () => {
    life.begin(() => giveUp('it fell silent'));
    subscribe(socket, options.topics);
  });
  socket.on('message', (data, isBinary) => {
    life.sign();
    const heard = meaningOf(data, isBinary, options.read);
    garbage = heard.kind === 'garbage' ? garbage + 1 : 0;
    if (garbage > GARBAGE_MAX) return giveUp('it talks nonsense');
    if (heard.kind === 'garbage') options.onTrouble('it sent something that is nothing');
    if (heard.kind === 'ping') socket.send(`{"pong":${heard.ping}}`);
    if (heard.kind === 'quotes') listener.onUse();
    options.onHeard(heard);
  });
  socket.on('error', (error) => {
    why = `the connection failed: ${error.message}`;
  });
  socket.on('close', () => {
    life.end();
    listener.onEnd(why);
  });
  return socket;
}

/** Garbage when it is no gzip of JSON, or larger than any honest message. */
function meaningOf(
  data: RawData,
  isBinary: boolean,
  read: (message: unknown) => HtxHeard,
): HtxHeard {
  if (!isBinary || !Buffer.isBuffer(data)) return { kind: 'garbage' };
  try {
    const text = gunzipSync(data, { maxOutputLength: TEXT_BYTES_MAX }).toString('utf8');
    return read(parseWithTexts(text));
  } catch {
    return { kind: 'garbage' };
  }
}

function subscribe(socket: WebSocket, topics: readonly string[]): void {
  const some = topics.slice(0, TOPICS_AT_ONCE);
  for (const topic of some) socket.send(JSON.stringify({ sub: topic, id: topic }));
  const rest = topics.slice(TOPICS_AT_ONCE);
  if (rest.length === 0) return;
  const next = setTimeout(() => {
    if (socket.readyState === socket.OPEN) subscribe(socket, rest);
  }, 1_000);
  socket.once('close', () => clearTimeout(next));
}

/** Asks for a sign of life, and says when none came. */
function heartbeat(socket: WebSocket, timing: SocketTiming, now: () => number) {
  let timer: ReturnType<typeof setInterval> | undefined;
  let hasSigned = true;
  let silentSince = performance.now();
  return {
    sign: () => {
      hasSigned = true;
    },
    begin(onSilence: () => void) {
      timer = setInterval(() => {
        if (hasSigned) silentSince = performance.now();
        hasSigned = false;
        if (performance.now() - silentSince > timing.silenceMs) onSilence();
        else socket.send(JSON.stringify({ ping: now() }));
      }, timing.pingMs);
    },
    end: () => clearInterval(timer),
  };
}
