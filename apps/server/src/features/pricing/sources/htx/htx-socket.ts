/** A connection to HTX's market socket that is made again whenever it is lost, silent or talks nonsense. */
import { gunzipSync } from 'node:zlib';
import { type RawData, WebSocket } from 'ws';
import { parseWithTexts } from '../exact-numbers.ts';
import type { HtxHeard } from './htx-messages.ts';
import { beginPatience } from './htx-patience.ts';
import type { SocketTiming } from './htx-timing.ts';

export interface HtxSocketOptions {
  readonly url: string;
  readonly topics: readonly string[];
  now(): number;
  /** What a message means. */
  read(message: unknown): HtxHeard;
  onHeard(heard: HtxHeard): void;
  /** Said of each connection that ended, and of what it sent that is nothing. */
  onTrouble(what: string, detail?: unknown): void;
  readonly timing?: Partial<SocketTiming>;
}

const TIMING: SocketTiming = {
  firstPauseMs: 500,
  lastPauseMs: 30_000,
  openWithinMs: 10_000,
  pingMs: 5_000,
  silenceMs: 12_000,
  uselessMs: 60_000,
  askAgainMs: 30_000,
};
const FRAME_BYTES_MAX = 256 * 1024;
const TEXT_BYTES_MAX = 2 * 1024 * 1024;
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
    const since = performance.now();
    let isOfUse = false;
    current = follow(options, timing, {
      onUse: () => {
        isOfUse = true;
      },
      onEnd: (why, detail) => {
        if (isStopped) return;
        options.onTrouble(why, detail);
        // One that tells a price and hangs up, over and over, must not be called all the time.
        const hasLasted = performance.now() - since >= timing.lastPauseMs;
        if (isOfUse && hasLasted) pauseMs = timing.firstPauseMs;
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
  listener: { onUse(): void; onEnd(why: string, detail?: unknown): void },
): WebSocket {
  const socket = new WebSocket(options.url, {
    handshakeTimeout: timing.openWithinMs,
    maxPayload: FRAME_BYTES_MAX,
    perMessageDeflate: false,
  });
  let end: readonly [why: string, detail?: unknown] | undefined;
  const patience = beginPatience(socket, timing, {
    now: options.now,
    onEnough(reason) {
      end ??= [reason];
      socket.terminate();
    },
  });
  const askAgain = laterTopics(socket, options.topics, timing.askAgainMs);
  socket.on('open', () => {
    patience.begin();
    subscribe(socket, options.topics);
  });
  socket.on('message', (data, isBinary) => {
    // What had already come when it was given up.
    if (end !== undefined) return;
    const { heard, length } = meaningOf(data, isBinary, options.read);
    if (!patience.bears(heard, length)) return;
    if (heard.kind === 'garbage') options.onTrouble('it sent something that is nothing');
    if (heard.kind === 'ping') socket.send(`{"pong":${heard.ping}}`);
    if (heard.kind === 'quotes') listener.onUse();
    if (heard.kind === 'refused') askAgain(heard.id);
    options.onHeard(heard);
  });
  socket.on('error', (error) => {
    end ??= ['the connection failed', error.message];
  });
  socket.on('close', () => {
    patience.end();
    listener.onEnd(...(end ?? ['the connection ended']));
  });
  return socket;
}

/** Garbage when it is no gzip of JSON, or larger than any honest message. Units: `length` in characters of text. */
function meaningOf(
  data: RawData,
  isBinary: boolean,
  read: (message: unknown) => HtxHeard,
): { heard: HtxHeard; length: number } {
  let length = 0;
  try {
    if (!isBinary || !Buffer.isBuffer(data)) return { heard: { kind: 'garbage' }, length };
    const text = gunzipSync(data, { maxOutputLength: TEXT_BYTES_MAX }).toString('utf8');
    ({ length } = text);
    return { heard: read(parseWithTexts(text)), length };
  } catch {
    return { heard: { kind: 'garbage' }, length };
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

/** Topics that were refused, asked for again all together: a market may come back, and a limit be over. */
function laterTopics(
  socket: WebSocket,
  topics: readonly string[],
  afterMs: number,
): (topic: string) => void {
  const refused = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  socket.once('close', () => clearTimeout(timer));
  return (topic) => {
    if (!topics.includes(topic)) return;
    if (refused.size === 0) {
      timer = setTimeout(() => {
        const again = [...refused];
        refused.clear();
        if (socket.readyState === socket.OPEN) subscribe(socket, again);
      }, afterMs);
    }
    refused.add(topic);
  };
}
