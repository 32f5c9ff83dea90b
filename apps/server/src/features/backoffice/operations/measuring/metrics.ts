/**
 * The operations room's measurements as metrics: read from memory and from the newest sample, never from the database (ADR 55).
 * What is measured once for all instances is exported by the one that measured it.
 */
import {
  gauge,
  gauges,
  inSeconds,
  type Labelled,
  type Metric,
} from '../../../../platform/metrics/metric.ts';
import type { OperationsDeps } from '../deps.ts';
import type { DatabaseSample } from './database-sample.ts';
import type { Sampler } from './sampler.ts';

type MetricDeps = Pick<OperationsDeps, 'readOnly' | 'measured' | 'backups'> & {
  readonly sampler: Sampler;
};

export function operationMetrics(deps: MetricDeps): Metric[] {
  return [
    ...figureMetrics(deps),
    ...workMetrics(deps),
    ...databaseMetrics(deps),
    ...backupMetrics(deps),
    ...sourceMetrics(deps),
    ...bookMetrics(deps),
    ...logMetrics(deps),
    ...railMetrics(deps),
  ];
}

function figureMetrics({ sampler }: MetricDeps): Metric[] {
  const figure = (key: keyof DatabaseSample['figures']) => () => sampler.ownDatabase?.figures[key];
  return [
    gauge({
      name: 'tern_sample_timestamp_seconds',
      help: 'When the database was last asked for the values of these gauges',
      read: () => inSeconds(sampler.ownDatabase?.at),
    }),
    gauge({
      name: 'tern_uncounted_records_age_seconds',
      help: 'Age of the oldest posting that is in no count of records',
      read: figure('recordsBehind'),
    }),
    gauge({
      name: 'tern_settlement_lateness_seconds',
      help: 'How long the contract has been due that waits longest',
      read: figure('settlementsLate'),
    }),
    gauge({
      name: 'tern_messages_waiting',
      help: 'E-mails and SMS that are not delivered yet',
      read: figure('outbox'),
    }),
    gauge({
      name: 'tern_messages_oldest_timestamp_seconds',
      help: 'When the oldest of them was written; absent without any',
      read: () => inSeconds(sampler.ownDatabase?.oldestWaitingAt),
    }),
    gauge({
      name: 'tern_reward_coins_waiting',
      help: 'Coins in which rewards of invitations wait for treasury money',
      read: () => sampler.ownDatabase?.rewardsWaiting,
    }),
  ];
}

function workMetrics({ sampler }: MetricDeps): Metric[] {
  const work = () => sampler.ownDatabase?.openWork;
  return [
    gauge({
      name: 'tern_requests_late',
      help: 'Deposits, withdrawals, wires and payouts under review after the time that members were promised',
      read: () => work()?.late.count,
    }),
    gauge({
      name: 'tern_requests_late_due_timestamp_seconds',
      help: 'When the first of them was due; absent without any',
      read: () => inSeconds(work()?.late.since),
    }),
    gauge({
      name: 'tern_deposits_unmatched',
      help: 'Transfers that arrived and match no member',
      read: () => work()?.unmatched.count,
    }),
    gauge({
      name: 'tern_deposits_unmatched_seen_timestamp_seconds',
      help: 'When the oldest of them was seen; absent without any',
      read: () => inSeconds(work()?.unmatched.since),
    }),
    gauge({
      name: 'tern_withdrawals_stuck',
      help: 'Withdrawals whose rail does not answer',
      read: () => work()?.stuck.count,
    }),
    gauge({
      name: 'tern_withdrawals_stuck_since_timestamp_seconds',
      help: 'Since when the rail has not answered for the oldest of them; absent without any',
      read: () => inSeconds(work()?.stuck.since),
    }),
    gauge({
      name: 'tern_withdrawals_capped',
      help: 'Approved withdrawals that wait for room under a cap of 24 hours',
      read: () => work()?.capped.count,
    }),
    gauge({
      name: 'tern_withdrawals_capped_since_timestamp_seconds',
      help: 'When the one that waits longest was approved; absent without any',
      read: () => inSeconds(work()?.capped.since),
    }),
    gauge({
      name: 'tern_hedging_stopped',
      help: '1 while hedging at another exchange is stopped; 0 also before it has begun',
      read: () => work()?.hedgingStopped?.count,
    }),
    gauge({
      name: 'tern_hedging_stopped_since_timestamp_seconds',
      help: 'When it was stopped; absent while it is not',
      read: () => inSeconds(work()?.hedgingStopped?.since),
    }),
    gauge({
      name: 'tern_treasury_low_coins',
      help: 'Coins of which the exchange holds little more than members own, or less; none in paper mode',
      read: () => work()?.lowCoins.length,
    }),
  ];
}

function databaseMetrics({ sampler }: MetricDeps): Metric[] {
  const state = () => sampler.ownDatabase?.database;
  return [
    gauge({
      name: 'tern_database_answer_seconds',
      help: 'How long the database took to describe itself',
      read: () => inSeconds(state()?.answerMs),
    }),
    gauge({
      name: 'tern_database_longest_transaction_seconds',
      help: 'Age of the oldest open transaction',
      read() {
        const now = state();
        return now && (now.longestMs ?? 0) / 1_000;
      },
    }),
    gauge({
      name: 'tern_database_size_bytes',
      help: 'Size of the database',
      read: () => state()?.size,
    }),
    gauge({
      name: 'tern_database_standbys',
      help: 'Standbys that stream from the database',
      read: () => state()?.standbys,
    }),
    gauge({
      name: 'tern_disk_free_bytes',
      help: 'Free space of the disk of DATA_DIR',
      read: () => state()?.disk?.free,
    }),
    gauge({
      name: 'tern_disk_size_bytes',
      help: 'Size of the disk of DATA_DIR',
      read: () => state()?.disk?.size,
    }),
  ];
}

/** Absent when no backups are made. */
function backupMetrics({ backups }: MetricDeps): Metric[] {
  return [
    gauge({
      name: 'tern_backup_timestamp_seconds',
      help: 'End of the newest complete backup; absent before the first',
      read: () => inSeconds(backups?.state().newestAt),
    }),
    gauge({
      name: 'tern_backup_log_timestamp_seconds',
      help: 'Until when the log of the database is archived',
      read: () => inSeconds(backups?.state().archivedAt),
    }),
    gauge({
      name: 'tern_backup_failing',
      help: '1 while the last attempt of a backup or of its log failed',
      read: () => backups && (backups.state().fault === null ? 0 : 1),
    }),
  ];
}

function sourceMetrics({ measured }: MetricDeps): Metric[] {
  const of = (value: (state: ReturnType<typeof measured.sources>[number]) => number | undefined) =>
    labelled(measured.sources(), ({ name }) => ({ source: name }), value);
  return [
    gauges({
      name: 'tern_price_source_quote_timestamp_seconds',
      help: 'Time of the newest quote of a price source',
      labels: ['source'],
      read: () => of(({ lastQuoteAt }) => inSeconds(lastQuoteAt)),
    }),
    gauges({
      name: 'tern_price_source_open',
      help: '1 while any market is open that the source serves',
      labels: ['source'],
      read: () => of(({ isClosed }) => (isClosed ? 0 : 1)),
    }),
    gauges({
      name: 'tern_price_source_silent_markets',
      help: 'Open markets without a recent quote of the source',
      labels: ['source'],
      read: () => of(({ silent }) => silent),
    }),
  ];
}

function bookMetrics({ sampler, readOnly }: MetricDeps): Metric[] {
  return [
    gauge({
      name: 'tern_read_only',
      help: '1 while nothing may be changed',
      read: () => (readOnly.since() === undefined ? 0 : 1),
    }),
    gauge({
      name: 'tern_invariants_broken',
      help: 'Invariants that did not hold in their last check',
      read: () => sampler.ownDatabase?.invariants.broken,
    }),
    gauge({
      name: 'tern_invariants_checked_timestamp_seconds',
      help: 'The oldest of the last checks of all invariants',
      read: () => inSeconds(sampler.ownDatabase?.invariants.oldestAt),
    }),
    gauge({
      name: 'tern_day_close_differences',
      help: 'Accounts and coins of the newest closed day that do not tie out; absent before the first',
      read: () => sampler.ownDatabase?.newestClose?.differences,
    }),
    gauge({
      name: 'tern_day_close_ended_timestamp_seconds',
      help: 'When the newest closed day ended; absent before the first',
      read: () => inSeconds(sampler.ownDatabase?.newestClose?.endedAt),
    }),
    gauge({
      name: 'tern_day_close_unsigned_since_timestamp_seconds',
      help: 'When the oldest day ended that two operators have not signed; absent when all are signed',
      read: () => inSeconds(sampler.ownDatabase?.newestClose?.unsignedSince),
    }),
  ];
}

function logMetrics({ sampler }: MetricDeps): Metric[] {
  const log = () => sampler.ownDatabase?.log;
  const witnesses = () => log()?.witnesses ?? [];
  const named = ({ name }: { name: string }) => ({ witness: name });
  return [
    gauge({
      name: 'tern_log_entries',
      help: 'Entries of the public log',
      read: () => log()?.size,
    }),
    gauge({
      name: 'tern_log_unsealed_postings',
      help: 'Postings behind the last sealed one, at most',
      read: () => log()?.unsealedPostings,
    }),
    gauge({
      name: 'tern_log_checkpoint_timestamp_seconds',
      help: 'When the newest checkpoint of the public log was signed',
      read: () => inSeconds(log()?.signedAt),
    }),
    gauges({
      name: 'tern_log_witness_cosigned_timestamp_seconds',
      help: 'When a witness last cosigned; 0: never',
      labels: ['witness'],
      read: () => labelled(witnesses(), named, ({ cosignedAt }) => inSeconds(cosignedAt) ?? 0),
    }),
    gauges({
      name: 'tern_log_witness_refusing',
      help: '1 while a witness refuses to cosign',
      labels: ['witness'],
      read: () => labelled(witnesses(), named, ({ isRefusing }) => (isRefusing ? 1 : 0)),
    }),
  ];
}

function railMetrics({ sampler }: MetricDeps): Metric[] {
  type State = DatabaseSample['rails'][number];
  const of = (value: (state: State) => number | undefined) =>
    labelled(sampler.ownDatabase?.rails ?? [], ({ rail, network }) => ({ rail, network }), value);
  const labels = ['rail', 'network'];
  return [
    gauges({
      name: 'tern_rail_block_height',
      help: 'The newest block that a rail has read with all confirmations',
      labels,
      read: () => of(({ height }) => height ?? undefined),
    }),
    gauges({
      name: 'tern_rail_read_timestamp_seconds',
      help: 'When a rail last read its chain',
      labels,
      read: () => of(({ readAt }) => inSeconds(readAt)),
    }),
    gauges({
      name: 'tern_rail_blocked',
      help: '1 while a rail signs nothing',
      labels,
      read: () => of(({ blocked }) => (blocked === undefined ? 0 : 1)),
    }),
  ];
}

/** Without those whose value is not known. */
function labelled<T>(
  all: readonly T[],
  labelsOf: (each: T) => Labelled['labels'],
  valueOf: (each: T) => number | undefined,
): Labelled[] {
  return all.flatMap((each) => {
    const value = valueOf(each);
    return value === undefined ? [] : [{ labels: labelsOf(each), value }];
  });
}
