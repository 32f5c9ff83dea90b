/** Leases: work that only one program of a deployment may do at a time, and which program does it (ADR 57). */

export interface LeasedWork {
  /** "spot.engine.12", "pricing", "job.loan.collect" */
  readonly name: string;
  /**
   * Called when this program has got the lease. Fails with: any error; the lease is given back and tried again later.
   */
  begin(): Promise<void>;
  /**
   * Called when it has to stop: the lease moves, is lost, or the program stops. It must write nothing after this. Not called
   * after a `begin` that failed.
   */
  end(): Promise<void>;
}

export interface Leases {
  /**
   * Competes for the lease until the program stops. Resolves after the first attempt, with the work begun if this program
   * got it; at once if the program has not the role of the work. Calls of one turn of the event loop are one attempt.
   * Fails with: the error of `begin`, in a program that has its database alone; a thrown error for a name used before.
   */
  compete(work: LeasedWork): Promise<void>;
  isHeld(name: string): boolean;
  held(): readonly string[];
  /** Resolves when this program may serve: at once, but for a standby, which waits until the other one has ended. */
  whenActive(): Promise<void>;
  /** Why this program cannot serve now; undefined: it can. */
  obstacle(): string | undefined;
  /** Ends all work and gives the leases back, the newest first. */
  stop(): Promise<void>;
}

/** For a program that has its database alone: it gets every lease at once. */
export function createSoleLeases(): Leases {
  const held = new Map<string, LeasedWork>();
  return {
    async compete(work) {
      if (held.has(work.name)) throw new Error(`two works are named ${work.name}`);
      held.set(work.name, work);
      await work.begin();
    },
    isHeld: (name) => held.has(name),
    held: () => [...held.keys()],
    whenActive: () => Promise.resolve(),
    obstacle: () => undefined,
    async stop() {
      for (const work of [...held.values()].toReversed()) {
        held.delete(work.name);
        await work.end();
      }
    },
  };
}
