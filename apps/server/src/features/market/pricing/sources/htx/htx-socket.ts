/** A connection to HTX's market socket that reconnects whenever it is lost or given up. */
import { gunzipSync } from 'node:zlib';
import { type RawData, WebSocket } from 'ws';
import { parseWithTexts } from '../exact-numbers.ts';
import type { HtxMessage } from './htx-messages.ts';
import { type SocketTiming, startWatchdog } from './htx-watchdog.ts';

export interface HtxSocketOptions {
  readonly url: string;
  readonly topics: readonly string[];
  now(): number;
  read(message: unknown): HtxMessage;
  onMessage(message: HtxMessage): void;
  /** Called when a connection ends and for each invalid message. */
  onTrouble(what: string, detail?: unknown): void;
  readonly timing?: Partial<SocketTiming>;
}

const TIMING: SocketTiming = {
  firstPauseMs: 500,
  lastPauseMs: 30_000,
  openWithinMs: 10_000,
  pingMs: 5_000,
  idleTimeoutMs: 12_000,
  noPriceTimeoutMs: 60_000,
  resubscribeAfterMs: 30_000,
};
const FRAME_BYTES_MAX = 256 * 1024;
const TEXT_BYTES_MAX = 2 * 1024 * 1024;
const TOPICS_PER_SECOND = 40;

/** Connects immediately; returns the function that closes the connection. */
export function openHtxSocket(options: HtxSocketOptions): () => void {
  const timing = { ...TIMING, ...options.timing };
  let isStopped = false;
  let pauseMs = timing.firstPauseMs;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let current: WebSocket | undefined;
  const connect = (): void => {
    const since = performance.now();
    let hasQuoted = false;
    current = follow(options, timing, {
      onQuotes: () => {
        hasQuoted = true;
      },
      onEnd: (why, detail) => {
        if (isStopped) return;
        options.onTrouble(why, detail);
        // A source that sends one price and hangs up must not be reconnected at full speed.
        const hasLasted = performance.now() - since >= timing.lastPauseMs;
        if (hasQuoted && hasLasted) pauseMs = timing.firstPauseMs;
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

/** One connection from its first attempt to its end; `onQuotes` is called for each message with quotes. */
function follow(
  options: HtxSocketOptions,
  timing: SocketTiming,
  listener: { onQuotes(): void; onEnd(why: string, detail?: unknown): void },
): WebSocket {
  const socket = new WebSocket(options.url, {
    handshakeTimeout: timing.openWithinMs,
    maxPayload: FRAME_BYTES_MAX,
    perMessageDeflate: false,
  });
  let end: readonly [why: string, detail?: unknown] | undefined;
  const watchdog = startWatchdog(socket, timing, {
    now: options.now,
    onGiveUp(reason) {
      end ??= [reason];
      socket.terminate();
    },
  });
  const resubscribe = createResubscriber(socket, options.topics, timing.resubscribeAfterMs);
  socket.on('open', () => {
    watchdog.begin();
    subscribe(socket, options.topics);
  });
  socket.on('message', (data, isBinary) => {
    // Ignore messages that arrived before the termination took effect.
    if (end !== undefined) return;
    const { message, length } = decodeFrame(data, isBinary, options.read);
    if (!watchdog.accepts(message, length)) return;
    if (message.kind === 'invalid') options.onTrouble('it sent an invalid message');
    if (message.kind === 'ping') socket.send(`{"pong":${message.ping}}`);
    if (message.kind === 'quotes') listener.onQuotes();
    if (message.kind === 'rejected') resubscribe(message.id);
    options.onMessage(message);
  });
  socket.on('error', (error) => {
    end ??= ['the connection failed', error.message];
  });
  socket.on('close', () => {
    watchdog.end();
    listener.onEnd(...(end ?? ['the connection ended']));
  });
  return socket;
}

/** Invalid when it is not gzipped JSON or too large. Units: `length` in characters. */
function decodeFrame(
  data: RawData,
  isBinary: boolean,
  read: (message: unknown) => HtxMessage,
): { message: HtxMessage; length: number } {
  let length = 0;
  try {
    if (!isBinary || !Buffer.isBuffer(data)) return { message: { kind: 'invalid' }, length };
    const text = gunzipSync(data, { maxOutputLength: TEXT_BYTES_MAX }).toString('utf8');
    ({ length } = text);
    return { message: read(parseWithTexts(text)), length };
  } catch {
    return { message: { kind: 'invalid' }, length };
  }
}

function subscribe(socket: WebSocket, topics: readonly string[]): void {
  const some = topics.slice(0, TOPICS_PER_SECOND);
  for (const topic of some) socket.send(JSON.stringify({ sub: topic, id: topic }));
  const rest = topics.slice(TOPICS_PER_SECOND);
  if (rest.length === 0) return;
  const next = setTimeout(() => {
    if (socket.readyState === socket.OPEN) subscribe(socket, rest);
  }, 1_000);
  socket.once('close', () => clearTimeout(next));
}

/** Subscribes rejected topics again in one batch: a market may return, or a rate limit end. */
function createResubscriber(
  socket: WebSocket,
  topics: readonly string[],
  afterMs: number,
): (topic: string) => void {
  const pending = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  socket.once('close', () => clearTimeout(timer));
  return (topic) => {
    if (!topics.includes(topic)) return;
    if (pending.size === 0) {
      timer = setTimeout(() => {
        const rejected = [...pending];
        pending.clear();
        if (socket.readyState === socket.OPEN) subscribe(socket, rejected);
      }, afterMs);
    }
    pending.add(topic);
  };
}
