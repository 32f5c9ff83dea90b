/**
 * Buses of several instances joined in memory: a double of NATS for tests that run without its server. Messages cross as JSON
 * text, later, and at most once; each instance can be cut off, and messages can be delayed or lost.
 */
import { type Bus, createLocalBus, NoAnswer } from '../../src/platform/bus.ts';
import { limit, turns } from './pass-time.ts';
import { expectPlain } from './plain-json.ts';

export interface JoinedBus extends Bus {
  isConnected(): boolean;
  /** From now on nothing leaves or reaches this instance, until it is healed. */
  cut(): void;
  heal(): void;
}

export interface JoinedBuses {
  /** The bus of one more instance. */
  join(): JoinedBus;
  /**
   * Whether the next message of a topic is lost; an answer has the topic of its request. Whoever waits for an answer that never
   * comes stops at once, as if the time had passed: an answer that is lost once the other has given it.
   */
  loses: (topic: string, what: 'message' | 'request' | 'answer') => boolean;
  /** From now on requests stay on their way until they are released, longer than anyone waits for an answer. */
  hold(): void;
  /** Resolves once the requests that were held have arrived, and are answered. */
  release(): Promise<void>;
  /** Until nothing is on its way, and each request is answered or lost. */
  delivered(): Promise<void>;
}

interface Instance {
  isCut: boolean;
  readonly receivers: Map<string, Set<(message: unknown) => void>>;
  readonly answers: Map<string, (message: unknown) => Promise<unknown>>;
}

const overTheNetwork = (message: unknown): unknown => JSON.parse(JSON.stringify(message));

export function joinBuses(): JoinedBuses {
  const instances = new Set<Instance>();
  const underWay = new Set<Promise<unknown>>();
  let held: { readonly until: Promise<void>; readonly end: () => void } | undefined;
  const delivered = async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  };
  const buses: JoinedBuses = {
    loses: () => false,
    delivered,
    hold() {
      let end = () => undefined as void;
      const until = new Promise<void>((resolve) => {
        end = resolve;
      });
      held = { until, end };
    },
    async release() {
      held?.end();
      held = undefined;
      await delivered();
    },
    join() {
      const instance: Instance = { isCut: false, receivers: new Map(), answers: new Map() };
      instances.add(instance);
      return busOf(instance);
    },
  };
  const othersOf = (instance: Instance) => [...instances].filter((each) => each !== instance);

  function publish(instance: Instance, topic: string, message: unknown): void {
    const sent = JSON.stringify(message);
    if (instance.isCut || buses.loses(topic, 'message')) return;
    const arrival = turns().then(() => {
      underWay.delete(arrival);
      for (const other of othersOf(instance)) {
        if (other.isCut || instance.isCut) continue;
        for (const receive of other.receivers.get(topic) ?? []) receive(JSON.parse(sent));
      }
    });
    underWay.add(arrival);
  }

  async function ask(instance: Instance, topic: string, message: unknown): Promise<unknown> {
    const other = othersOf(instance).find((each) => !each.isCut && each.answers.has(topic));
    if (instance.isCut || other === undefined) throw new NoAnswer(topic, true);
    if (buses.loses(topic, 'request')) throw new NoAnswer(topic, false);
    await turns();
    const answered = await other.answers.get(topic)?.(overTheNetwork(message));
    expectPlain(topic, answered ?? null);
    await turns();
    const isLost = instance.isCut || other.isCut || buses.loses(topic, 'answer');
    if (isLost) throw new NoAnswer(topic, false);
    return overTheNetwork(answered ?? null);
  }

  function busOf(instance: Instance): JoinedBus {
    const local = createLocalBus((error) => {
      throw error;
    });
    return {
      publish(topic, message) {
        expectPlain(topic, message);
        local.publish(topic, message);
        publish(instance, topic, message);
      },
      subscribe(topic, receive) {
        const end = local.subscribe(topic, receive);
        const set = instance.receivers.get(topic) ?? new Set();
        instance.receivers.set(topic, set.add(receive));
        return () => {
          end();
          set.delete(receive);
        };
      },
      async request(topic, message, { withinMs }) {
        expectPlain(topic, message);
        const own = instance.answers.get(topic);
        if (own !== undefined) return own(message);
        let inTime = () => undefined as void;
        const tooLate = new Promise<never>((_resolve, reject) => {
          inTime = limit(withinMs, () => reject(new NoAnswer(topic, false)));
        });
        const asking = () => ask(instance, topic, message);
        const answered = held === undefined ? asking() : held.until.then(asking);
        underWay.add(answered);
        // Whoever has stopped waiting is not told of a later failure.
        answered.catch(() => undefined).finally(() => underWay.delete(answered));
        try {
          if (held !== undefined) throw new NoAnswer(topic, false);
          return await Promise.race([answered, tooLate]);
        } finally {
          inTime();
        }
      },
      answer(topic, answer) {
        instance.answers.set(topic, answer);
        return () => {
          if (instance.answers.get(topic) === answer) instance.answers.delete(topic);
        };
      },
      isConnected: () => !instance.isCut,
      cut() {
        instance.isCut = true;
      },
      heal() {
        instance.isCut = false;
      },
    };
  }
  return buses;
}
