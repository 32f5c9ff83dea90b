/** What Prometheus reads of the roles and leases of this instance, its heartbeat and its clock (ADR 65). */
import { gauge, gauges, inSeconds, type Metric, totals } from '../../platform/metrics/metric.ts';
import type { Leases } from './leases.ts';
import { kindOf, type Role } from './roles.ts';

const labels = ['kind'];

/** Nobody else knows which instance does what: when all of a role are lost, no other value would say so. */
export function roleMetric(roles: readonly Role[], isServing: () => boolean): Metric {
  return gauges({
    name: 'tern_role_served',
    help: '1 while this instance serves the role; 0 in a standby, without heartbeat, with a wrong clock, while it stops',
    labels: ['role'],
    read: () => roles.map((role) => ({ labels: { role }, value: Number(isServing()) })),
  });
}

export function leaseMetrics(leases: Pick<Leases, 'measure' | 'held' | 'isActive'>): Metric[] {
  const kinds = () => new Set(leases.measure().known.map(kindOf));
  const countOf = (names: readonly string[]) =>
    [...kinds()].map((kind) => ({
      labels: { kind },
      value: names.filter((name) => kindOf(name) === kind).length,
    }));
  // Also zero: an increase from nothing is no increase to Prometheus.
  const countedOf = (counts: ReadonlyMap<string, number>) =>
    [...kinds()].map((kind) => ({ labels: { kind }, value: counts.get(kind) ?? 0 }));
  return [
    gauges({
      name: 'tern_leases',
      help: 'Works that one instance of the deployment has to do, as this one knows them',
      labels,
      read: () => countOf(leases.measure().known),
    }),
    gauges({
      name: 'tern_leases_held',
      help: 'Works that this instance does by its leases',
      labels,
      read: () => countOf(leases.held()),
    }),
    totals({
      name: 'tern_leases_taken_total',
      help: 'Leases that this instance took',
      labels,
      read: () => countedOf(leases.measure().taken),
    }),
    totals({
      name: 'tern_leases_lost_total',
      help: 'Leases that this instance could not renew, or that another one took from it',
      labels,
      read: () => countedOf(leases.measure().lost),
    }),
    gauge({
      name: 'tern_instance_active',
      help: '0 in a standby, which serves nothing',
      read: () => Number(leases.isActive()),
    }),
    gauge({
      name: 'tern_instance_heartbeat_timestamp_seconds',
      help: 'When the newest answered heartbeat was sent; absent with a database of its own',
      read: () => inSeconds(leases.measure().heartbeatAt),
    }),
    gauge({
      name: 'tern_instance_clock_offset_seconds',
      help: 'How far the clock is ahead of the database’s; absent with a database of its own',
      read: () => inSeconds(leases.measure().clockOffset),
    }),
    gauge({
      name: 'tern_instance_clock_refused',
      help: '1 while this instance takes no lease because of its clock',
      read: () => Number(leases.measure().isClockRefused),
    }),
  ];
}
