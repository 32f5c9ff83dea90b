/**
 * Buses of several programs joined in memory: a double of NATS for tests that run without its server. Messages cross as JSON
 * text, later, and at most once; each program can be cut off, and messages can be delayed or lost.
 */
import { type Bus, createLocalBus, NoAnswer } from '../../src/platform/bus.ts';
import { limit, passTime, turns } from './pass-time.ts';
import { expectPlain } from './plain-json.ts';

export interface JoinedBus extends Bus {
  isConnected(): boolean;
  /** From now on nothing leaves or reaches this program, until it is healed. */
  cut(): void;
  heal(): void;
}

export interface JoinedBuses {
  /** The bus of one more program. */
  join(): JoinedBus;
  /** How long every message takes. */
  delayMs: number;
  /** Whether the next message of a topic is lost; an answer has the topic of its request. */
  loses: (topic: string, what: 'message' | 'request' | 'answer') => boolean;
  /** Until nothing is on its way, and each request is answered or lost. */
  delivered(): Promise<void>;
}

interface Program {
  isCut: boolean;
  readonly receivers: Map<string, Set<(message: unknown) => void>>;
  readonly answers: Map<string, (message: unknown) => Promise<unknown>>;
}

const overTheNetwork = (message: unknown): unknown => JSON.parse(JSON.stringify(message));

export function joinBuses(): JoinedBuses {
  const programs = new Set<Program>();
  const underWay = new Set<Promise<unknown>>();
  const travel = () =>
    buses.delayMs === 0 ? turns() : passTime(buses.delayMs, 'a message takes so long');
  const buses: JoinedBuses = {
    delayMs: 0,
    loses: () => false,
    async delivered() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    join() {
      const program: Program = { isCut: false, receivers: new Map(), answers: new Map() };
      programs.add(program);
      return busOf(program);
    },
  };
  const othersOf = (program: Program) => [...programs].filter((each) => each !== program);

  function publish(program: Program, topic: string, message: unknown): void {
    const sent = JSON.stringify(message);
    if (program.isCut || buses.loses(topic, 'message')) return;
    const arrival = travel().then(() => {
      underWay.delete(arrival);
      for (const other of othersOf(program)) {
        if (other.isCut || program.isCut) continue;
        for (const receive of other.receivers.get(topic) ?? []) receive(JSON.parse(sent));
      }
    });
    underWay.add(arrival);
  }

  /** Resolves with undefined when the request or its answer is lost. */
  async function ask(program: Program, topic: string, message: unknown) {
    const other = othersOf(program).find((each) => !each.isCut && each.answers.has(topic));
    if (program.isCut || other === undefined) throw new NoAnswer(topic, true);
    if (buses.loses(topic, 'request')) return undefined;
    await travel();
    const answered = await other.answers.get(topic)?.(overTheNetwork(message));
    expectPlain(topic, answered ?? null);
    await travel();
    const isLost = program.isCut || other.isCut || buses.loses(topic, 'answer');
    return isLost ? undefined : { answer: overTheNetwork(answered ?? null) };
  }

  function busOf(program: Program): JoinedBus {
    const local = createLocalBus((error) => {
      throw error;
    });
    return {
      publish(topic, message) {
        expectPlain(topic, message);
        local.publish(topic, message);
        publish(program, topic, message);
      },
      subscribe(topic, receive) {
        const end = local.subscribe(topic, receive);
        const set = program.receivers.get(topic) ?? new Set();
        program.receivers.set(topic, set.add(receive));
        return () => {
          end();
          set.delete(receive);
        };
      },
      async request(topic, message, { withinMs }) {
        expectPlain(topic, message);
        const own = program.answers.get(topic);
        if (own !== undefined) return own(message);
        let inTime = () => undefined as void;
        const tooLate = new Promise<never>((_resolve, reject) => {
          inTime = limit(withinMs, () => reject(new NoAnswer(topic, false)));
        });
        const answered = ask(program, topic, message);
        underWay.add(answered);
        // Whoever has stopped waiting is not told of a later failure.
        answered.catch(() => undefined).finally(() => underWay.delete(answered));
        try {
          const { answer } = (await Promise.race([answered, tooLate])) ?? (await tooLate);
          return answer;
        } finally {
          inTime();
        }
      },
      answer(topic, answer) {
        program.answers.set(topic, answer);
        return () => {
          if (program.answers.get(topic) === answer) program.answers.delete(topic);
        };
      },
      isConnected: () => !program.isCut,
      cut() {
        program.isCut = true;
      },
      heal() {
        program.isCut = false;
      },
    };
  }
  return buses;
}
