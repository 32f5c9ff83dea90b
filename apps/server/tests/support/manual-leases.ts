/** Leases of one of several instances, which move only when the test says so. */
import type { LeasedWork, Leases } from '../../src/kernel/leases/leases.ts';
import { withoutStandby } from './without-standby.ts';

export interface ManualLeases extends Leases {
  take(name: string): Promise<void>;
  leave(name: string): Promise<void>;
}

/** The instance begins with the works in `first`; absent: with all. */
export function manualLeases(first?: readonly string[]): ManualLeases {
  const works = new Map<string, LeasedWork>();
  const held = new Set<string>();
  const take = async (name: string) => {
    held.add(name);
    await works.get(name)!.begin();
  };
  const leave = async (name: string) => {
    if (held.delete(name)) await works.get(name)!.end();
  };
  return {
    instance: 'manual',
    async compete(work) {
      works.set(work.name, work);
      if (first === undefined || first.includes(work.name)) await take(work.name);
    },
    isHeld: (name) => held.has(name),
    held: () => [...held],
    ...withoutStandby(() => works.keys()),
    giveBack: leave,
    async stop() {
      for (const name of held) await leave(name);
    },
    take,
    leave,
  };
}
