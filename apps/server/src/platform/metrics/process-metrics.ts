/** What the server measures of itself: its version, its main thread and its database connections. */
import type { Bus } from '../bus.ts';
import type { Database } from '../database/database.ts';
import type { EventLoopMonitor } from '../event-loop-monitor.ts';
import { gauge, gauges, type Metric, total } from './metric.ts';

export function processMetrics(of: {
  readonly version: string;
  readonly database: Pick<Database, 'connections'>;
  readonly monitor: Pick<EventLoopMonitor, 'counters'>;
  readonly bus: Pick<Bus, 'isConnected'>;
}): Metric[] {
  const { version, database, monitor, bus } = of;
  return [
    gauges({
      name: 'tern_build_info',
      help: 'Always 1; the version is a label',
      labels: ['version'],
      read: () => [{ labels: { version }, value: 1 }],
    }),
    total({
      name: 'tern_event_loop_blocks_total',
      help: 'Times that the main thread was blocked for more than 50 ms',
      read: () => monitor.counters().blocks,
    }),
    total({
      name: 'tern_event_loop_blocked_seconds_total',
      help: 'How long the main thread was blocked in all of these times',
      read: () => monitor.counters().blockedMs / 1_000,
    }),
    gauge({
      name: 'tern_bus_connected',
      help: 'Whether other instances can be reached over NATS; absent without NATS_URL',
      read: () => (bus.isConnected === undefined ? undefined : Number(bus.isConnected())),
    }),
    gauges({
      name: 'tern_database_connections',
      help: 'Open database connections of this instance',
      labels: ['state'],
      read() {
        const { open, idle } = database.connections();
        return [
          { labels: { state: 'busy' }, value: open - idle },
          { labels: { state: 'idle' }, value: idle },
        ];
      },
    }),
    gauge({
      name: 'tern_database_connections_max',
      help: 'Most database connections of this instance',
      read: () => database.connections().max,
    }),
    gauge({
      name: 'tern_database_waiting_calls',
      help: 'Work that waits for a database connection',
      read: () => database.connections().waiting,
    }),
  ];
}
