/** What the leases of a test answer besides who holds what: nothing is a standby, and no heartbeat is needed. */
import type { Leases } from '../../src/kernel/leases/leases.ts';

/** `known`: the names of the works that the instance has heard of. */
export const withoutStandby = (known: () => Iterable<string>) =>
  ({
    measure: () => ({
      known: [...known()],
      taken: new Map(),
      lost: new Map(),
      heartbeatAt: undefined,
      clockOffset: undefined,
      isClockRefused: false,
    }),
    competeToServe: () => Promise.resolve(),
    whenActive: () => Promise.resolve(),
    isActive: () => true,
    obstacle: () => undefined,
    handOver: () => Promise.resolve(),
  }) satisfies Partial<Leases>;
