/** Which programs `npm run cluster` starts, and where everything listens. */

import { ROLES, type Role } from '../../kernel/leases/roles.ts';

/** One program of Tern, on a port of 127.0.0.1. */
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
  readonly programs: number;
  /** Where Prometheus reads: the first program's, then the others'. */
  readonly metrics: number;
}

/** `first` is the proxy's; the others follow within thirty. */
export const portsFrom = (first: number): Ports => ({
  proxy: first,
  programs: first + 1,
  page: first + 10,
  nats: first + 12,
  databases: [first + 14, first + 15],
  metrics: first + 20,
});

/** All of them, in order. */
export function everyPort({ proxy, page, nats, databases, programs, metrics }: Ports): number[] {
  const ofPrograms = Array.from({ length: 2 * ROLES.length }, (_one, at) => at);
  const each = ofPrograms.flatMap((at) => [programs + at, metrics + at]);
  return [proxy, page, nats, ...databases, ...each].toSorted((one, other) => one - other);
}

/**
 * With a bus two programs of each role share the work. Without one, each of two does everything: one is active, the other
 * waits to take over.
 */
export function planPrograms(hasBus: boolean, firstPort: number): Planned[] {
  const kinds = hasBus
    ? ROLES.map((role) => ({ kind: role, roles: [role] as readonly Role[] }))
    : [{ kind: 'tern', roles: ROLES as readonly Role[] }];
  return kinds
    .flatMap(({ kind, roles }) => [1, 2].map((number) => ({ name: `${kind}-${number}`, roles })))
    .map((program, at) => ({ ...program, port: firstPort + at }));
}
