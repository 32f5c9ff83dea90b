/** API of operations: the invariants of the books, and read-only mode (ADR 52). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { Fields, Id, IdIn, NoData, NoFields, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';

const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const Faults = () => Type.Array(Type.String(), { description: 'the first ones, at most 20' });

const CheckedInvariant = Type.Object({
  id: Type.String({ description: 'holds-match' }),
  rule: Type.String({ description: 'Holds match open orders and withdrawals' }),
  checkedAt: OrNull(Time('null: not checked yet')),
  tookMs: Type.Integer({ minimum: 0 }),
  faults: Faults(),
});
export type CheckedInvariant = Static<typeof CheckedInvariant>;

const ReadOnlyPeriod = Type.Object({
  ID: Id(),
  rule: Type.String({ description: 'the rule that was broken first' }),
  faults: Faults(),
  beganAt: Time(),
  proposedBy: OrNull(Type.String({ description: 'login of the operator who proposed to lift it' })),
  proposedReason: Type.String({ description: 'empty before a proposal' }),
  proposedAt: OrNull(Time()),
  liftedBy: OrNull(Type.String()),
  liftedReason: Type.String(),
  liftedAt: OrNull(Time('null: still read-only')),
});
export type ReadOnlyPeriod = Static<typeof ReadOnlyPeriod>;

const Thousandths = (description: string) => Type.Number({ description });

const Figure = Type.Object({
  key: Type.Union(
    [
      Type.Literal('orders', { description: 'accepted orders a second, over ten seconds' }),
      Type.Literal('answerTime', {
        description: 'milliseconds within which 99 of 100 member calls of a minute were answered',
      }),
      Type.Literal('engineQueue', { description: 'commands that wait for a matching engine' }),
      Type.Literal('recordsBehind', { description: 'seconds since the oldest uncounted record' }),
      Type.Literal('settlementsLate', { description: 'seconds since the longest wait was due' }),
      Type.Literal('sockets', { description: 'open sockets' }),
      Type.Literal('outbox', { description: 'undelivered messages' }),
      Type.Literal('refusedCalls', { description: 'percent of member calls of a minute' }),
    ],
    { description: 'what is measured' },
  ),
  value: OrNull(Type.Number({ description: 'null: there was nothing to measure' })),
  measuredAt: OrNull(Time('null: not measured since the start')),
  oldestAt: OrNull(Time('outbox: when the message was written that waits longest')),
  usual: OrNull(
    Type.Object(
      {
        low: Thousandths('0: none'),
        high: Thousandths('above it is unusual'),
      },
      { description: 'range of most minutes of the last week; null: measured for too short' },
    ),
  ),
  unusual: OrNull(
    Type.Object(
      { since: Time(), isAbove: Type.Boolean() },
      { description: 'since which minute it is outside of its range' },
    ),
  ),
  line: Type.Object({
    from: Time('begin of the first step'),
    stepMs: Type.Integer({ minimum: 1 }),
    values: Type.Array(OrNull(Type.Number()), { description: 'null: not measured' }),
  }),
});
export type MeasuredFigure = Static<typeof Figure>;

const Epoch = () => Type.Integer({ minimum: 0, description: 'grows with each take-over' });
const Works = {
  engines: Type.Array(Type.Object({ symbol: Type.String(), epoch: Epoch() }), {
    description: 'markets whose matching engine it has',
  }),
  works: Type.Array(Type.Object({ name: Type.String(), epoch: Epoch() }), {
    description: '"pricing", "job.loan.collect"',
  }),
};

const Instance = Type.Object({
  ID: Type.String({ description: 'drawn at each start' }),
  name: Type.String({ description: 'host-1 4711' }),
  isAnswering: Type.Boolean({ description: 'it has answered this call' }),
  state: Type.Union([
    Type.Literal('works'),
    Type.Literal('standby', { description: 'another one serves' }),
    Type.Literal('leaving', { description: 'it takes no work: it stops, or its clock is wrong' }),
    Type.Literal('silent', { description: 'no heartbeat for two seconds: its work is free' }),
  ]),
  roles: Type.Array(
    Type.Union([
      Type.Literal('api'),
      Type.Literal('feed'),
      Type.Literal('engine'),
      Type.Literal('jobs'),
    ]),
  ),
  version: Type.String({ description: '1.4.0' }),
  startedAt: Time(),
  heartbeatMs: Type.Integer({ minimum: 0, description: 'age of the newest heartbeat' }),
  clockOffsetMs: Type.Integer({ description: 'how far its clock is ahead of the database’s' }),
  ...Works,
  figures: OrNull(
    Type.Object(
      {
        orders: OrNull(
          Type.Number({ minimum: 0, description: 'accepted a second; null: not known yet' }),
        ),
        queued: Type.Integer({ minimum: 0, description: 'commands that wait for an engine' }),
        sockets: Type.Integer({ minimum: 0, description: 'open ones' }),
        calls: Type.Integer({ minimum: 0, description: 'of members, in a minute' }),
        processor: OrNull(
          Type.Number({ minimum: 0, description: 'percent of one core; null: not known yet' }),
        ),
        blocked: OrNull(
          Type.Number({
            minimum: 0,
            description: 'percent of the time of its main thread; null: not known yet',
          }),
        ),
        memory: Type.Integer({ minimum: 0, description: 'bytes' }),
      },
      { description: 'of this instance alone; null: it does not report' },
    ),
  ),
});
export type InstanceState = Static<typeof Instance>;

const Instances = Type.Object(
  {
    all: Type.Array(Instance, { description: 'those of the last minute, the oldest first' }),
    unheld: Type.Object(Works, { description: 'work that no living instance has' }),
  },
  { description: 'null: one instance has the database alone' },
);

const Source = Type.Object({
  name: Type.String({ description: 'simulated' }),
  classes: Type.Array(
    Type.Object({ name: Type.String({ description: 'crypto' }), symbols: Type.Integer() }),
  ),
  lastQuoteAt: OrNull(Time('newest quote of any symbol; null: none since the start')),
  isClosed: Type.Boolean({ description: 'all its markets are closed' }),
  isLate: Type.Boolean({ description: 'no quote for ten seconds' }),
  silent: Type.Integer({ minimum: 0, description: 'open markets without a recent quote from it' }),
});

const RailOut = Type.Object({
  name: Type.String({ description: 'paper' }),
  movesRealMoney: Type.Boolean(),
  chain: OrNull(
    Type.Object(
      {
        network: Type.String(),
        height: OrNull(Type.Integer({ minimum: 0 })),
        readAt: Time('when the newest block was read'),
        confirmations: Type.Integer({ minimum: 0 }),
        blocked: Type.String({
          description: 'why nothing is signed now; empty: nothing is blocked',
        }),
      },
      { description: 'null: it has no chain' },
    ),
  ),
});

const DatabaseOut = Type.Object(
  {
    measuredAt: Time(),
    version: Type.String({ description: '15.18' }),
    answerMs: Type.Number({ minimum: 0 }),
    longestMs: Type.Integer({ minimum: 0, description: 'age of the oldest open transaction' }),
    standbys: Type.Integer({ minimum: 0 }),
    size: Type.Integer({ minimum: 0, description: 'bytes' }),
    disk: OrNull(
      Type.Object(
        { free: Type.Integer({ minimum: 0 }), size: Type.Integer({ minimum: 0 }) },
        { description: 'bytes of the disk with the data folder; null: not measured' },
      ),
    ),
  },
  { description: 'null: not measured since the start' },
);

const BackupOut = Type.Object(
  {
    newestAt: OrNull(Time('when the newest complete base backup ended; null: there is none')),
    archivedAt: OrNull(
      Time('until when each finished part of the log is stored; null: none since the start'),
    ),
    fault: Type.String({ description: 'why the last attempt failed; empty: it did not' }),
  },
  { description: 'null: nothing here makes backups' },
);

const Incident = Type.Object({
  ID: Id(),
  kind: Type.Union([
    Type.Literal('figure', { description: 'a figure was outside of its usual range' }),
    Type.Literal('source', { description: 'a price source was silent' }),
    Type.Literal('readOnly', { description: 'an invariant was broken' }),
    Type.Literal('away', { description: 'nothing was measured: the server did not run' }),
  ]),
  subject: Type.String({ description: 'the figure or source; otherwise empty' }),
  beganAt: Time(),
  endedAt: OrNull(Time('null: it lasts')),
  worst: OrNull(
    Type.Integer({
      description: 'of a figure in thousandths; of a source, milliseconds without a quote',
    }),
  ),
});
export type Incident = Static<typeof Incident>;

const Waiting = (description: string) =>
  Type.Object(
    { count: Type.Integer({ minimum: 0 }), since: OrNull(Time('of the one that waits longest')) },
    { description },
  );

const OpenWork = Type.Object(
  {
    late: Waiting('requests under review after the time that members were promised'),
    unmatched: Waiting('transfers that arrived and match no member'),
    stuck: Waiting('withdrawals whose rail does not answer'),
    capped: Waiting('approved withdrawals that wait for room under a cap of 24 hours'),
    hedgingStopped: Waiting('1 while hedging at another exchange is stopped'),
    lowCoins: Type.Array(Type.String(), {
      description: 'of which the exchange holds little more than members own, or less',
    }),
  },
  { description: 'what waits for operators' },
);

const State = Type.Object({
  at: Time(),
  figures: Type.Array(Figure, {
    description:
      'of the whole deployment: orders, queue and sockets of all instances that report are added up, times and refusals are those of all their calls',
  }),
  instances: OrNull(Instances),
  sources: Type.Array(Source),
  rails: Type.Array(RailOut),
  database: OrNull(DatabaseOut),
  backup: OrNull(BackupOut),
  rewardsWaiting: Type.Integer({
    minimum: 0,
    description: 'coins in which rewards of invitations wait for treasury money',
  }),
  openWork: OrNull(OpenWork),
  incidents: Type.Array(Incident, { description: 'open ones first, then the newest; at most ten' }),
});
export type OperationsState = Static<typeof State>;

const Lift = () =>
  Fields({
    ID: IdIn(),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'shown in the audit log' }),
  });

export const operatorOperationCalls = {
  invariants: defineCall({
    ...operatorRead('operations.read'),
    path: '/operator/operations/invariants',
    summary:
      'Returns the last check of each invariant and the latest read-only periods, newest first.',
    input: NoFields(),
    output: Type.Object({
      invariants: Type.Array(CheckedInvariant),
      periods: Type.Array(ReadOnlyPeriod),
    }),
    codes: [],
  }),
  state: defineCall({
    ...operatorRead('operations.read'),
    path: '/operator/operations/state',
    summary:
      'Returns what the deployment measures of itself: figures with their line and usual range, instances, price sources, rails, database, incidents.',
    input: Fields({
      span: Type.Union([Type.Literal('hour'), Type.Literal('day'), Type.Literal('week')], {
        description: 'time of the lines',
      }),
    }),
    output: State,
    codes: [],
  }),
  readOnlyNow: defineCall({
    auth: 'operator',
    movesMoney: false,
    rate: 'read',
    method: 'GET',
    path: '/operator/readOnly/now',
    summary: 'Returns since when and why nothing may be changed, to every operator.',
    input: NoFields(),
    output: Type.Object({
      readOnly: Type.Union([
        Type.Null({ description: 'the books are in order' }),
        Type.Object({
          beganAt: Time(),
          rule: Type.String({ description: 'the rule that was broken first' }),
        }),
      ]),
    }),
    codes: [],
  }),
  proposeLift: defineCall({
    ...operatorAct('operations.stop'),
    path: '/operator/readOnly/propose',
    summary: 'Proposes to lift read-only mode, with a reason. Another approver lifts it.',
    input: Lift(),
    output: NoData(),
    codes: [5007, 5034],
  }),
  liftReadOnly: defineCall({
    ...operatorAct('operations.stop'),
    path: '/operator/readOnly/lift',
    summary:
      'Lifts read-only mode as the second approver, with a reason. It begins again with the next check that finds a rule broken.',
    input: Lift(),
    output: NoData(),
    codes: [5007, 5032, 5034],
  }),
};
