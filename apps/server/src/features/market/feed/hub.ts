/** Who listens to which topic, and one frame for all who do. */
import type { WebSocket } from 'ws';
import { type Frame, sendFrame } from './frames.ts';
import type { Topic } from './topics.ts';

/** Sockets served before other work gets its turn. */
const SLICE = 500;

interface Channel {
  readonly topic: Topic;
  readonly sockets: Set<WebSocket>;
}

export interface Hub {
  join(name: string, topic: Topic, socket: WebSocket): void;
  /** False when the socket was not there. */
  leave(name: string, socket: WebSocket): boolean;
  /** Topics that someone listens to. */
  topics(): (readonly [name: string, topic: Topic])[];
  has(name: string): boolean;
  /** Queues one frame for everyone on the topic; `makeFrame` runs only if there is someone. */
  broadcast(name: string, makeFrame: () => Frame): void;
}

export function createHub(): Hub {
  const channels = new Map<string, Channel>();
  const queue: { readonly name: string; readonly frame: Frame }[] = [];
  let isPumping = false;

  const pump = async (): Promise<void> => {
    let served = 0;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      // Sockets may come and go while others have their turn: a set's iteration allows it.
      for (const socket of channels.get(next.name)?.sockets ?? []) {
        sendFrame(socket, next.frame, false);
        served += 1;
        if (served % SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    }
  };
  return {
    join(name, topic, socket) {
      const channel: Channel = channels.get(name) ?? { topic, sockets: new Set() };
      channel.sockets.add(socket);
      channels.set(name, channel);
    },
    leave(name, socket) {
      const channel = channels.get(name);
      if (channel === undefined || !channel.sockets.delete(socket)) return false;
      if (channel.sockets.size === 0) channels.delete(name);
      return true;
    },
    topics: () => Array.from(channels, ([name, channel]) => [name, channel.topic] as const),
    has: (name) => channels.has(name),
    broadcast(name, makeFrame) {
      if (!channels.has(name)) return;
      queue.push({ name, frame: makeFrame() });
      if (isPumping) return;
      isPumping = true;
      void pump().finally(() => {
        isPumping = false;
      });
    },
  };
}
