/** A device on the private live socket, which records all messages. */
import type { ServerMessage } from '@tern/protocol/client';
import { WebSocket } from 'ws';
import { until } from './pass-time.ts';

export type LiveEvent = Extract<ServerMessage, { kind: 'event' }>;

export interface Device {
  readonly socket: WebSocket;
  readonly received: ServerMessage[];
  /** Only the events of the member. */
  events(): LiveEvent[];
  /** The close code, once closed. */
  closed(): number | undefined;
  /** Waits until the condition is true. @throws Error when it waits in vain */
  until(condition: (device: Device) => boolean): Promise<void>;
  /** Disconnects without a close frame, as a phone that loses its network does. */
  cut(): Promise<void>;
}

export interface Greeting {
  token?: unknown;
  after?: unknown;
}

/** Connects, and sends the greeting if given. */
export async function openDevice(url: string, greeting?: Greeting): Promise<Device> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`);
  const received: ServerMessage[] = [];
  let closedWith: number | undefined;
  socket.on('message', (data: Buffer) =>
    received.push(JSON.parse(data.toString()) as ServerMessage),
  );
  socket.on('close', (code) => {
    closedWith = code;
  });
  socket.on('error', () => undefined);
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  if (greeting !== undefined) socket.send(JSON.stringify(greeting));
  const device: Device = {
    socket,
    received,
    events: () => received.filter((message): message is LiveEvent => message.kind === 'event'),
    closed: () => closedWith,
    async until(condition) {
      const only = () => `more than ${JSON.stringify(received)}, closed ${closedWith}`;
      await until(only, () => condition(device), { everyMs: 5 });
    },
    async cut() {
      socket.terminate();
      await device.until(() => closedWith !== undefined);
    },
  };
  return device;
}

/** Sends the greeting and waits for the answer. */
export async function welcomedDevice(url: string, greeting: Greeting): Promise<Device> {
  const device = await openDevice(url, greeting);
  await device.until(({ received }) => received.length > 0);
  return device;
}
