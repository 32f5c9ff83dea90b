/** The market's sockets on a free port, and clients for them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { WebSocket, WebSocketServer } from 'ws';
import { until } from './pass-time.ts';
import type { RunningMarket } from './running-market.ts';

export type Message = Record<string, unknown>;

export interface MarketClient {
  readonly socket: WebSocket;
  /** Received and not yet consumed, oldest first. */
  readonly messages: Message[];
  send(message: unknown): void;
  /** Consumes the next matching message. */
  next(fits: (message: Message) => boolean): Promise<Message>;
  /** Waits until the server has handled all earlier messages. */
  settle(): Promise<void>;
}

export interface MarketSockets {
  connect(path?: '/ws' | '/feed'): Promise<MarketClient>;
  /** Disconnects all clients and waits until the server has noticed. */
  drop(): Promise<void>;
  /** Bytes buffered by the server for its slowest client. */
  waitingBytes(): number;
  close(): void;
}

export const anAck = (id: string) => (message: Message) => message['id'] === id;
export const aPush = (ch: string) => (message: Message) => message['ch'] === ch;

export async function serveMarketSockets(running: RunningMarket): Promise<MarketSockets> {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  const clients: WebSocket[] = [];
  sockets.on('connection', (socket, request) => {
    const endpoint = running.market.sockets?.find(({ path }) => path === request.url);
    if (endpoint === undefined) socket.terminate();
    else endpoint.accept(socket, request, { address: '127.0.0.1', takeTurn: () => 0 });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    async connect(path = '/ws') {
      const client = await marketClient(`ws://127.0.0.1:${port}${path}`);
      clients.push(client.socket);
      return client;
    },
    async drop() {
      for (const socket of clients.splice(0)) socket.terminate();
      await until('the end of all connections', () => sockets.clients.size === 0, { everyMs: 5 });
    },
    waitingBytes: () =>
      Math.max(0, ...[...sockets.clients].map(({ bufferedAmount }) => bufferedAmount)),
    close() {
      sockets.close();
      http.close();
    },
  };
}

/** Resolves with an open client. */
export async function marketClient(address: string): Promise<MarketClient> {
  const socket = new WebSocket(address);
  const client = clientOf(socket);
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return client;
}

function clientOf(socket: WebSocket): MarketClient {
  const messages: Message[] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) throw new Error(`a text frame: ${data.toString()}`);
    messages.push(JSON.parse(gunzipSync(data).toString()) as Message);
  });
  const send = (message: unknown): void =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const next = async (fits: (message: Message) => boolean): Promise<Message> => {
    const consume = () => {
      const index = messages.findIndex(fits);
      return index >= 0 && messages.splice(index, 1)[0]!;
    };
    return until(() => `another one than ${JSON.stringify(messages)}`, consume, { everyMs: 2 });
  };
  let pings = 0;
  return {
    socket,
    messages,
    send,
    next,
    async settle() {
      pings += 1;
      const ping = pings;
      send({ ping });
      await next((message) => message['pong'] === ping);
    },
  };
}
