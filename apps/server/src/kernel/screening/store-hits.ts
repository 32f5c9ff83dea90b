/** SQL of what is screened, of hits, and of what people decide of them. */
import {
  arrayOf,
  bool,
  bytea,
  int2,
  int4,
  int8,
  jsonb,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import { defineTable } from '../../platform/database/table.ts';
import type { ListedEntry } from './list-entry.ts';

const values = defineTable('screening_values', {
  id: int8,
  memberId: int8,
  what: text,
  value: text,
  screenedIn: int8,
});

/** The value as it is kept; what was screened before stays so. */
export const keepValue = defineQuery({
  name: 'screening.keepValue',
  text: `insert into screening_values (member_id, what, value, value_key) values ($1, $2, $3, $4)
    on conflict (member_id, what, value_key) do update set screened_in = screening_values.screened_in
    returning id, member_id, what, value, screened_in`,
  params: [int8, text, text, text],
  row: values.row,
});

export const insertRecord = defineStatement({
  name: 'screening.insertRecord',
  text: `insert into screening_records (value_id, kind, subject_id) values ($1, $2, $3) on conflict do nothing`,
  params: [int8, text, int8],
});

export const setScreened = defineStatement({
  name: 'screening.setScreened',
  text: 'update screening_values set screened_in = $2, screened_at = $3 where id = $1',
  params: [int8, int8, timestamptz],
});

/** Not screened against version `$1` yet; locked, and left to whoever has them. */
export const valuesDue = values.select(
  'screening.valuesDue',
  'where screened_in < $1 order by screened_in, id limit $2 for update skip locked',
  [int8, int8],
);

export const valuesNamed = values.select(
  'screening.valuesNamed',
  'where id = any($1) order by id',
  [arrayOf(int8)],
);

const hits = defineTable('screening_hits', {
  id: int8,
  valueId: int8,
  memberId: int8,
  entryId: int8,
  entryHash: bytea,
  entry: jsonb<ListedEntry>(),
  score: int2,
  matched: text,
  state: text,
  round: int2,
  createdAt: timestamptz,
  decidedAt: nullable(timestamptz),
});

/** Once for each value and content of an entry: what was decided is not asked again until one of them changes. */
export const insertHits = hits.insertMany(
  'screening.insertHits',
  ['valueId', 'memberId', 'entryId', 'entryHash', 'entry', 'score', 'matched', 'createdAt'],
  { onConflict: 'do nothing' },
);

/** Open hits whose entry was dropped or changed; gives what is to be screened again. */
export const endHits = defineQuery({
  name: 'screening.endHits',
  text: `update screening_hits h set state = 'gone', decided_at = $1 from screening_entries e
    where e.id = h.entry_id and h.state = 'open' and (not e.is_listed or e.content_hash <> h.entry_hash)
    returning h.id, h.value_id`,
  params: [timestamptz],
  row: { id: int8, valueId: int8 },
});

const shown = hits
  .omit('entry', 'entryHash')
  .as('h')
  .with(
    {
      what: text,
      value: text,
      list: text,
      number: text,
      listedName: text,
      decisions: int4,
      kind: nullable(text),
      subjectId: nullable(int8),
    },
    {
      what: 'v.what',
      value: 'v.value',
      list: 'e.list',
      number: 'e.number',
      listedName: `h.entry -> 'names' ->> 0`,
      decisions:
        '(select count(*)::integer from screening_decisions d where d.hit_id = h.id and d.round = h.round)',
      kind: 'r.kind',
      subjectId: 'r.subject_id',
    },
  );

const JOINED = `join screening_values v on v.id = h.value_id join screening_entries e on e.id = h.entry_id
  left join lateral (
    select k.kind, k.subject_id from screening_records k where k.value_id = h.value_id order by k.subject_id desc limit 1
  ) r on true`;

/** Nobody decides about themselves. `operator`: the parameter with the reader's id. */
const notAbout = (operator: string) => `not exists (
    select from staff_accounts s where s.member_id = h.member_id and s.operator_id = ${operator} and s.released_at is null)`;

export const openHits = shown.select(
  'screening.openHits',
  `${JOINED} where h.state = 'open' and ${notAbout('$2')} order by h.created_at, h.id limit $1`,
  [int8, int8],
);

/** Decided by people since `$1`, newest first. */
export const decidedHits = shown.select(
  'screening.decidedHits',
  `${JOINED} where h.state in ('notSame', 'match') and h.decided_at >= $1 and ${notAbout('$3')}
    order by h.decided_at desc, h.id desc limit $2`,
  [timestamptz, int8, int8],
);

export const countHits = defineQuery({
  name: 'screening.countHits',
  text: `select count(*)::integer as total from screening_hits h where h.state = 'open' and ${notAbout('$1')}`,
  params: [int8],
  row: { total: int4 },
});

export const hitById = shown.select('screening.hitById', `${JOINED} where h.id = $1`, [int8]);

export const entryOfHit = hits
  .pick('entry')
  .select('screening.entryOfHit', 'where id = $1', [int8]);

export const lockHit = hits
  .omit('entry', 'entryHash')
  .select('screening.lockHit', 'where id = $1 for update', [int8]);

export const recordsOfHit = defineQuery({
  name: 'screening.recordsOfHit',
  text: `select r.kind, r.subject_id from screening_records r join screening_hits h on h.value_id = r.value_id
    where h.id = $1 order by r.kind, r.subject_id desc limit 20`,
  params: [int8],
  row: { kind: text, subjectId: int8 },
});

/** Other hits of the same entry, and of the same member. */
export const hitsBefore = defineQuery({
  name: 'screening.hitsBefore',
  text: `select (count(*) filter (where o.entry_id = h.entry_id))::integer as of_entry,
      (count(*) filter (where o.entry_id = h.entry_id and o.state = 'match'))::integer as true_of_entry,
      (count(*) filter (where o.member_id = h.member_id))::integer as of_member
    from screening_hits h join screening_hits o on o.id <> h.id and (o.entry_id = h.entry_id or o.member_id = h.member_id)
    where h.id = $1`,
  params: [int8],
  row: { ofEntry: int4, trueOfEntry: int4, ofMember: int4 },
});

const decisions = defineTable('screening_decisions', {
  hitId: int8,
  round: int2,
  place: int2,
  operatorId: int8,
  outcome: text,
  signs: arrayOf(text),
  reason: text,
  createdAt: timestamptz,
});

export const insertDecision = decisions.insert('screening.insertDecision', [
  'hitId',
  'round',
  'place',
  'operatorId',
  'outcome',
  'signs',
  'reason',
  'createdAt',
]);

export const decisionsOfHit = decisions.select(
  'screening.decisionsOfHit',
  'where hit_id = $1 order by round, place',
  [int8],
);

/** Decided, or asked about again. */
export const setHit = defineStatement({
  name: 'screening.setHit',
  text: 'update screening_hits set state = $2, round = $3, decided_at = $4 where id = $1',
  params: [int8, text, int2, nullable(timestamptz)],
});

export const isStopping = defineQuery({
  name: 'screening.isStopping',
  text: 'select screening_stops($1, $2, $3) as is_stopped',
  params: [text, int8, int8],
  row: { isStopped: bool },
});

export const isMemberStopping = defineQuery({
  name: 'screening.isMemberStopping',
  text: `select exists (select from screening_hits h join screening_values v on v.id = h.value_id
    where h.member_id = $1 and h.state in ('open', 'match') and v.what = 'person') as is_stopped`,
  params: [int8],
  row: { isStopped: bool },
});
