/** SQL of monitoring: versions of rules, how far each has looked, and hits. */
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
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';
import type { Values } from './rules/rule.ts';

const versions = defineTable('monitoring_versions', {
  id: int8,
  rule: text,
  version: int4,
  isOn: bool,
  points: int2,
  parameters: jsonb<Values>(),
  reason: text,
  proposedBy: int8,
  proposedAt: timestamptz,
  state: text,
  decidedBy: nullable(int8),
  decidedAt: nullable(timestamptz),
  decidedReason: text,
});

/** With the next number of its rule. Nothing while another one is open. */
export const insertVersion = defineQuery({
  name: 'monitoring.insertVersion',
  text: `insert into monitoring_versions (rule, version, is_on, points, parameters, reason, proposed_by, proposed_at)
    select $1, coalesce(max(v.version), 0) + 1, $2, $3, $4, $5, $6, $7 from monitoring_versions v where v.rule = $1
    on conflict do nothing returning id, version`,
  params: [text, bool, int2, jsonb<Values>(), text, int8, timestamptz],
  row: { id: int8, version: int4 },
});

export const lockVersion = versions.select('monitoring.lockVersion', 'where id = $1 for update', [
  int8,
]);

export type Version = RowOf<typeof lockVersion>;

export const decideVersion = defineStatement({
  name: 'monitoring.decideVersion',
  text: 'update monitoring_versions set state = $2, decided_by = $3, decided_at = $4, decided_reason = $5 where id = $1',
  params: [int8, text, int8, timestamptz, text],
});

/** The newest agreed version of each rule, and those that wait for a second person. */
export const currentVersions = versions.select(
  'monitoring.currentVersions',
  `where state = 'open' or id in (
    select distinct on (rule) id from monitoring_versions where state = 'agreed' order by rule, version desc
  ) order by id`,
  [],
);

/** Agreed ones that are on; of one that was replaced, until it has read what happened before the next one. `endsAt`: the agreement to that. */
export const lookingVersions = versions
  .as('v')
  .with({ endsAt: nullable(timestamptz) }, { endsAt: 'next.decided_at' })
  .select(
    'monitoring.lookingVersions',
    `left join lateral (
      select n.decided_at from monitoring_versions n
      where n.rule = v.rule and n.state = 'agreed' and n.version > v.version order by n.version limit 1
    ) next on true
    where v.state = 'agreed' and v.is_on and (next.decided_at is null
      or exists (select from monitoring_progress p where p.version_id = v.id and not p.is_done)) order by v.id`,
    [],
  );

export type Looking = RowOf<typeof lookingVersions>;

/** Newest first. */
export const versionsOfRule = versions.select(
  'monitoring.versionsOfRule',
  'where rule = $1 order by version desc limit 50',
  [text],
);

/** From where a version looks on. One that is there stays. */
export const beginProgress = defineStatement({
  name: 'monitoring.beginProgress',
  text: `insert into monitoring_progress (version_id, source, position)
    select $1, s.source, s.position from unnest($2::smallint[], $3::bigint[]) as s(source, position) on conflict do nothing`,
  params: [int8, arrayOf(int2), arrayOf(int8)],
});

export const findProgress = defineQuery({
  name: 'monitoring.findProgress',
  text: 'select position, is_done from monitoring_progress where version_id = $1 and source = $2',
  params: [int8, int2],
  row: { position: int8, isDone: bool },
});

/** Nothing while another instance writes. */
export const lockProgress = defineQuery({
  name: 'monitoring.lockProgress',
  text: 'select position from monitoring_progress where version_id = $1 and source = $2 for update skip locked',
  params: [int8, int2],
  row: { position: int8 },
});

export const moveProgress = defineStatement({
  name: 'monitoring.moveProgress',
  text: 'update monitoring_progress set position = $3, is_done = $4 where version_id = $1 and source = $2',
  params: [int8, int2, int8, bool],
});

/** Until when the newest hit of a rule reaches, of any version, of these members. */
export const lastHits = defineQuery({
  name: 'monitoring.lastHits',
  text: `select h.member_id, max(h.until) as until from monitoring_versions v
    join monitoring_hits h on h.version_id = v.id and h.member_id = any($2) where v.rule = $1 group by h.member_id`,
  params: [text, arrayOf(int8)],
  row: { memberId: int8, until: timestamptz },
});

const hits = defineTable('monitoring_hits', {
  id: int8,
  versionId: int8,
  memberId: int8,
  caseId: int8,
  since: timestamptz,
  until: timestamptz,
  found: text,
  createdAt: timestamptz,
});

export const insertHit = hits.insert('monitoring.insertHit', [
  'versionId',
  'memberId',
  'caseId',
  'since',
  'until',
  'found',
  'createdAt',
]);

/** Nobody reads about themselves. `operator`: the parameter with the reader's own accounts. */
const notOf = (accounts: string) => `h.member_id <> all(${accounts}::bigint[])`;

/** Of all versions of a rule, newest first, without those of these accounts. */
export const hitsOfRule = hits
  .as('h')
  .with({ version: int4 }, { version: 'v.version' })
  .select(
    'monitoring.hitsOfRule',
    `join monitoring_versions v on v.id = h.version_id where v.rule = $1 and ${notOf('$2')} order by h.id desc limit $3`,
    [text, arrayOf(int8), int8],
  );

/** Of each rule since a time, without those of these accounts. */
export const countHits = defineQuery({
  name: 'monitoring.countHits',
  text: `select v.rule, count(*)::integer as hits, max(h.created_at) as last_at
    from monitoring_hits h join monitoring_versions v on v.id = h.version_id
    where h.created_at >= $1 and ${notOf('$2')} group by v.rule`,
  params: [timestamptz, arrayOf(int8)],
  row: { rule: text, hits: int4, lastAt: timestamptz },
});
