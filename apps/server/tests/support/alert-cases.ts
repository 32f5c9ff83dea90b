/** For each alert: series that must fire it, with the summary a person reads, and the nearest series that must not. */

import {
  bus,
  calls,
  dropped,
  durations,
  growing,
  held,
  late,
  of,
  ONE,
  one,
  SAMPLES,
  sent,
  servedBut,
  serves,
  started,
  works,
  type Series,
} from './alert-series.ts';

export interface AlertCase {
  readonly alert: string;
  readonly fires: Series;
  /** Of the alert that fires, besides its severity. */
  readonly labels: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Each on its own. */
  readonly silent: readonly Series[];
}

export const alertCases: readonly AlertCase[] = [
  {
    alert: 'TernReadOnly',
    fires: of('tern_read_only', 1, ONE),
    labels: one,
    summary: 'Tern is read-only: nobody can trade, deposit or withdraw',
    silent: [of('tern_read_only', 0, ONE)],
  },
  {
    alert: 'TernInvariantBroken',
    fires: of('tern_invariants_broken', 2, ONE),
    labels: one,
    summary: 'Invariants of the books that do not hold: 2',
    silent: [of('tern_invariants_broken', 0, ONE)],
  },
  {
    alert: 'TernInvariantsNotChecked',
    fires: late('tern_invariants_checked_timestamp_seconds', 301),
    labels: {},
    summary: 'The invariants were last checked 5m 1s ago',
    silent: [late('tern_invariants_checked_timestamp_seconds', 300)],
  },
  {
    alert: 'TernSettlementsLate',
    fires: of('tern_settlement_lateness_seconds', 6, ONE),
    labels: one,
    summary: 'A contract has waited 6s for its settlement',
    silent: [of('tern_settlement_lateness_seconds', 5, ONE)],
  },
  {
    alert: 'TernRecordsUncounted',
    fires: of('tern_uncounted_records_age_seconds', 360),
    labels: {},
    summary: 'The counts of records are 6m 0s behind',
    silent: [of('tern_uncounted_records_age_seconds', 300)],
  },
  {
    alert: 'TernLogNotSigned',
    fires: late('tern_log_checkpoint_timestamp_seconds', 91),
    labels: {},
    summary: 'The newest checkpoint of the public log is 1m 31s old',
    silent: [late('tern_log_checkpoint_timestamp_seconds', 90)],
  },
  {
    alert: 'TernLogBehind',
    fires: of('tern_log_unsealed_postings', 100_001),
    labels: {},
    summary: '100001 postings are not sealed in the public log',
    silent: [of('tern_log_unsealed_postings', 100_000)],
  },
  {
    alert: 'TernWitnessRefusing',
    fires: of('tern_log_witness_refusing', 1, '{witness="w.example"}'),
    labels: { witness: 'w.example' },
    summary: 'The witness w.example refuses to cosign the public log',
    silent: [of('tern_log_witness_refusing', 0, '{witness="w.example"}')],
  },
  {
    alert: 'TernWitnessSilent',
    fires: late('tern_log_witness_cosigned_timestamp_seconds', 3_601, '{witness="w.example"}'),
    labels: { witness: 'w.example' },
    summary: 'The witness w.example has cosigned nothing for an hour',
    silent: [late('tern_log_witness_cosigned_timestamp_seconds', 3_600, '{witness="w.example"}')],
  },
  {
    alert: 'TernPriceSourceLate',
    fires: {
      ...late('tern_price_source_quote_timestamp_seconds', 31, '{source="HTX"}'),
      ...of('tern_price_source_open', 1, '{source="HTX"}'),
    },
    labels: { source: 'HTX' },
    summary: 'The price source HTX has sent nothing for 31s',
    silent: [
      // Its markets are closed.
      {
        ...late('tern_price_source_quote_timestamp_seconds', 31, '{source="HTX"}'),
        ...of('tern_price_source_open', 0, '{source="HTX"}'),
      },
      {
        ...late('tern_price_source_quote_timestamp_seconds', 30, '{source="HTX"}'),
        ...of('tern_price_source_open', 1, '{source="HTX"}'),
      },
    ],
  },
  {
    alert: 'TernPriceSourceSilentMarkets',
    fires: of('tern_price_source_silent_markets', 1, '{source="HTX"}'),
    labels: { source: 'HTX' },
    summary: 'Open markets that the price source HTX quotes no more: 1',
    silent: [of('tern_price_source_silent_markets', 0, '{source="HTX"}')],
  },
  {
    alert: 'TernMarketJumped',
    fires: of('tern_markets_halted_by_jump', 1),
    labels: {},
    summary: 'Markets that halted automatically because their price jumped: 1',
    silent: [of('tern_markets_halted_by_jump', 0)],
  },
  {
    alert: 'TernListingWaits',
    fires: of('tern_listings_waiting', 1),
    labels: {},
    summary: 'Agreed listings that wait because a check failed: 1',
    silent: [of('tern_listings_waiting', 0)],
  },
  {
    alert: 'TernEngineQueueLong',
    fires: of('tern_engine_queue_commands', 501),
    labels: {},
    summary: '501 commands wait for the engines',
    silent: [of('tern_engine_queue_commands', 500)],
  },
  {
    alert: 'TernEngineRoundsFailing',
    fires: { tern_engine_rounds_failed_total: `0+0x50 1+0x${SAMPLES}` },
    labels: {},
    summary: 'Rounds of the engines failed and were recovered',
    silent: [of('tern_engine_rounds_failed_total', 7)],
  },
  {
    alert: 'TernEngineRoundsSlow',
    fires: durations('tern_engine_round_duration_seconds', 'instance="one",', {
      bound: '0.5',
      slow: 2,
    }),
    labels: one,
    summary: 'One round of the engines in a hundred takes longer than 750ms',
    silent: [
      durations('tern_engine_round_duration_seconds', 'instance="one",', { bound: '0.5', slow: 1 }),
    ],
  },
  {
    alert: 'TernDown',
    // One of the two has ended, the other one is not ready.
    fires: { ...servedBut('api'), ...serves('two', 'api', 0) },
    labels: { role: 'api' },
    summary: 'No instance serves the role api',
    silent: [
      // The one that has ended has another one beside it.
      { ...servedBut('api'), ...serves('two', 'api', 1) },
      // A standby beside the instance that serves.
      { ...servedBut('api'), ...serves('one', 'api', 1), ...serves('two', 'api', 0) },
    ],
  },
  {
    alert: 'TernDown',
    // All instances of the role are gone, with everything that they said.
    fires: servedBut('engine'),
    labels: { role: 'engine' },
    summary: 'No instance serves the role engine',
    silent: [],
  },
  {
    alert: 'TernInstanceDown',
    fires: of('up', 0, '{job="tern",instance="one"}'),
    labels: { job: 'tern', instance: 'one' },
    summary: 'Tern answers no scrape: one',
    silent: [of('up', 1, '{job="tern",instance="one"}'), of('up', 0, '{job="other"}')],
  },
  {
    alert: 'TernUnexpectedErrors',
    fires: { tern_http_failures_total: growing(1) },
    labels: {},
    summary: 'Calls that failed unexpectedly within five minutes: 20',
    silent: [of('tern_http_failures_total', 3)],
  },
  {
    alert: 'TernCallsBusy',
    fires: calls(98, 2),
    labels: one,
    summary: '2% of the calls are refused because something is unavailable',
    silent: [
      calls(99, 1),
      // TernReadOnly says it already.
      { ...calls(98, 2), ...of('tern_read_only', 1, ONE) },
    ],
  },
  {
    alert: 'TernAnswersSlow',
    fires: durations(
      'tern_http_answer_duration_seconds',
      'instance="one",route="/api/base/site",',
      { bound: '1', slow: 2 },
    ),
    labels: one,
    summary: 'One call in a hundred takes longer than 1.5s',
    silent: [
      durations('tern_http_answer_duration_seconds', 'instance="one",route="/api/base/site",', {
        bound: '1',
        slow: 1,
      }),
      durations('tern_http_answer_duration_seconds', 'instance="one",route="/api/operator/x",', {
        bound: '1',
        slow: 2,
      }),
    ],
  },
  {
    alert: 'TernMainThreadBlocked',
    fires: { tern_event_loop_blocked_seconds_total: growing(1.5) },
    labels: {},
    summary: 'The main thread is blocked 10% of the time',
    silent: [{ tern_event_loop_blocked_seconds_total: growing(0.75) }],
  },
  {
    alert: 'TernMemberEventsLate',
    fires: late('tern_member_events_read_timestamp_seconds', 31),
    labels: {},
    summary: 'Devices of members have had no events for 31s',
    silent: [late('tern_member_events_read_timestamp_seconds', 30)],
  },
  {
    alert: 'TernSocketsDropped',
    fires: dropped('slow', 30),
    labels: { instance: 'one', path: '/ws' },
    summary: '2 sockets a second are ended on /ws because their clients do not read',
    silent: [dropped('slow', 15), dropped('silent', 30)],
  },
  {
    alert: 'TernMessagesWaiting',
    fires: late('tern_messages_oldest_timestamp_seconds', 601),
    labels: {},
    summary: 'An e-mail or SMS has waited 10m 1s',
    silent: [late('tern_messages_oldest_timestamp_seconds', 600)],
  },
  {
    alert: 'TernSampleOld',
    fires: late('tern_sample_timestamp_seconds', 61),
    labels: {},
    summary: 'Tern has received nothing from its database for 1m 1s',
    silent: [late('tern_sample_timestamp_seconds', 60)],
  },
  {
    alert: 'TernDatabaseConnectionsBusy',
    fires: of('tern_database_waiting_calls', 11),
    labels: {},
    summary: '11 calls wait for a database connection',
    silent: [of('tern_database_waiting_calls', 10)],
  },
  {
    alert: 'TernTransactionOld',
    fires: of('tern_database_longest_transaction_seconds', 61),
    labels: {},
    summary: 'A database transaction has been open for 1m 1s',
    silent: [of('tern_database_longest_transaction_seconds', 60)],
  },
  {
    alert: 'TernDiskFilling',
    fires: { ...of('tern_disk_free_bytes', 9), ...of('tern_disk_size_bytes', 100) },
    labels: {},
    summary: 'The disk of DATA_DIR has 9% left',
    silent: [{ ...of('tern_disk_free_bytes', 10), ...of('tern_disk_size_bytes', 100) }],
  },
  {
    alert: 'TernBackupFailing',
    fires: of('tern_backup_failing', 1),
    labels: {},
    summary: 'A backup, or the archive of the log, has failed for ten minutes',
    silent: [of('tern_backup_failing', 0)],
  },
  {
    alert: 'TernBackupOld',
    fires: late('tern_backup_timestamp_seconds', 93_660),
    labels: {},
    summary: 'The newest backup or archived log is 1d 2h 1m 0s old',
    silent: [
      {
        ...late('tern_backup_timestamp_seconds', 93_600),
        ...late('tern_backup_log_timestamp_seconds', 600),
      },
    ],
  },
  {
    alert: 'TernBackupOld',
    fires: late('tern_backup_log_timestamp_seconds', 660),
    labels: {},
    summary: 'The newest backup or archived log is 11m 0s old',
    silent: [],
  },
  {
    alert: 'TernRailNotReading',
    fires: late('tern_rail_read_timestamp_seconds', 660, '{rail="evm",network="ERC20"}'),
    labels: { rail: 'evm', network: 'ERC20' },
    summary: 'The rail evm has not read ERC20 for 11m 0s',
    silent: [late('tern_rail_read_timestamp_seconds', 600, '{rail="evm",network="ERC20"}')],
  },
  {
    alert: 'TernRailBlocked',
    fires: of('tern_rail_blocked', 1, '{rail="evm",network="ERC20"}'),
    labels: { rail: 'evm', network: 'ERC20' },
    summary: 'The rail evm signs nothing on ERC20',
    silent: [of('tern_rail_blocked', 0, '{rail="evm",network="ERC20"}')],
  },
  {
    alert: 'TernRequestsLate',
    fires: of('tern_requests_late', 2),
    labels: {},
    summary: '2 requests wait for a review longer than members were promised',
    silent: [of('tern_requests_late', 0)],
  },
  {
    alert: 'TernDepositUnmatched',
    fires: of('tern_deposits_unmatched', 3),
    labels: {},
    summary: '3 deposits match no member',
    silent: [of('tern_deposits_unmatched', 0)],
  },
  {
    alert: 'TernWithdrawalStuck',
    fires: late('tern_withdrawals_stuck_since_timestamp_seconds', 3_660),
    labels: {},
    summary: 'A rail has not answered for a withdrawal for 1h 1m 0s',
    silent: [late('tern_withdrawals_stuck_since_timestamp_seconds', 3_600)],
  },
  {
    alert: 'TernOutflowCapped',
    fires: late('tern_withdrawals_capped_since_timestamp_seconds', 3_660),
    labels: {},
    summary: 'A withdrawal has waited for room under its cap for 1h 1m 0s',
    silent: [late('tern_withdrawals_capped_since_timestamp_seconds', 3_600)],
  },
  {
    alert: 'TernHedgingStopped',
    fires: of('tern_hedging_stopped', 1),
    labels: {},
    summary: 'Hedging at the venue is stopped',
    silent: [of('tern_hedging_stopped', 0)],
  },
  {
    alert: 'TernTreasuryLow',
    fires: of('tern_treasury_low_coins', 1),
    labels: {},
    summary: 'The exchange holds too little of 1 coins',
    silent: [of('tern_treasury_low_coins', 0)],
  },
  {
    alert: 'TernDayCloseFailed',
    fires: of('tern_day_close_differences', 2),
    labels: {},
    summary: 'The newest closed day has 2 differences',
    silent: [of('tern_day_close_differences', 0)],
  },
  {
    alert: 'TernDayCloseLate',
    fires: late('tern_day_close_ended_timestamp_seconds', 93_660),
    labels: {},
    summary: 'No day was closed that ended less than 1d 2h 1m 0s ago',
    silent: [late('tern_day_close_ended_timestamp_seconds', 93_600)],
  },
  {
    alert: 'TernDayUnsigned',
    fires: late('tern_day_close_unsigned_since_timestamp_seconds', 129_660),
    labels: {},
    summary: 'A day that ended 1d 12h 1m 0s ago is not signed by two operators',
    silent: [late('tern_day_close_unsigned_since_timestamp_seconds', 129_600)],
  },
  {
    alert: 'TernBusNotConnected',
    fires: of('tern_bus_connected', 0, ONE),
    labels: one,
    summary: 'one does not reach NATS',
    silent: [of('tern_bus_connected', 1, ONE)],
  },
  {
    alert: 'TernBusDown',
    fires: { ...bus('one', 0), ...bus('two', 0) },
    labels: {},
    summary: 'No instance reaches NATS: orders do not reach the engines',
    // One of the two reaches it: only the other is cut off.
    silent: [{ ...bus('one', 0), ...bus('two', 1) }],
  },
  {
    alert: 'TernEngineNotHeld',
    fires: { ...held('one', 0), ...held('two', 0), ...serves('one', 'engine', 1) },
    labels: { symbol: 'btcusdt' },
    summary: 'No instance has the matching engine of btcusdt',
    silent: [
      // One of the two has it.
      { ...held('one', 0), ...held('two', 1), ...serves('one', 'engine', 1) },
      // TernDown says it for all markets.
      { ...held('one', 0), ...held('two', 0), ...serves('one', 'engine', 0) },
    ],
  },
  {
    alert: 'TernWorkNotHeld',
    fires: { ...works('one', 'job', 12, 7), ...works('two', 'job', 12, 4) },
    labels: { kind: 'job' },
    summary: 'Works of the kind job that no instance does: 1',
    silent: [
      { ...works('one', 'job', 12, 7), ...works('two', 'job', 12, 5) },
      // A standby without the role knows them and has none.
      { ...works('one', 'pricing', 1, 1), ...works('two', 'pricing', 1, 0) },
    ],
  },
  {
    alert: 'TernWorkNotHeld',
    fires: { ...works('one', 'pricing', 1, 0), ...works('two', 'pricing', 1, 0) },
    labels: { kind: 'pricing' },
    summary: 'Works of the kind pricing that no instance does: 1',
    // An alert of its own names the markets; a sub-account that nobody has is not used.
    silent: [works('one', 'engine', 42, 0), works('one', 'sub-account', 10, 0)],
  },
  {
    alert: 'TernClockRefused',
    fires: of('tern_instance_clock_refused', 1, ONE),
    labels: one,
    summary: 'one takes no work: its clock differs from the clock of the database',
    silent: [of('tern_instance_clock_refused', 0, ONE)],
  },
  {
    alert: 'TernHeartbeatOld',
    fires: late('tern_instance_heartbeat_timestamp_seconds', 11, ONE),
    labels: one,
    summary: 'The database has not answered one for 11s',
    silent: [late('tern_instance_heartbeat_timestamp_seconds', 10, ONE)],
  },
  {
    alert: 'TernLeasesLost',
    fires: { 'tern_leases_lost_total{instance="one",kind="engine"}': growing(1) },
    labels: one,
    summary: 'one lost 60 leases within 15 minutes',
    silent: [of('tern_leases_lost_total', 21, '{instance="one",kind="engine"}')],
  },
  {
    alert: 'TernInstanceRestarting',
    fires: { 'process_start_time_seconds{job="tern",instance="one"}': started([5, 4, 4, 60]) },
    labels: { ...one, job: 'tern' },
    summary: 'one has started 3 times within 15 minutes',
    silent: [
      { 'process_start_time_seconds{job="tern",instance="one"}': started([5, 4, 60]) },
      { 'process_start_time_seconds{job="node",instance="one"}': started([5, 4, 4, 60]) },
    ],
  },
  {
    alert: 'TernOrdersUnanswered',
    fires: sent('unknown', 3),
    labels: { ...one, outcome: 'unknown' },
    summary: '60 orders of one to other instances within five minutes: unknown',
    silent: [sent('answered', 3), sent('looked_up', 3), sent('unknown', 0)],
  },
  {
    alert: 'TernPricesBehind',
    fires: of('tern_price_ticks_behind', 11, ONE),
    labels: one,
    summary: 'one is 11 ticks behind the instance that makes the prices',
    silent: [of('tern_price_ticks_behind', 10, ONE)],
  },
];
