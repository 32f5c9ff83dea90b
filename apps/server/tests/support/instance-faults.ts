/** What can befall an instance of a deployment, and a drawn sequence of it for all instances of one role. */
import { text } from '../../src/platform/database/columns.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import type { Role } from '../../src/kernel/leases/roles.ts';
import type { Deployment, Node } from './deployment.ts';
import { pick } from './main-thread/hostile-texts.ts';
import { passTime, until } from './pass-time.ts';

/** As long as an instance whose clock is off may take to notice, on a busy machine. */
const NOTICED_WITHIN_MS = 15_000;

export const FAULTS = ['killed', 'stopped', 'bus', 'database', 'clock'] as const;
export type Fault = (typeof FAULTS)[number];

export interface DrawnFault {
  readonly fault: Fault;
  /** After the instance before it has healed. Units: milliseconds. */
  readonly afterMs: number;
  /** How long it lasts. Units: milliseconds. */
  readonly lastsMs: number;
  /** Whether it is, of engines, the instance that takes the orders of the load, or any of the role. */
  readonly isBusy: boolean;
  /** Which of the role, from 0 to 1. */
  readonly which: number;
  readonly clock: '+5s' | '-5s';
}

/** Each fault once, in a drawn order. Two of three last longer than an instance lives without a heartbeat. */
export function drawFaults(chance: () => number, faults: readonly Fault[] = FAULTS): DrawnFault[] {
  return shuffled(chance, faults).map((fault) => ({
    fault,
    afterMs: Math.round(chance() * 600),
    lastsMs: Math.round(chance() < 2 / 3 ? 2_600 + chance() * 1_400 : 50 + chance() * 1_800),
    isBusy: chance() < 0.6,
    which: chance(),
    clock: pick(chance, ['+5s', '-5s'] as const),
  }));
}

function shuffled<T>(chance: () => number, all: readonly T[]): T[] {
  const order = [...all];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(chance() * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}

/** Does it to the instance, and heals it again. */
export async function suffer(
  { proxy }: Deployment,
  node: Node,
  { fault, lastsMs, clock }: DrawnFault,
): Promise<void> {
  switch (fault) {
    case 'killed':
      node.instance.kill('SIGKILL');
      await node.instance.ended;
      break;
    case 'stopped':
      node.instance.kill('SIGSTOP');
      break;
    case 'bus':
      node.bus.cut();
      break;
    case 'database':
      for (const wire of node.databases) wire.cut();
      break;
    case 'clock':
      node.stepClock(clock);
      await until(
        `${node.name} to notice that its clock is off`,
        () => proxy.obstacleOf(node.name)?.includes('clock'),
        { withinMs: NOTICED_WITHIN_MS },
      );
  }
  await passTime(fault === 'clock' ? lastsMs / 4 : lastsMs, 'the fault lasts so long');
  await heal(node, fault === 'killed');
}

/** Ends whatever befell it. */
export async function heal(node: Node, isDead: boolean): Promise<void> {
  node.instance.kill('SIGCONT');
  for (const wire of [node.bus, ...node.databases]) wire.heal();
  node.stepClock('+0s');
  if (isDead) await node.start();
}

/** The instance whose engine takes the orders of a recorded load. */
const holderOfEngine = defineQuery({
  name: 'test.holderOfEngine',
  text: `select p.name from leases l join programs p on p.id = l.program
    where l.name = (select 'spot.engine.' || id from instruments where symbol = 'btcusdt')`,
  params: [],
  row: { name: text },
});

/** Whom a fault hits. */
export async function victimOf(
  { owner, nodesOf }: Deployment,
  role: Role,
  { isBusy, which }: DrawnFault,
): Promise<Node> {
  const nodes = nodesOf(role);
  const any = nodes[Math.floor(which * nodes.length)]!;
  if (!isBusy || role !== 'engine') return any;
  const [holder] = await owner.many(holderOfEngine, []);
  return nodes.find(({ instance }) => holder?.name.endsWith(` ${instance.pid}`)) ?? any;
}
