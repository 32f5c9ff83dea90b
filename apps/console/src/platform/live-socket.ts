/** The operators' socket; reconnects automatically. */
import type { OperatorMessage } from '@tern/protocol/operator/client';

const RECONNECT_MS = 5_000;
/** The close code of an instance that restarts: another one serves already. */
const SERVICE_RESTART = 1012;
/** All of its clients reconnect within this time, not at the same moment. */
const MOVE_WITHIN_MS = 1_000;
/** Keeps proxies from closing an idle connection. */
const PING_MS = 25_000;

export interface LiveOptions {
  token: string;
  onMessage: (message: OperatorMessage) => void;
  onLink: (isOpen: boolean) => void;
}

/** Returns a function that closes the socket. */
export function keepLive({ token, onMessage, onLink }: LiveOptions): () => void {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  const open = () => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const opened = new WebSocket(`${scheme}://${location.host}/api/operator/live`);
    socket = opened;
    opened.onopen = () => opened.send(JSON.stringify({ token }));
    opened.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as OperatorMessage;
      if (message.kind === 'welcome') onLink(true);
      onMessage(message);
    };
    opened.onclose = ({ code }) => {
      if (isEnded) return;
      onLink(false);
      const waitMs = code === SERVICE_RESTART ? Math.random() * MOVE_WITHIN_MS : RECONNECT_MS;
      timer = setTimeout(open, waitMs);
    };
  };
  const pinging = setInterval(() => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ ping: 1 }));
  }, PING_MS);
  open();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    clearInterval(pinging);
    socket?.close();
  };
}
