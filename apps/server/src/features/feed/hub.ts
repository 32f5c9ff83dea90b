/** Who listens to which topic, one frame for all who do, and one message for what a slow reader missed. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Frame } from './frames.ts';
import { Reader, type Subscription, type Update } from './reader.ts';
import type { Topic } from './topics.ts';

/** Readers served before other work gets its turn. */
const SLICE = 500;

interface Channel {
  readonly name: string;
  readonly topic: Topic;
  readonly subscriptions: Map<Reader, Subscription>;
}

export interface Hub {
  /** A new client, who listens to nothing yet. `stream` is what lies below the socket. */
  admit(socket: WebSocket, stream: Duplex): Reader;
  /** The reader, who is not there yet, is told everything that is broadcast from now on. */
  join(name: string, topic: Topic, reader: Reader): void;
  leave(name: string, reader: Reader): void;
  /** Topics that someone listens to. */
  topics(): Iterable<Pick<Channel, 'name' | 'topic'>>;
  has(name: string): boolean;
  /** Offers one frame to everyone on the topic; `makeUpdate` runs only if there is someone. */
  broadcast(name: string, makeUpdate: () => Update): void;
  /** Tells those who fell behind and can read again what happened since `knew`, in one frame. */
  catchUp(makeFrame: MakeFrame): void;
}

type MakeFrame = (name: string, topic: Topic, knew: unknown) => Frame | undefined;

export function createHub(): Hub {
  const channels = new Map<string, Channel>();
  const behind = new Set<Reader>();
  const onOwed = createLine();
  let admitted = 0;
  return {
    admit(socket, stream) {
      socket.on('close', () => behind.delete(reader));
      const onBehind = (late: Reader) => behind.add(late);
      const reader = new Reader({ socket, stream, place: admitted, onOwed, onBehind });
      admitted += 1;
      return reader;
    },
    join(name, topic, reader) {
      const channel = channels.get(name) ?? { name, topic, subscriptions: new Map() };
      const subscription = { name, topic, reader, waiting: undefined, missed: undefined };
      channel.subscriptions.set(reader, subscription);
      channels.set(name, channel);
    },
    leave(name, reader) {
      const channel = channels.get(name);
      const subscription = channel?.subscriptions.get(reader);
      if (channel === undefined || subscription === undefined) return;
      reader.forget(subscription);
      channel.subscriptions.delete(reader);
      if (channel.subscriptions.size === 0) channels.delete(name);
    },
    topics: () => channels.values(),
    has: (name) => channels.has(name),
    broadcast(name, makeUpdate) {
      const channel = channels.get(name);
      if (channel === undefined) return;
      const update = makeUpdate();
      for (const subscription of channel.subscriptions.values()) {
        subscription.reader.offer(subscription, update);
      }
    },
    catchUp(makeFrame) {
      if (behind.size === 0) return;
      const frameFor = oncePerState(makeFrame);
      for (const reader of behind) if (reader.catchUp(frameFor)) behind.delete(reader);
    },
  };
}

/** Readers with news waiting: served as they lie in memory, with turns for other work between. */
function createLine(): (reader: Reader) => void {
  let owed: Reader[] = [];
  let isServing = false;

  const serve = async (): Promise<void> => {
    // What is said in one breath goes out in one write.
    await Promise.resolve();
    while (owed.length > 0) {
      const readers = owed;
      owed = [];
      // Each topic has its listeners all over the place; going to and fro costs a tenth of a delivery.
      readers.sort((one, other) => one.place - other.place);
      let now = performance.now();
      for (let at = 0; at < readers.length; at += 1) {
        if (at > 0 && at % SLICE === 0) {
          await new Promise((resolve) => setImmediate(resolve));
          now = performance.now();
        }
        readers[at]?.serve(now);
      }
    }
    isServing = false;
  };
  return (reader) => {
    owed.push(reader);
    if (isServing) return;
    isServing = true;
    void serve();
  };
}

/** Those who fell behind at the same moment are told by the same frame. */
function oncePerState(makeFrame: MakeFrame) {
  const made = new Map<string, Map<unknown, Frame | undefined>>();
  return ({ name, topic, missed }: Subscription): Frame | undefined => {
    const ofTopic = made.get(name) ?? new Map<unknown, Frame | undefined>();
    made.set(name, ofTopic);
    const knew = missed?.knew;
    if (!ofTopic.has(knew)) ofTopic.set(knew, makeFrame(name, topic, knew));
    return ofTopic.get(knew);
  };
}
