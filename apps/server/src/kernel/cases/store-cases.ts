/** SQL of cases: why they are open, what happened in them, what is proposed and decided, and the restrictions that follow (ADR 111). */
import {
  arrayOf,
  bool,
  int2,
  int4,
  int8,
  jsonb,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import { defineTable } from '../../platform/database/table.ts';

const cases = defineTable('cases', {
  id: int8,
  memberId: int8,
  source: text,
  openedBy: nullable(int8),
  why: text,
  ownerId: nullable(int8),
  email: text,
  countryCode: text,
  phone: text,
  dueAt: timestamptz,
  openedAt: timestamptz,
  outcome: nullable(text),
  closedAt: nullable(timestamptz),
});

/** Due after the hours of the setting `review.dueHours`, or without one after `$6`. Nothing when the member has an open case. */
export const insertCase = defineQuery({
  name: 'cases.insert',
  text: `insert into cases (member_id, source, opened_by, why, owner_id, email, country_code, phone, opened_at, due_at)
    select m.id, $2, $3, $4, $3, m.email, m.country_code, m.phone, $5,
      $5::timestamptz + make_interval(hours => coalesce((select (value ->> 'case')::integer from settings where key = 'review.dueHours'), $6))
    from members m where m.id = $1
    on conflict (member_id) where closed_at is null do nothing returning id`,
  params: [int8, text, nullable(int8), text, timestamptz, int4],
  row: { id: int8 },
});

export const lockOpenCaseOf = cases.select(
  'cases.lockOpenOf',
  'where member_id = $1 and closed_at is null for no key update',
  [int8],
);

export const lockCase = cases.select('cases.lock', 'where id = $1 for no key update', [int8]);

export type Case = RowOf<typeof lockCase>;

export const setOwner = defineStatement({
  name: 'cases.setOwner',
  text: 'update cases set owner_id = $2 where id = $1',
  params: [int8, nullable(int8)],
});

export const closeStatement = defineStatement({
  name: 'cases.close',
  text: 'update cases set outcome = $2, closed_at = $3 where id = $1',
  params: [int8, text, timestamptz],
});

const shown = cases.as('c').with(
  {
    points: int4,
    alerts: int4,
    parts: nullable(arrayOf(text)),
    until: nullable(timestamptz),
    restrictedSince: nullable(timestamptz),
    act: nullable(text),
    proposedBy: nullable(int8),
    decidedBy: arrayOf(int8),
  },
  {
    points:
      '(select coalesce(sum(a.points), 0)::integer from case_alerts a where a.case_id = c.id)',
    alerts: '(select count(*)::integer from case_alerts a where a.case_id = c.id)',
    parts: 'r.parts',
    until: 'r.until',
    restrictedSince: 'r.since',
    act: 'p.act',
    proposedBy: 'p.proposed_by',
    decidedBy: `case when c.closed_at is null then '{}' else coalesce((
        select array[d.proposed_by, d.decided_by] from case_proposals d
        where d.case_id = c.id and d.state = 'agreed' and d.decided_at = c.closed_at order by d.id desc limit 1
      ), '{}') end`,
  },
);

const JOINED = `left join member_restrictions r on r.member_id = c.member_id and r.ended_at is null and r.until > now()
  left join case_proposals p on p.case_id = c.id and p.state = 'open'`;

/** Nobody reads a case about themselves. `operator`: the parameter with the reader's id. */
const notAbout = (operator: string) => `not exists (
    select from staff_accounts s where s.member_id = c.member_id and s.operator_id = ${operator} and s.released_at is null)`;

export const openCases = shown.select(
  'cases.open',
  `${JOINED} where c.closed_at is null and ${notAbout('$2')} order by c.due_at, c.id limit $1`,
  [int8, int8],
);

export type ShownCase = RowOf<typeof openCases>;

export const closedCases = shown.select(
  'cases.closed',
  `${JOINED} where c.closed_at is not null and ${notAbout('$3')} order by c.closed_at desc, c.id desc limit $1 offset $2`,
  [int8, int8, int8],
);

export const countClosed = cases
  .as('c')
  .count('cases.countClosed', `where c.closed_at is not null and ${notAbout('$1')}`, [int8]);

export const caseById = shown.select('cases.byId', `${JOINED} where c.id = $1`, [int8]);

/** Open ones, of which late, with a proposal that waits for another person than `$2`, and with nobody. */
export const countOpen = defineQuery({
  name: 'cases.countOpen',
  text: `select count(*)::integer as open, (count(*) filter (where c.due_at <= $1))::integer as late,
      (count(*) filter (where p.id is null or p.proposed_by <> $2))::integer as waiting
    from cases c left join case_proposals p on p.case_id = c.id and p.state = 'open'
    where c.closed_at is null and ${notAbout('$2')}`,
  params: [timestamptz, int8],
  row: { open: int4, late: int4, waiting: int4 },
});

/** The newest case of each of these members that the operator `$2` may read. */
export const casesOfMembers = defineQuery({
  name: 'cases.ofMembers',
  text: `select distinct on (c.member_id) c.id, c.member_id, c.outcome from cases c
    where c.member_id = any($1) and ${notAbout('$2')} order by c.member_id, c.id desc`,
  params: [arrayOf(int8), int8],
  row: { id: int8, memberId: int8, outcome: nullable(text) },
});

/** Five years after they were closed. */
export const pruneCases = defineStatement({
  name: 'cases.prune',
  text: 'delete from cases where id in (select id from cases where closed_at < $1 order by closed_at limit $2)',
  params: [timestamptz, int8],
});

const alerts = defineTable('case_alerts', {
  id: int8,
  caseId: int8,
  hitId: nullable(int8),
  points: int2,
  found: text,
  createdAt: timestamptz,
});

export const insertAlert = alerts.insert('cases.insertAlert', [
  'caseId',
  'hitId',
  'points',
  'found',
  'createdAt',
]);

export const alertsOfCase = alerts
  .as('a')
  .with({ hitState: nullable(text) }, { hitState: 'h.state' })
  .select(
    'cases.alerts',
    'left join screening_hits h on h.id = a.hit_id where a.case_id = $1 order by a.points desc, a.id',
    [int8],
  );

const events = defineTable('case_events', {
  id: int8,
  caseId: int8,
  kind: text,
  operatorId: nullable(int8),
  level: nullable(text),
  body: text,
  detail: jsonb<Record<string, unknown>>(),
  createdAt: timestamptz,
});

export const insertEvent = events.insert('cases.insertEvent', [
  'caseId',
  'kind',
  'operatorId',
  'level',
  'body',
  'detail',
  'createdAt',
]);

/** Newest first, of one id or less; without notes. */
export const eventsBefore = events.select(
  'cases.eventsBefore',
  `where case_id = $1 and ($2::bigint is null or id < $2) and kind <> 'note' order by id desc limit $3`,
  [int8, nullable(int8), int8],
);

export type CaseEvent = RowOf<typeof eventsBefore>;

/** Of these levels, newest first. */
export const notesOfCase = events.select(
  'cases.notes',
  `where case_id = $1 and kind = 'note' and level = any($2) order by id desc limit $3`,
  [int8, arrayOf(text), int8],
);

const proposals = defineTable('case_proposals', {
  id: int8,
  caseId: int8,
  act: text,
  parts: arrayOf(text),
  reason: text,
  proposedBy: int8,
  proposedAt: timestamptz,
  state: text,
  decidedBy: nullable(int8),
  decidedAt: nullable(timestamptz),
  decidedReason: text,
});

/** Nothing while another one is open. */
export const insertProposal = defineQuery({
  name: 'cases.insertProposal',
  text: `insert into case_proposals (case_id, act, parts, reason, proposed_by, proposed_at) values ($1, $2, $3, $4, $5, $6)
    on conflict (case_id) where state = 'open' do nothing returning id`,
  params: [int8, text, arrayOf(text), text, int8, timestamptz],
  row: { id: int8 },
});

export const openProposal = proposals.select(
  'cases.openProposal',
  `where case_id = $1 and state = 'open'`,
  [int8],
);

export type Proposal = RowOf<typeof openProposal>;

/** Newest first. */
export const proposalsOfCase = proposals.select(
  'cases.proposals',
  'where case_id = $1 order by id desc limit 20',
  [int8],
);

export const decideProposal = defineStatement({
  name: 'cases.decideProposal',
  text: 'update case_proposals set state = $2, decided_by = $3, decided_at = $4, decided_reason = $5 where id = $1',
  params: [int8, text, int8, timestamptz, text],
});

const restrictions = defineTable('member_restrictions', {
  id: int8,
  memberId: int8,
  caseId: int8,
  proposalId: int8,
  parts: arrayOf(text),
  since: timestamptz,
  until: timestamptz,
  endedAt: nullable(timestamptz),
});

export const insertRestriction = restrictions.insert('cases.insertRestriction', [
  'memberId',
  'caseId',
  'proposalId',
  'parts',
  'since',
  'until',
]);

/** That no job or decision has ended yet. */
export const restrictionOf = restrictions.select(
  'cases.restrictionOf',
  'where member_id = $1 and ended_at is null',
  [int8],
);

/** The newest of a member, with who set it and how its proposal was decided. */
export const lastRestriction = restrictions
  .as('r')
  .with({ setBy: int8, proposalState: text }, { setBy: 'p.proposed_by', proposalState: 'p.state' })
  .select(
    'cases.lastRestriction',
    'join case_proposals p on p.id = r.proposal_id where r.member_id = $1 order by r.id desc limit 1',
    [int8],
  );

export type Restriction = RowOf<typeof restrictionOf>;

export const dueRestrictions = restrictions
  .pick('id')
  .select('cases.dueRestrictions', 'where ended_at is null and until <= $1 order by until', [
    timestamptz,
  ]);

/** Nothing when it was ended meanwhile. */
export const lockDueRestriction = restrictions.select(
  'cases.lockDueRestriction',
  'where id = $1 and ended_at is null and until <= $2 for update',
  [int8, timestamptz],
);

export const endRestriction = defineStatement({
  name: 'cases.endRestriction',
  text: 'update member_restrictions set ended_at = $2 where id = $1 and ended_at is null',
  params: [int8, timestamptz],
});

export const isPartRestricted = defineQuery({
  name: 'cases.isPartRestricted',
  text: 'select is_part_restricted($1, $2) as is_restricted',
  params: [int8, text],
  row: { isRestricted: bool },
});
