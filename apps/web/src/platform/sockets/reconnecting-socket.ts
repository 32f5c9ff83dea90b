/** One web socket, open while it is needed and the app is visible; reconnects automatically. */
import { connectionReturned, isVisible, onVisibility } from '../connection.ts';

const RECONNECT_MS = 5000;
/** The close code of an instance that restarts: another one serves already. */
const SERVICE_RESTART = 1012;
/** All of its clients reconnect within this time, not at the same moment. */
const MOVE_WITHIN_MS = 1000;

export type SocketState = 'closed' | 'connecting' | 'open' | 'waiting';

export interface ReconnectingSocketOptions {
  /** Path on this host, for example `/ws`. */
  path: string;
  onOpen: () => void;
  onFrame: (frame: ArrayBuffer | string) => void;
  onState: (state: SocketState) => void;
}

export class ReconnectingSocket {
  readonly #options: ReconnectingSocketOptions;
  #socket: WebSocket | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isWanted = false;
  #wasLost = false;

  constructor(options: ReconnectingSocketOptions) {
    this.#options = options;
    onVisibility(() => this.#settle());
    // Reconnect without waiting five seconds: the browser knows that it is online again.
    addEventListener('online', () => this.#settle());
    // A browser may keep a dead connection open for minutes.
    addEventListener('offline', () => this.drop());
  }

  /** Opens the socket, or closes it for good. */
  want(isWanted: boolean): void {
    this.#isWanted = isWanted;
    this.#settle();
  }

  /** Sends if open; otherwise `onOpen` sends it again. */
  send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Drops this connection: a new one follows after five seconds, or sooner if another instance serves. */
  drop(code?: number): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#forget();
    this.#wasLost = true;
    socket.close();
    this.#options.onState('waiting');
    const waitMs = code === SERVICE_RESTART ? Math.random() * MOVE_WITHIN_MS : RECONNECT_MS;
    this.#retry = setTimeout(() => this.#settle(), waitMs);
  }

  #settle(): void {
    clearTimeout(this.#retry);
    const shouldBeOpen = this.#isWanted && isVisible();
    if (shouldBeOpen && !this.#socket) this.#open();
    if (!shouldBeOpen) {
      const socket = this.#socket;
      this.#forget();
      socket?.close();
      this.#options.onState('closed');
    }
  }

  #open(): void {
    const { path, onOpen, onFrame, onState } = this.#options;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    onState('connecting');
    socket.onopen = () => {
      onState('open');
      onOpen();
      if (this.#wasLost) connectionReturned();
      this.#wasLost = false;
    };
    socket.onmessage = (event: MessageEvent<ArrayBuffer | string>) => onFrame(event.data);
    socket.onclose = ({ code }) => this.drop(code);
    socket.onerror = () => this.drop();
  }

  #forget(): void {
    if (this.#socket) {
      this.#socket.onopen = null;
      this.#socket.onmessage = null;
      this.#socket.onclose = null;
      this.#socket.onerror = null;
    }
    this.#socket = undefined;
  }
}
