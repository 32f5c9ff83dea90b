/** The operators' socket `/api/operator/live`: reports what has changed, never its content. */
import type { Code } from '@tern/protocol';
import { meets, type OperatorMessage } from '@tern/protocol/operator';
import type { WebSocket } from 'ws';
import {
  CONSOLE_MESSAGES,
  type ConsoleMessage,
  type EarlierMessage,
  OPERATOR_SESSIONS_ENDED,
} from '../../../../kernel/operators/operator-live.ts';
import { REVIEWS_CHANGED } from '../../../../kernel/review/reviews.ts';
import type { Bus } from '../../../../platform/bus.ts';
import type { SocketEndpoint } from '../../../../platform/feature.ts';
import type { OperatorCaller } from '../../../../platform/http/route.ts';

interface LiveDeps {
  bus: Bus;
  /** Finds the operator of the token without counting as use. */
  peek(token: string): Promise<OperatorCaller | Code>;
}

interface ConnectedConsole {
  token: string;
  operator: OperatorCaller;
}

const HELLO_WITHIN_MS = 10_000;
/** Sockets of sessions that have expired, or whose end was not announced, are closed within this time. */
const CHECK_EVERY_MS = 30_000;
/** Changes within this time are sent as one message. */
const GATHER_MS = 200;

export class ReviewLive {
  readonly endpoint: SocketEndpoint = {
    path: '/api/operator/live',
    accept: (socket) => this.accept(socket),
  };
  private readonly deps: LiveDeps;
  /** Authenticated consoles; the permissions are those of the last check. */
  private readonly consoles = new Map<WebSocket, ConnectedConsole>();
  private readonly cleanups: (() => void)[] = [];
  private gathering: NodeJS.Timeout | undefined;
  /** How often sessions have ended. */
  private endings = 0;

  constructor(deps: LiveDeps) {
    this.deps = deps;
  }

  start(): void {
    const checking = setInterval(() => this.refresh(), CHECK_EVERY_MS);
    this.cleanups.push(
      this.deps.bus.subscribe(REVIEWS_CHANGED, () => {
        this.gathering ??= setTimeout(() => this.notifyAll(), GATHER_MS);
      }),
      this.deps.bus.subscribe(CONSOLE_MESSAGES, (sent) =>
        this.publish(sent as ConsoleMessage | EarlierMessage),
      ),
      this.deps.bus.subscribe(OPERATOR_SESSIONS_ENDED, () => {
        this.endings += 1;
        this.checkAll();
      }),
      () => clearInterval(checking),
      () => clearTimeout(this.gathering),
    );
  }

  stop(): void {
    for (const end of this.cleanups) end();
  }

  /** Ids of the operators whose console is connected to this process. */
  connected(): ReadonlySet<number> {
    return new Set([...this.consoles.values()].map(({ operator }) => operator.operatorId));
  }

  private publish(sent: ConsoleMessage | EarlierMessage): void {
    for (const [socket, { operator }] of this.consoles) {
      if (mayReceive(operator, sent)) send(socket, sent.message);
    }
  }

  private notifyAll(): void {
    this.gathering = undefined;
    for (const socket of this.consoles.keys()) send(socket, { kind: 'reviews' });
  }

  private refresh(): void {
    // A network between instances may lose a change.
    if (this.deps.bus.isConnected !== undefined) this.notifyAll();
    this.checkAll();
  }

  private checkAll(): void {
    for (const [socket, console] of this.consoles) void this.check(socket, console);
  }

  private async check(socket: WebSocket, console: ConnectedConsole): Promise<void> {
    const operator = await this.operatorOf(socket, console.token);
    if (operator !== undefined) console.operator = operator;
  }

  /** The operator of a token; undefined if it is not valid any more, whose socket is closed, or cannot be checked now. */
  private async operatorOf(socket: WebSocket, token: string): Promise<OperatorCaller | undefined> {
    const caller = await this.deps.peek(token).catch(() => undefined);
    if (typeof caller !== 'number') return caller;
    send(socket, { kind: 'refused', code: caller });
    socket.close(1008, 'refused');
    return undefined;
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
    let operator: OperatorCaller | undefined;
    let before: number;
    do {
      before = this.endings;
      operator = await this.operatorOf(socket, token);
      // Its session may have ended while it was looked up.
    } while (operator !== undefined && before !== this.endings);
    if (operator === undefined) return socket.close(1011, 'try again');
    if (socket.readyState !== socket.OPEN) return undefined;
    this.consoles.set(socket, { token, operator });
    return send(socket, { kind: 'welcome' });
  }
}

const mayReceive = (operator: OperatorCaller, sent: ConsoleMessage | EarlierMessage) =>
  'needs' in sent
    ? meets(operator.permissions, sent.needs)
    : operator.roles.some((role) => sent.roles.includes(role));

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
