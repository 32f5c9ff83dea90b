/** The operators' socket `/api/operator/live`: reports that the queue has changed, never its content. */
import type { Code } from '@tern/protocol';
import type { OperatorMessage } from '@tern/protocol/operator';
import type { WebSocket } from 'ws';
import { REVIEWS_CHANGED } from '../../../kernel/review/reviews.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { SocketEndpoint } from '../../../platform/feature.ts';

interface LiveDeps {
  bus: Bus;
  /** Finds the operator of the token without counting as use. */
  peek(token: string): Promise<object | Code>;
}

const HELLO_WITHIN_MS = 10_000;
/** Sockets of ended sessions are closed within this time. */
const CHECK_EVERY_MS = 30_000;
/** Changes within this time are sent as one message. */
const GATHER_MS = 200;

export class ReviewLive {
  readonly endpoint: SocketEndpoint = {
    path: '/api/operator/live',
    accept: (socket) => this.accept(socket),
  };
  private readonly deps: LiveDeps;
  /** Authenticated consoles and their tokens. */
  private readonly consoles = new Map<WebSocket, string>();
  private readonly cleanups: (() => void)[] = [];
  private gathering: NodeJS.Timeout | undefined;

  constructor(deps: LiveDeps) {
    this.deps = deps;
  }

  start(): void {
    const checking = setInterval(() => this.checkAll(), CHECK_EVERY_MS);
    this.cleanups.push(
      this.deps.bus.subscribe(REVIEWS_CHANGED, () => {
        this.gathering ??= setTimeout(() => this.notifyAll(), GATHER_MS);
      }),
      () => clearInterval(checking),
      () => clearTimeout(this.gathering),
    );
  }

  stop(): void {
    for (const end of this.cleanups) end();
  }

  private notifyAll(): void {
    this.gathering = undefined;
    for (const socket of this.consoles.keys()) send(socket, { kind: 'reviews' });
  }

  private checkAll(): void {
    for (const [socket, token] of this.consoles) void this.isValid(socket, token);
  }

  /** Whether the token is still valid; closes the socket if not. */
  private async isValid(socket: WebSocket, token: string): Promise<boolean> {
    const caller = await this.deps.peek(token).catch(() => undefined);
    if (typeof caller !== 'number') return caller !== undefined;
    send(socket, { kind: 'refused', code: caller });
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
    if (!(await this.isValid(socket, token))) return socket.close(1011, 'try again');
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
