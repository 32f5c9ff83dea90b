/** Who listens to which topic, one frame for all who do, and one message for what a slow reader missed. */
import type { WebSocket } from 'ws';
import { type Frame, isSlow, trySend } from './frames.ts';
import type { Topic } from './topics.ts';

/** Sockets served before other work gets its turn. */
const SLICE = 500;

/** News on a topic. */
export interface Update {
  readonly frame: Frame;
  /** What the listeners knew before; those who miss the frame are caught up from there. */
  readonly before?: unknown;
}

interface Broadcast extends Update {
  readonly name: string;
  readonly number: number;
}

interface Listener {
  readonly name: string;
  readonly topic: Topic;
  readonly socket: WebSocket;
  /** Number of the last broadcast whose content it has. */
  seen: number;
  /** What it knew when it fell behind. */
  knew: unknown;
}

export interface Hub {
  /** The listener, who is not there yet, is told everything that is broadcast from now on. */
  join(name: string, topic: Topic, socket: WebSocket): void;
  leave(name: string, socket: WebSocket): void;
  /** Topics that someone listens to. */
  topics(): (readonly [name: string, topic: Topic])[];
  has(name: string): boolean;
  /** Queues one frame for everyone on the topic; `makeUpdate` runs only if there is someone. */
  broadcast(name: string, makeUpdate: () => Update): void;
  /** Tells those who fell behind and can read again what happened since `knew`, in one frame. */
  catchUp(makeFrame: (name: string, topic: Topic, knew: unknown) => Frame | undefined): void;
}

export function createHub(): Hub {
  const channels = new Map<string, Map<WebSocket, Listener>>();
  const behind = new Set<Listener>();
  const queue: Broadcast[] = [];
  let isServing = false;
  let number = 0;

  const serve = async (): Promise<void> => {
    // What is said in one breath is counted together.
    await Promise.resolve();
    let served = 0;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      // Sockets may come and go while others have their turn: a map's iteration allows it.
      for (const listener of channels.get(next.name)?.values() ?? []) {
        if (listener.seen >= next.number || behind.has(listener)) continue;
        if (!tell(listener, next)) behind.add(listener);
        served += 1;
        if (served % SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    }
    isServing = false;
  };
  return {
    join(name, topic, socket) {
      const listeners = channels.get(name) ?? new Map<WebSocket, Listener>();
      listeners.set(socket, { name, topic, socket, seen: number, knew: undefined });
      channels.set(name, listeners);
    },
    leave(name, socket) {
      const listeners = channels.get(name);
      const listener = listeners?.get(socket);
      if (listeners === undefined || listener === undefined) return;
      behind.delete(listener);
      listeners.delete(socket);
      if (listeners.size === 0) channels.delete(name);
    },
    topics: () => Array.from(channels, ([name, listeners]) => [name, topicOf(listeners)] as const),
    has: (name) => channels.has(name),
    broadcast(name, makeUpdate) {
      if (!channels.has(name)) return;
      number += 1;
      queue.push({ name, number, ...makeUpdate() });
      if (isServing) return;
      isServing = true;
      void serve();
    },
    catchUp(makeFrame) {
      for (const listener of readersAgain(behind, makeFrame)) {
        behind.delete(listener);
        // The frame holds everything that was broadcast so far, what still waits in the queue included.
        listener.seen = number;
      }
    },
  };
}

/** False when the listener is too slow to be told; then it keeps in mind what it knew. */
function tell(listener: Listener, { frame, number, before }: Broadcast): boolean {
  if (!trySend(listener.socket, frame)) {
    listener.knew = before;
    return false;
  }
  listener.seen = number;
  return true;
}

/** Those behind that could be told what they missed. */
function readersAgain(
  behind: ReadonlySet<Listener>,
  makeFrame: Parameters<Hub['catchUp']>[0],
): Listener[] {
  if (behind.size === 0) return [];
  const frameFor = oncePerState(makeFrame);
  return [...behind].filter((listener) => {
    if (isSlow(listener.socket)) return false;
    const frame = frameFor(listener);
    return frame === undefined || trySend(listener.socket, frame);
  });
}

function topicOf(listeners: ReadonlyMap<WebSocket, Listener>): Topic {
  const [first] = listeners.values();
  if (first === undefined) throw new Error('a channel without listeners');
  return first.topic;
}

/** Those who fell behind at the same moment are told by the same frame. */
function oncePerState(makeFrame: Parameters<Hub['catchUp']>[0]) {
  const made = new Map<string, Map<unknown, Frame | undefined>>();
  return ({ name, topic, knew }: Listener): Frame | undefined => {
    const ofTopic = made.get(name) ?? new Map<unknown, Frame | undefined>();
    made.set(name, ofTopic);
    if (!ofTopic.has(knew)) ofTopic.set(knew, makeFrame(name, topic, knew));
    return ofTopic.get(knew);
  };
}
