/** A visitor's socket to service: messages of one conversation, resumed after the last one (protocol service). */
import type { VisitorHello, VisitorMessage } from '@tern/protocol/client';
import { ReconnectingSocket } from './reconnecting-socket.ts';

export interface VisitorSocketOptions {
  hello: () => VisitorHello;
  onMessage: (message: VisitorMessage) => void;
}

/** Our choice: keeps proxies from closing a quiet connection, and detects a dead one. */
const PING_MS = 20_000;
const PONG_LIMIT_MS = 5_000;

/** Opens the connection and keeps it open. Returns the function that ends it. */
export function openVisitorSocket({ hello, onMessage }: VisitorSocketOptions): () => void {
  let pinging: ReturnType<typeof setInterval> | undefined;
  let pongLimit: ReturnType<typeof setTimeout> | undefined;
  const socket = new ReconnectingSocket({
    path: '/api/service/live',
    onOpen: () => {
      socket.send(hello());
      pinging = setInterval(() => {
        socket.send({ ping: Date.now() });
        clearTimeout(pongLimit);
        pongLimit = setTimeout(() => socket.drop(), PONG_LIMIT_MS);
      }, PING_MS);
    },
    onFrame: (frame) => {
      if (typeof frame !== 'string') return;
      const message = JSON.parse(frame) as VisitorMessage;
      if (message.kind === 'pong') clearTimeout(pongLimit);
      else if (message.kind === 'refused') end();
      else onMessage(message);
    },
    onState: (state) => {
      if (state === 'open') return;
      clearInterval(pinging);
      clearTimeout(pongLimit);
    },
  });
  const end = () => socket.want(false);
  socket.want(true);
  return end;
}
