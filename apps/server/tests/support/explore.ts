/** Walks through everything that can happen to one subject, breadth-first, and finds the ways from each state to an end. */
import { Refusal } from '../../src/kernel/requests/refusal.ts';

export type By = 'member' | 'operator' | 'rail' | 'time' | 'surroundings';

/** Something that happens. Fails with: a refusal; whatever else is thrown is a fault of the product. */
export interface Act {
  readonly name: string;
  readonly by: By;
  /** Whether it can happen at all where the subject stands. */
  isPossible(): boolean;
  run(): Promise<unknown>;
}

export interface Sight {
  /** Equal states have equal keys: all that decides what may happen next. */
  readonly key: string;
  /** How it ended. */
  readonly end?: 'paid' | 'returned';
}

export interface Explorable<S extends Sight> {
  readonly acts: readonly Act[];
  /** Reads where the subject stands, for itself as well. */
  look(): Promise<S>;
  mark(): Promise<void>;
  /** Back to the youngest mark, and to what was seen there. */
  rewind(): Promise<void>;
}

export interface Edge<S extends Sight> {
  act: Act;
  from: S;
  to: S;
  /** Absent: it was done. */
  refusal?: Refusal;
}

export interface Reached<S extends Sight> {
  sight: S;
  /** The shortest way to it. */
  trace: readonly Act[];
}

export interface Explored<S extends Sight> {
  states: ReadonlyMap<string, Reached<S>>;
  /** Every act in every state, also what was refused or changed nothing. */
  edges: readonly Edge<S>[];
}

/** Keeps what was done since the start, and goes back no further than the next wish needs. */
export function trailThrough<S extends Sight>(world: Explorable<S>) {
  const done: Act[] = [];
  const step = async (act: Act): Promise<{ to: S; refusal?: Refusal }> => {
    await world.mark();
    done.push(act);
    try {
      await act.run();
      return { to: await world.look() };
    } catch (error) {
      if (error instanceof Refusal) return { to: await world.look(), refusal: error };
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
      return world.look();
    },
  };
}

/** Tries every act in every state that can be reached. */
export async function explore<S extends Sight>(world: Explorable<S>): Promise<Explored<S>> {
  const trail = trailThrough(world);
  const start = await world.look();
  const states = new Map<string, Reached<S>>([[start.key, { sight: start, trace: [] }]]);
  const edges: Edge<S>[] = [];
  // A map gives what is added while it is walked through, in order: that is the breadth first.
  for (const { trace } of states.values()) {
    const from = await trail.goTo(trace);
    for (const act of world.acts) {
      if (!act.isPossible()) continue;
      const step = await trail.step(act);
      const { to } = step;
      edges.push({ act, from, ...step });
      if (!states.has(to.key)) states.set(to.key, { sight: to, trace: [...trace, act] });
      await trail.back();
    }
  }
  await trail.goTo([]);
  return { states, edges };
}

/** For each state from which acts that `isAllowed` lead to such an end: the first of the fewest. Ends themselves have none. */
export function waysOut<S extends Sight>(
  { states, edges }: Explored<S>,
  isAllowed: (act: Act) => boolean,
  ends: readonly Sight['end'][] = ['paid', 'returned'],
): Map<string, Act | undefined> {
  const into = new Map<string, Edge<S>[]>();
  for (const edge of edges.filter(({ act }) => isAllowed(act))) {
    into.set(edge.to.key, [...(into.get(edge.to.key) ?? []), edge]);
  }
  const ways = new Map<string, Act | undefined>();
  for (const [key, { sight }] of states) {
    if (sight.end !== undefined && ends.includes(sight.end)) ways.set(key, undefined);
  }
  for (const key of ways.keys()) {
    for (const { from, act } of into.get(key) ?? []) {
      if (!ways.has(from.key)) ways.set(from.key, act);
    }
  }
  return ways;
}
