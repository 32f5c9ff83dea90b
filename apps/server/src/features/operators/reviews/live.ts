/** The operators' socket `/api/operator/live`: says that the queue has changed, never what is in it. */
import type { Code } from '@tern/protocol';
import type { OperatorMessage } from '@tern/protocol/operator';
import type { WebSocket } from 'ws';
import { REVIEWS_CHANGED } from '../../../kernel/review/reviews.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { SocketEndpoint } from '../../../platform/feature.ts';

interface LiveDeps {
  bus: Bus;
  /** Who holds the token, without counting it as use. */
  lookAt(token: string): Promise<object | Code>;
}

const HELLO_WITHIN_MS = 10_000;
/** Sessions that ended meanwhile are cut by then. */
const LOOK_EVERY_MS = 30_000;
/** Changes close together are told as one. */
const GATHER_MS = 200;

export interface ReviewLive {
  endpoint: SocketEndpoint;
  start(): void;
  stop(): void;
}

export function createReviewLive(deps: LiveDeps): ReviewLive {
  const consoles = new Map<WebSocket, string>();
  let unsubscribe = () => {};
  let gathering: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;

  function tell() {
    gathering = undefined;
    for (const socket of consoles.keys()) send(socket, { kind: 'reviews' });
  }

  async function check(socket: WebSocket, token: string): Promise<boolean> {
    const holder = await deps.lookAt(token).catch(() => undefined);
    if (typeof holder !== 'number') return holder !== undefined;
    send(socket, { kind: 'refused', code: holder });
    socket.close(1008, 'refused');
    return false;
  }

  async function greet(socket: WebSocket, token: string) {
    if (!(await check(socket, token)) || socket.readyState !== socket.OPEN) return;
    consoles.set(socket, token);
    send(socket, { kind: 'welcome' });
  }

  function accept(socket: WebSocket) {
    let isGreeted = false;
    const timer = setTimeout(() => socket.close(1008, 'no hello'), HELLO_WITHIN_MS);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearTimeout(timer);
      consoles.delete(socket);
    });
    socket.on('message', (data: Buffer, isBinary) => {
      const message = isBinary ? undefined : parseObject(data.toString());
      if (message === undefined) socket.close(1008, 'not a message');
      else if ('ping' in message) send(socket, { kind: 'pong' });
      else if (!isGreeted && typeof message['token'] === 'string') {
        isGreeted = true;
        clearTimeout(timer);
        void greet(socket, message['token']);
      }
    });
  }

  return {
    endpoint: { path: '/api/operator/live', accept },
    start() {
      unsubscribe = deps.bus.subscribe(REVIEWS_CHANGED, () => {
        gathering ??= setTimeout(tell, GATHER_MS);
      });
      looking = setInterval(() => {
        for (const [socket, token] of consoles) void check(socket, token);
      }, LOOK_EVERY_MS);
    },
    stop() {
      unsubscribe();
      clearTimeout(gathering);
      clearInterval(looking);
    },
  };
}

function send(socket: WebSocket, message: OperatorMessage): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null;
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
