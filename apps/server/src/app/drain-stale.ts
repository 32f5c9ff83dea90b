/** Drains an instance whose prices are stale: its members connect to others until it has caught up (ADR 71). */
import type { Role } from '../kernel/leases/roles.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import { SECOND_MS } from '../platform/durations.ts';
import type { Feature } from '../platform/feature.ts';
import type { SocketMoves } from '../platform/http/move-sockets.ts';

/** Bus topic: the roles of an instance that is not behind. */
const NOT_BEHIND = 'sockets.not-behind';
/** After a pause it reads everything in less. */
const PATIENCE_MS = 5 * SECOND_MS;
/** Its clients connect elsewhere within this time, not all at the same moment. */
const DRAIN_WITHIN_MS = 2 * SECOND_MS;
const LOOK_MS = SECOND_MS;
/** An instance that has announced itself within this time can take members. */
const CURRENT_MS = 3 * LOOK_MS;
/** Members come to instances of these roles. */
const SERVING: readonly Role[] = ['api', 'feed'];

export interface DrainStale extends Feature {
  /** Why this instance serves nobody now; undefined: it is not behind, or nobody else could serve. */
  obstacle(): string | undefined;
}

interface DrainDeps {
  readonly clock: Clock;
  readonly bus: Bus;
  readonly roles: readonly Role[];
  readonly features: readonly Feature[];
  readonly moves: Pick<SocketMoves, 'setAway'>;
}

export function createDrainStale(deps: DrainDeps): DrainStale {
  const { clock, bus, features, moves } = deps;
  const roles = deps.roles.filter((role) => SERVING.includes(role));
  /** When an instance that is not behind announced itself, by role. What this one announced is too old when its patience ends. */
  const announcedAt = new Map<string, number>();
  let since: number | undefined;
  let isAway = false;
  let unsubscribe = () => {};

  /** A slow database may hold up all instances: then old prices are better than no answers. */
  const canOthersServe = () =>
    roles.length > 0 &&
    roles.every((role) => clock.now() - (announcedAt.get(role) ?? -Infinity) <= CURRENT_MS);

  async function look(): Promise<void> {
    const isBehind = features.some((feature) => feature.isBehind?.() === true);
    if (!isBehind) bus.publish(NOT_BEHIND, roles);
    since = isBehind ? (since ?? clock.now()) : undefined;
    isAway = since !== undefined && clock.now() - since >= PATIENCE_MS && canOthersServe();
    moves.setAway(isAway, DRAIN_WITHIN_MS);
  }

  return {
    slug: 'drain-stale',
    obstacle: () => (isAway ? 'its prices are behind those of other instances' : undefined),
    jobs: [{ name: 'sockets.drain-stale', everyMs: LOOK_MS, runs: 'everywhere', run: look }],
    async start() {
      unsubscribe = bus.subscribe(NOT_BEHIND, (message) => {
        for (const role of message as readonly string[]) announcedAt.set(role, clock.now());
      });
    },
    async stop() {
      unsubscribe();
    },
  };
}
