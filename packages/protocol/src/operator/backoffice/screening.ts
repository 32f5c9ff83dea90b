/** API of screening: names and addresses that are like those of published lists, and what two people decide of them (ADR 103). */
import { type Static, type TSchema, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { Fields, Id, IdIn, NoData, NoFields, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';
import { InnerReason } from '../two-texts.ts';

const OrNull = <Row extends TSchema>(row: Row) => Type.Union([row, Type.Null()]);

const Finding = Type.Union([Type.Literal('notSame'), Type.Literal('match')]);
const Sign = Type.Union([
  Type.Literal('birth'),
  Type.Literal('nationality'),
  Type.Literal('document'),
  Type.Literal('birthplace'),
  Type.Literal('photo'),
  Type.Literal('gender'),
  Type.Literal('address'),
]);
export type ScreeningSign = Static<typeof Sign>;

export const ScreeningListRow = Type.Object({
  list: Type.String({ description: 'OFAC, OFAC-CONS, EU, UK, UN or SAMPLE' }),
  day: OrNull(Type.String({ description: 'published: 2026-11-21; null: the file does not say' })),
  entries: Type.Integer({ minimum: 1 }),
  readAt: Time('the file was read last'),
  isOld: Type.Boolean({ description: 'not read for 48 hours' }),
});
export type ScreeningListRow = Static<typeof ScreeningListRow>;

export const ScreeningHitRow = Type.Object({
  ID: Id(),
  recordNo: Type.String({ description: 'SH-231' }),
  what: Type.Union([Type.Literal('person'), Type.Literal('party'), Type.Literal('address')], {
    description: 'person: the customer; party: who pays the customer, or is paid',
  }),
  value: Type.String({ description: 'the name or address that was screened' }),
  memberId: Id(),
  list: Type.String(),
  listedName: Type.String(),
  score: Type.Integer({ minimum: 1, maximum: 100 }),
  state: Type.Union([Type.Literal('open'), Type.Literal('gone'), Finding], {
    description: 'gone: the list dropped or changed the entry before anyone decided',
  }),
  decisions: Type.Integer({ minimum: 0, maximum: 3, description: 'in this round' }),
  foundIn: Type.String({ description: 'the request that names it: I-50001; or empty' }),
  CreatedAt: Time(),
  decidedAt: OrNull(Time()),
});
export type ScreeningHitRow = Static<typeof ScreeningHitRow>;

export const ScreeningHit = Type.Object({
  ...ScreeningHitRow.properties,
  round: Type.Integer({ minimum: 1 }),
  matched: Type.String({ description: 'the name of the entry that is most alike' }),
  entry: Type.Object({
    number: Type.String(),
    kind: Type.Union([Type.Literal('person'), Type.Literal('entity')]),
    names: Type.Array(Type.String()),
    births: Type.Array(Type.String()),
    birthplaces: Type.Array(Type.String()),
    nationalities: Type.Array(Type.String()),
    documents: Type.Array(Type.String()),
    gender: Type.String(),
    since: Type.String(),
    programme: Type.String(),
  }),
  requests: Type.Array(Type.String(), { description: 'that name it, as record numbers' }),
  document: OrNull(
    Type.Object({
      reviewId: Id('whose images `/operator/review/image` gives'),
      summary: Type.String(),
      images: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
    }),
  ),
  people: Type.Array(
    Type.Object({
      round: Type.Integer({ minimum: 1 }),
      login: Type.String(),
      finding: Finding,
      signs: Type.Array(Sign),
      reason: Type.String(),
      CreatedAt: Time(),
    }),
  ),
  before: Type.Object({
    ofEntry: Type.Integer({ minimum: 0, description: 'other hits of the entry' }),
    trueOfEntry: Type.Integer({ minimum: 0 }),
    ofMember: Type.Integer({ minimum: 0, description: 'other hits of the customer' }),
  }),
  mayDecide: Type.Boolean({ description: 'false: you have decided in this round' }),
});
export type ScreeningHit = Static<typeof ScreeningHit>;

export const operatorScreeningCalls = {
  screening: defineCall({
    ...operatorRead('screening.read'),
    path: '/operator/screening/list',
    summary: 'Lists open hits, oldest first, the hits decided in the last 24 hours, and the lists.',
    input: NoFields(),
    output: Type.Object({
      lists: Type.Array(ScreeningListRow),
      total: Type.Integer({ minimum: 0, description: 'open hits' }),
      open: Type.Array(ScreeningHitRow, { description: 'the oldest 200' }),
      decided: Type.Array(ScreeningHitRow),
    }),
    codes: [],
  }),
  screeningHit: defineCall({
    ...operatorRead('screening.read'),
    path: '/operator/screening/hit',
    summary: 'Returns one hit with the entry of the list as it was found. Access is logged.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ hit: ScreeningHit }),
    codes: [5007],
  }),
  decideHit: defineCall({
    ...operatorAct('screening.decide'),
    path: '/operator/screening/decide',
    summary:
      'Says whether a hit is the same person or address. Two people must agree; of two who disagree a third decides.',
    input: Fields({
      ID: IdIn(),
      round: Type.Integer({ minimum: 1, maximum: 1000 }),
      place: Type.Integer({ minimum: 1, maximum: 3, description: 'the how many-th decision' }),
      finding: Finding,
      signs: Type.Array(Sign, { minItems: 1, maxItems: 7, description: 'what decides it' }),
      reason: InnerReason(),
    }),
    output: Type.Object({ state: ScreeningHitRow.properties.state }),
    codes: [5007, 5032, 5033, 5034],
  }),
  reopenHit: defineCall({
    ...operatorAct('screening.decide'),
    path: '/operator/screening/reopen',
    summary: 'Asks about a decided hit again. Until two people agree, it stops what it names.',
    input: Fields({ ID: IdIn(), reason: InnerReason() }),
    output: NoData(),
    codes: [5007, 5034],
  }),
};
