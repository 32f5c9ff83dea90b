/** Leases of several instances of one test: the first to compete for one holds it, until the test gives it to another. */
import type { LeasedWork, Leases } from '../../src/kernel/leases/leases.ts';
import { withoutStandby } from './without-standby.ts';

export interface SharedLeases {
  /** The leases of one more instance. */
  join(): Leases;
  /** The holder ends the work, then the other instance begins it. */
  move(name: string, to: Leases): Promise<void>;
  /** The other instance begins the work, and the holder is not informed: as if it had been stopped for a moment. */
  takeOver(name: string, by: Leases): Promise<void>;
}

export function shareLeases(): SharedLeases {
  const works = new Map<Leases, Map<string, LeasedWork>>();
  const holders = new Map<string, Leases>();
  const workOf = (name: string, instance: Leases | undefined) =>
    instance === undefined ? undefined : works.get(instance)?.get(name);
  const begin = async (name: string, by: Leases) => {
    holders.set(name, by);
    await workOf(name, by)?.begin();
  };
  return {
    join() {
      const own = new Map<string, LeasedWork>();
      const leases: Leases = {
        instance: `shared-${works.size + 1}`,
        held: () => [...holders].filter(([, holder]) => holder === leases).map(([name]) => name),
        ...withoutStandby(() => own.keys()),
        async compete(work: LeasedWork) {
          own.set(work.name, work);
          if (!holders.has(work.name)) await begin(work.name, leases);
        },
        isHeld: (name: string) => holders.get(name) === leases,
        async giveBack(name: string) {
          holders.delete(name);
          await own.get(name)?.end();
        },
        async stop() {
          for (const [name, work] of [...own].toReversed()) {
            if (holders.get(name) !== leases) continue;
            holders.delete(name);
            await work.end();
          }
        },
      };
      works.set(leases, own);
      return leases;
    },
    async move(name, to) {
      await workOf(name, holders.get(name))?.end();
      await begin(name, to);
    },
    takeOver: begin,
  };
}
