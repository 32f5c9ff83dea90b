/** Explores all actions on one subject breadth-first, and finds the paths from each state to an end. */
import { Refusal } from '../../src/kernel/requests/refusal.ts';

export type By = 'member' | 'operator' | 'rail' | 'time' | 'surroundings';

/** An action. @throws a refusal; any other error is a fault of the product */
export interface Act {
  readonly name: string;
  readonly by: By;
  /** Whether it is possible in the subject's state. */
  isPossible(): boolean;
  run(): Promise<unknown>;
}

export interface Snapshot {
  /** Equal states have equal keys, which contain everything that decides the possible actions. */
  readonly key: string;
  /** How it ended. */
  readonly end?: 'paid' | 'returned';
}

export interface Explorable<S extends Snapshot> {
  readonly acts: readonly Act[];
  /** Reads the subject's state, also for the subject itself. */
  read(): Promise<S>;
  mark(): Promise<void>;
  /** Rolls back to the last mark and the state read there. */
  rewind(): Promise<void>;
}

export interface Edge<S extends Snapshot> {
  act: Act;
  from: S;
  to: S;
  /** Absent if the act succeeded. */
  refusal?: Refusal;
}

export interface Reached<S extends Snapshot> {
  snapshot: S;
  /** The shortest path to it. */
  trace: readonly Act[];
}

export interface Explored<S extends Snapshot> {
  states: ReadonlyMap<string, Reached<S>>;
  /** Every action in every state, including refused ones and those without effect. */
  edges: readonly Edge<S>[];
}

/** Remembers the actions since the start, and rolls back only as far as needed. */
export function createTrail<S extends Snapshot>(world: Explorable<S>) {
  const done: Act[] = [];
  const step = async (act: Act): Promise<{ to: S; refusal?: Refusal }> => {
    await world.mark();
    done.push(act);
    try {
      await act.run();
      return { to: await world.read() };
    } catch (error) {
      if (error instanceof Refusal) return { to: await world.read(), refusal: error };
      throw new Error(done.map(({ name }) => name).join(', '), { cause: error });
    }
  };
  const back = async (): Promise<void> => {
    done.pop();
    await world.rewind();
  };
  return {
    step,
    back,
    async goTo(trace: readonly Act[]): Promise<S> {
      while (done.some((act, index) => act !== trace[index])) await back();
      for (const act of trace.slice(done.length)) await step(act);
      return world.read();
    },
  };
}

/** Tries every action in every reachable state. */
export async function explore<S extends Snapshot>(world: Explorable<S>): Promise<Explored<S>> {
  const trail = createTrail(world);
  const start = await world.read();
  const states = new Map<string, Reached<S>>([[start.key, { snapshot: start, trace: [] }]]);
  const edges: Edge<S>[] = [];
  // A map yields entries added during its iteration, in order, which makes this breadth-first.
  for (const { trace } of states.values()) {
    const from = await trail.goTo(trace);
    for (const act of world.acts) {
      if (!act.isPossible()) continue;
      const step = await trail.step(act);
      const { to } = step;
      edges.push({ act, from, ...step });
      if (!states.has(to.key)) states.set(to.key, { snapshot: to, trace: [...trace, act] });
      await trail.back();
    }
  }
  await trail.goTo([]);
  return { states, edges };
}

/** The first action of a shortest path to an end, for each state with such a path of allowed actions. Ends have none. */
export function pathsToEnd<S extends Snapshot>(
  { states, edges }: Explored<S>,
  isAllowed: (act: Act) => boolean,
  ends: readonly Snapshot['end'][] = ['paid', 'returned'],
): Map<string, Act | undefined> {
  const into = new Map<string, Edge<S>[]>();
  for (const edge of edges.filter(({ act }) => isAllowed(act))) {
    into.set(edge.to.key, [...(into.get(edge.to.key) ?? []), edge]);
  }
  const ways = new Map<string, Act | undefined>();
  for (const [key, { snapshot }] of states) {
    if (snapshot.end !== undefined && ends.includes(snapshot.end)) ways.set(key, undefined);
  }
  for (const key of ways.keys()) {
    for (const { from, act } of into.get(key) ?? []) {
      if (!ways.has(from.key)) ways.set(from.key, act);
    }
  }
  return ways;
}
