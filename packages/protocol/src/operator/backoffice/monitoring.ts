/** API of monitoring: rules that look at money and orders, their versions by two people, replays of the past, and hits (ADR 116). */
import { type Static, type TSchema, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { Fields, Id, IdIn, NoData, NoFields, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';
import { InnerReason } from '../two-texts.ts';

const OrNull = <Row extends TSchema>(row: Row) => Type.Union([row, Type.Null()]);

const Key = () =>
  Type.Union([
    Type.Literal('structuring'),
    Type.Literal('inAndOut'),
    Type.Literal('volumeJump'),
    Type.Literal('sharedAddress'),
    Type.Literal('sharedDevice'),
    Type.Literal('washTrading'),
    Type.Literal('spoofing'),
  ]);
const Unit = () =>
  Type.Union([
    Type.Literal('USDT'),
    Type.Literal('percent'),
    Type.Literal('times'),
    Type.Literal('count'),
    Type.Literal('seconds'),
    Type.Literal('hours'),
    Type.Literal('days'),
  ]);
const Points = () =>
  Type.Integer({ minimum: 1, maximum: 100, description: 'of each hit, in its case' });
const Value = () => Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
const Values = () =>
  Type.Array(
    Fields({ name: Type.String({ pattern: '^[A-Za-z]{1,30}$', maxLength: 30 }), value: Value() }),
    {
      maxItems: 20,
      description: 'all of the rule, each once',
    },
  );
const Day = (description: string) => Type.String({ format: 'date', maxLength: 10, description });
const CaseOutcome = () => OrNull(Type.Union([Type.Literal('cleared'), Type.Literal('reported')]));

export const MonitoringVersion = Type.Object({
  ID: Id(),
  version: Type.Integer({ minimum: 1 }),
  isOn: Type.Boolean({ description: 'false: the rule looks at nothing' }),
  points: Points(),
  parameters: Type.Array(Type.Object({ name: Type.String(), value: Value() })),
  reason: Type.String(),
  login: Type.String({ description: 'who proposed it' }),
  isOwn: Type.Boolean({ description: 'the caller proposed it' }),
  CreatedAt: Time(),
  state: Type.Union([
    Type.Literal('open'),
    Type.Literal('agreed'),
    Type.Literal('declined'),
    Type.Literal('withdrawn'),
  ]),
  decidedBy: Type.String({ description: 'empty while it waits' }),
  decidedAt: OrNull(Time()),
  decidedReason: Type.String(),
});
export type MonitoringVersion = Static<typeof MonitoringVersion>;

export const MonitoringRule = Type.Object({
  key: Key(),
  name: Type.String(),
  about: Type.String({ description: 'what it looks for' }),
  parameters: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      unit: Unit(),
      min: Value(),
      max: Value(),
      usual: Value(),
    }),
    { description: 'whole numbers' },
  ),
  inForce: OrNull(MonitoringVersion),
  proposal: OrNull(MonitoringVersion),
  hits: Type.Integer({ minimum: 0, description: 'in the last thirty days' }),
  lastHitAt: OrNull(Time()),
});
export type MonitoringRule = Static<typeof MonitoringRule>;

const found = {
  memberId: Id(),
  memberName: Type.String({ description: 'in the documents; empty: none were sent' }),
  since: Time('of the first fact'),
  until: Time('of the last fact'),
  found: Type.String(),
  caseOutcome: CaseOutcome(),
};

export const MonitoringHit = Type.Object({
  ID: Id(),
  ...found,
  caseId: Id(),
  version: Type.Integer({ minimum: 1 }),
  CreatedAt: Time(),
});
export type MonitoringHit = Static<typeof MonitoringHit>;

export const operatorMonitoringCalls = {
  monitoringRules: defineCall({
    ...operatorRead('screening.read'),
    path: '/operator/monitoring/list',
    summary: 'Lists the rules with the version in force and the one that waits.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(MonitoringRule) }),
    codes: [],
  }),
  monitoringRule: defineCall({
    ...operatorRead('screening.read'),
    path: '/operator/monitoring/rule',
    summary: 'Returns one rule with its newest 50 versions and hits. Access is logged.',
    input: Fields({ key: Key() }),
    output: Type.Object({
      rule: MonitoringRule,
      versions: Type.Array(MonitoringVersion),
      hits: Type.Array(MonitoringHit),
    }),
    codes: [5007],
  }),
  replayMonitoringRule: defineCall({
    ...operatorAct('screening.decide'),
    path: '/operator/monitoring/replay',
    summary:
      'What a rule with these values would have found in 31 days at most. It opens nothing. Access is logged.',
    input: Fields({
      key: Key(),
      parameters: Values(),
      from: Day('the first UTC day'),
      until: Day('the last UTC day'),
    }),
    output: Type.Object({
      members: Type.Integer({ minimum: 0, description: 'who did what the rule looks at' }),
      hits: Type.Integer({ minimum: 0 }),
      hitMembers: Type.Integer({ minimum: 0 }),
      days: Type.Array(Type.Object({ day: Type.String(), hits: Type.Integer({ minimum: 0 }) })),
      examples: Type.Array(Type.Object({ ...found, caseId: OrNull(Id('its newest case')) }), {
        description: 'the newest 20',
      }),
    }),
    codes: [5011],
  }),
  proposeMonitoringRule: defineCall({
    ...operatorAct('screening.decide'),
    path: '/operator/monitoring/propose',
    summary: 'Proposes a new version of a rule, for another person of compliance to agree to.',
    input: Fields({
      key: Key(),
      isOn: Type.Boolean(),
      points: Points(),
      parameters: Values(),
      reason: InnerReason(),
    }),
    output: Type.Object({ ID: Id() }),
    codes: [5033, 5034],
  }),
  decideMonitoringRule: defineCall({
    ...operatorAct('screening.decide'),
    path: '/operator/monitoring/decide',
    summary: 'Agrees to what a colleague proposed, from now on, or declines it.',
    input: Fields({ ID: IdIn(), isAgreed: Type.Boolean(), reason: InnerReason() }),
    output: NoData(),
    codes: [5007, 5032, 5034],
  }),
  withdrawMonitoringRule: defineCall({
    ...operatorAct('screening.decide'),
    path: '/operator/monitoring/withdraw',
    summary: 'Takes an own proposal back before it is decided.',
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007, 5030, 5034],
  }),
};
