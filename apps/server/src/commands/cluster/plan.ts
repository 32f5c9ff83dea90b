/** Which instances `npm run cluster` starts, and where everything listens. */

import { ROLES, type Role } from '../../kernel/leases/roles.ts';

/** One instance of Tern, on a port of 127.0.0.1. */
export interface Planned {
  /** "engine-2" */
  readonly name: string;
  readonly roles: readonly Role[];
  readonly port: number;
}

export interface Ports {
  /** What members open. */
  readonly proxy: number;
  /** What shows who holds what. */
  readonly page: number;
  readonly nats: number;
  readonly databases: readonly [number, number];
  readonly instances: number;
  /** Where Prometheus reads: the first instance's, then the others'. */
  readonly metrics: number;
}

/** `first` is the proxy's; the others follow within thirty. */
export const portsFrom = (first: number): Ports => ({
  proxy: first,
  instances: first + 1,
  page: first + 10,
  nats: first + 12,
  databases: [first + 14, first + 15],
  metrics: first + 20,
});

/** All of them, in order. */
export function everyPort({ proxy, page, nats, databases, instances, metrics }: Ports): number[] {
  const ofInstances = Array.from({ length: 2 * ROLES.length }, (_one, at) => at);
  const each = ofInstances.flatMap((at) => [instances + at, metrics + at]);
  return [proxy, page, nats, ...databases, ...each].toSorted((one, other) => one - other);
}

/**
 * With a bus two instances of each role share the work. Without one, each of two does everything: one is active, the other
 * waits to take over.
 */
export function planInstances(hasBus: boolean, firstPort: number): Planned[] {
  const kinds = hasBus
    ? ROLES.map((role) => ({ kind: role, roles: [role] as readonly Role[] }))
    : [{ kind: 'tern', roles: ROLES as readonly Role[] }];
  return kinds
    .flatMap(({ kind, roles }) => [1, 2].map((number) => ({ name: `${kind}-${number}`, roles })))
    .map((instance, at) => ({ ...instance, port: firstPort + at }));
}
