/** Instances that compete for leases on one database, as processes of their own would: they can be paused, and their clocks may be wrong. */
import {
  createLeases,
  LEASES_WAKE,
  type InstanceIs,
} from '../../src/kernel/leases/create-leases.ts';
import type { LeasedWork, Leases } from '../../src/kernel/leases/leases.ts';
import { createLocalBus } from '../../src/platform/bus.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Database, Lane } from '../../src/platform/database/database.ts';
import { createLog, type Log } from '../../src/platform/log.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { until } from './pass-time.ts';

/** The leases of all matching engines. */
export const ENGINES = Array.from({ length: 42 }, (_each, index) => `spot.engine.${index + 1}`);

export interface LeaseInstance {
  readonly leases: Leases;
  /** The works it does now, as they began and ended. */
  readonly doing: ReadonlySet<string>;
  compete(...names: string[]): Promise<void>;
  /** As if the process were stopped by SIGSTOP, or its network cut: no statement comes back. */
  pause(): void;
  resume(): void;
  /** How many transactions of its leases the database has answered. */
  answered(): number;
}

/** `clockAhead`: of the machine's clock. Units: milliseconds. */
type Started = Partial<InstanceIs> & {
  clockAhead?(): number;
  competesToServe?: boolean;
  log?: Log;
};

export interface LeaseWorld {
  readonly fresh: FreshDatabase;
  /** In the order in which they started. */
  readonly instances: readonly LeaseInstance[];
  start(over?: Started): Promise<LeaseInstance>;
  /** How many works each instance does. */
  counts(): number[];
  /** Until two more heartbeats of an instance were answered: what it does at a heartbeat, it has done. */
  beats(instance: LeaseInstance): Promise<void>;
  close(): Promise<void>;
}

export async function leaseWorld(): Promise<LeaseWorld> {
  const fresh = await freshDatabase({ poolSize: 12 });
  const instances: LeaseInstance[] = [];
  const bus = createLocalBus((error) => {
    throw error;
  });
  return {
    fresh,
    instances,
    counts: () => instances.map(({ doing }) => doing.size),
    async beats({ leases }) {
      for (let beat = 0; beat < 2; beat += 1) {
        const last = leases.measure().heartbeatAt ?? 0;
        await until('a heartbeat', () => {
          bus.publish(LEASES_WAKE, null);
          // The moment is rounded.
          return (leases.measure().heartbeatAt ?? 0) > last + 2;
        });
      }
    },
    async start(over = {}) {
      const {
        clockAhead = () => 0,
        competesToServe = true,
        log = createLog('silent'),
        ...is
      } = over;
      const gate = createGate();
      const clock = { now: () => systemClock.now() + clockAhead() };
      const database = gate.over(fresh.database);
      const leases = await createLeases(
        { database, clock, log, random: systemRandom, bus },
        {
          name: `instance-${instances.length + 1}`,
          roles: ['api', 'feed', 'engine', 'jobs'],
          version: '1',
          schema: '0061',
          isShared: true,
          ...is,
        },
      );
      if (competesToServe) await leases.competeToServe();
      const doing = new Set<string>();
      const work = (name: string): LeasedWork => ({
        name,
        async begin() {
          doing.add(name);
        },
        async end() {
          doing.delete(name);
        },
      });
      const instance: LeaseInstance = {
        leases,
        doing,
        async compete(...names) {
          await Promise.all(names.map((name) => leases.compete(work(name))));
        },
        pause: gate.close,
        resume: gate.open,
        answered: gate.answered,
      };
      instances.push(instance);
      return instance;
    },
    async close() {
      for (const instance of instances) instance.resume();
      await Promise.all(instances.map(({ leases }) => leases.stop()));
      await fresh.drop();
    },
  };
}

/** Holds back the statements of lanes while it is closed. */
function createGate() {
  let isOpen = Promise.resolve();
  let open = () => undefined as void;
  let answered = 0;
  return {
    answered: () => answered,
    close() {
      isOpen = new Promise((resolve) => {
        open = () => resolve();
      });
    },
    open: () => open(),
    over: (database: Database): Database => ({
      ...database,
      lane(name) {
        const lane = database.lane(name);
        return {
          close: () => lane.close(),
          transaction: async (send: Parameters<Lane['transaction']>[0]) => {
            await isOpen;
            return lane.transaction(send).finally(() => (answered += 1));
          },
        } as Lane;
      },
    }),
  };
}
