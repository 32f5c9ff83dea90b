/** The instances of the deployment: from their rows, what each holds; from their samples, what each does now. */
import type { OperationsState, InstanceState } from '@tern/protocol/operator';
import { recentInstances } from '../../../kernel/leases/lease-rows.ts';
import { kindOf, type Role } from '../../../kernel/leases/roles.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { RowOf } from '../../../platform/database/query.ts';
import type { OperationsDeps } from './deps.ts';
import type { InstanceSample } from './measuring/instance-sample.ts';
import type { Sampler } from './measuring/sampler.ts';

interface InstancesDeps extends OperationsDeps {
  readonly sampler: Pick<Sampler, 'instances'>;
}

type Instance = RowOf<typeof recentInstances>;
type Held = Instance['leases'];

/** Held by the one that serves, where instances share no bus. */
const ACTIVE = 'active';

/** Null for an instance that has its database alone, and no row. */
export async function showInstances(deps: InstancesDeps): Promise<OperationsState['instances']> {
  const rows = await deps.database.many(recentInstances, []);
  if (rows.length === 0) return null;
  const living = rows.filter(({ lives }) => lives);
  const held = new Set(living.flatMap(({ leases }) => leases.map(({ name }) => name)));
  const { known } = deps.leases.measure();
  const samples = deps.sampler.instances();
  const isOfOne = held.has(ACTIVE);
  return {
    all: rows.map((row) => instanceOut(deps, row, { samples, isOfOne })),
    // Rows of works that no release has any more stay in the table.
    unheld: worksOf(
      deps,
      known.filter((name) => !held.has(name)).map((name) => ({ name, epoch: 0 })),
    ),
  };
}

function instanceOut(
  deps: InstancesDeps,
  row: Instance,
  { samples, isOfOne }: { samples: readonly InstanceSample[]; isOfOne: boolean },
): InstanceState {
  const { id, name, roles, version, startedAt, age, clockOffset, leases } = row;
  const sample = samples.find(({ instance }) => instance === id);
  return {
    ID: id,
    name,
    isAnswering: id === deps.leases.instance,
    state: stateOf(row, isOfOne),
    roles: roles as Role[],
    version,
    startedAt: isoTime(startedAt),
    heartbeatMs: Math.max(0, age),
    clockOffsetMs: clockOffset,
    ...worksOf(deps, row.lives ? leases : []),
    figures: sample === undefined ? null : figuresOf(sample),
  };
}

function stateOf({ lives, competes, leases }: Instance, isOfOne: boolean): InstanceState['state'] {
  if (!lives) return 'silent';
  if (!competes) return 'leaving';
  const isStandby = isOfOne && !leases.some(({ name }) => name === ACTIVE);
  return isStandby ? 'standby' : 'works';
}

function worksOf(
  { measured }: InstancesDeps,
  held: Held,
): Pick<InstanceState, 'engines' | 'works'> {
  const engines: InstanceState['engines'] = [];
  const works: InstanceState['works'] = [];
  for (const { name, epoch } of held) {
    const symbol = measured.marketOf(name);
    if (symbol !== undefined) engines.push({ symbol, epoch });
    else if (name !== ACTIVE && kindOf(name) !== 'sub-account') works.push({ name, epoch });
  }
  return { engines, works };
}

const tenths = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);

const figuresOf = (sample: InstanceSample): InstanceState['figures'] => ({
  orders: tenths(sample.orders),
  queued: sample.queued,
  sockets: sample.sockets,
  calls: sample.calls,
  processor: tenths(sample.processor),
  blocked: tenths(sample.blocked),
  memory: sample.memory,
});
