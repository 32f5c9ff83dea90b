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

export class ReviewLive {
  readonly endpoint: SocketEndpoint = {
    path: '/api/operator/live',
    accept: (socket) => this.accept(socket),
  };
  private readonly deps: LiveDeps;
  /** Greeted consoles and their tokens. */
  private readonly consoles = new Map<WebSocket, string>();
  private readonly endings: (() => void)[] = [];
  private gathering: NodeJS.Timeout | undefined;

  constructor(deps: LiveDeps) {
    this.deps = deps;
  }

  start(): void {
    const looking = setInterval(() => this.lookAtAll(), LOOK_EVERY_MS);
    this.endings.push(
      this.deps.bus.subscribe(REVIEWS_CHANGED, () => {
        this.gathering ??= setTimeout(() => this.tell(), GATHER_MS);
      }),
      () => clearInterval(looking),
      () => clearTimeout(this.gathering),
    );
  }

  stop(): void {
    for (const end of this.endings) end();
  }

  private tell(): void {
    this.gathering = undefined;
    for (const socket of this.consoles.keys()) send(socket, { kind: 'reviews' });
  }

  private lookAtAll(): void {
    for (const [socket, token] of this.consoles) void this.isHeld(socket, token);
  }

  /** Whether the token still opens a session; ends the socket when it does not. */
  private async isHeld(socket: WebSocket, token: string): Promise<boolean> {
    const holder = await this.deps.lookAt(token).catch(() => undefined);
    if (typeof holder !== 'number') return holder !== undefined;
    send(socket, { kind: 'refused', code: holder });
    socket.close(1008, 'refused');
    return false;
  }

  private accept(socket: WebSocket): void {
    let isGreeted = false;
    const timer = setTimeout(() => socket.close(1008, 'no hello'), HELLO_WITHIN_MS);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearTimeout(timer);
      this.consoles.delete(socket);
    });
    socket.on('message', (data: Buffer, isBinary) => {
      const message = isBinary ? undefined : parseObject(data.toString());
      if (message === undefined) socket.close(1008, 'not a message');
      else if ('ping' in message) send(socket, { kind: 'pong' });
      else if (!isGreeted && typeof message['token'] === 'string') {
        isGreeted = true;
        clearTimeout(timer);
        void this.greet(socket, message['token']);
      }
    });
  }

  private async greet(socket: WebSocket, token: string): Promise<void> {
    if (!(await this.isHeld(socket, token))) return socket.close(1011, 'try again');
    if (socket.readyState !== socket.OPEN) return undefined;
    this.consoles.set(socket, token);
    return send(socket, { kind: 'welcome' });
  }
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
