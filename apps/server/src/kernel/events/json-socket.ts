/** JSON messages over a WebSocket: the first one says who is there, pings are answered, and a slow reader is disconnected. */
import type { ServerMessage, VisitorMessage } from '@tern/protocol';
import type { WebSocket } from 'ws';
import { noteDropped } from '../../platform/http/http-meter.ts';

const HELLO_WITHIN_MS = 10_000;
/** A device that reads too slowly is disconnected; it resumes where it stopped. */
const BUFFERED_BYTES_MAX = 1_000_000;

type Message = Record<string, unknown>;

export interface Greeting {
  /** Whether a message says who is there. */
  isHello(message: Message): boolean;
  /** Called with the first such message. */
  greet(hello: Message): Promise<void>;
  /** The greeting failed; the socket is closed after this. */
  onFailure(error: unknown): void;
}

/** Waits for the hello of a socket. One that sends none in time, or what is no message, is closed. */
export function awaitHello(socket: WebSocket, { isHello, greet, onFailure }: Greeting): void {
  let isGreeted = false;
  const timer = setTimeout(() => socket.close(1008, 'no hello'), HELLO_WITHIN_MS);
  socket.on('close', () => clearTimeout(timer));
  socket.on('error', () => socket.terminate());
  socket.on('message', (data: Buffer, isBinary) => {
    const message = isBinary ? undefined : parseObject(data.toString());
    if (message === undefined) socket.close(1008, 'not a message');
    else if ('ping' in message) sendJson(socket, { kind: 'pong' });
    else if (!isGreeted && isHello(message)) {
      isGreeted = true;
      clearTimeout(timer);
      greet(message).catch((error: unknown) => {
        onFailure(error);
        socket.close(1011, 'try again');
      });
    }
  });
}

/** Nothing is sent to a socket that is closing. */
export function sendJson(socket: WebSocket, message: ServerMessage | VisitorMessage): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > BUFFERED_BYTES_MAX) {
    noteDropped(socket, 'slow');
    socket.close(1013, 'too slow');
  } else socket.send(JSON.stringify(message));
}

function parseObject(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null;
    return isObject ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}
