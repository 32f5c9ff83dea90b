/** A visitor's device on the service socket: keeps messages by `seq`, and resumes after the last one. */
import type { SupportMessage, VisitorMessage } from '@tern/protocol';
import { WebSocket } from 'ws';
import { until } from './pass-time.ts';

export interface VisitorDevice {
  /** In the order of arrival, repeated ones too. */
  readonly received: VisitorMessage[];
  messages(): SupportMessage[];
  /** Connects again after the last message received. */
  connect(): Promise<void>;
  /** Disconnects without a close frame. */
  cut(): Promise<void>;
  /** @throws Error when it waits in vain */
  until(condition: (device: VisitorDevice) => boolean): Promise<void>;
}

export async function visitorDevice(url: string, visitor: string): Promise<VisitorDevice> {
  const received: VisitorMessage[] = [];
  let socket: WebSocket | undefined;
  const device: VisitorDevice = {
    received,
    messages: () =>
      received.flatMap((message) => (message.kind === 'changed' ? message.messages : [])),
    async connect() {
      const next = new WebSocket(`${url.replace('http', 'ws')}/api/service/live`);
      socket = next;
      next.on('message', (data: Buffer) =>
        received.push(JSON.parse(data.toString()) as VisitorMessage),
      );
      next.on('error', () => undefined);
      await new Promise((resolve) => next.once('open', resolve));
      next.send(JSON.stringify({ visitor, after: device.messages().at(-1)?.seq ?? 0 }));
    },
    async cut() {
      const closed = new Promise((resolve) => socket?.once('close', resolve));
      socket?.terminate();
      await closed;
    },
    async until(condition) {
      const only = () => `more than ${JSON.stringify(received)}`;
      await until(only, () => condition(device), { everyMs: 5 });
    },
  };
  await device.connect();
  return device;
}
