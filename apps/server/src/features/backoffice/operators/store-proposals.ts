/** The SQL of proposals: manual entries, and versions of limits and fees. */
import type { Document } from '../../../kernel/settings/settings.ts';
import {
  amount,
  arrayOf,
  int4,
  int8,
  jsonb,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';

const entryRow = {
  id: int8,
  memberId: int8,
  side: text,
  asset: text,
  amount,
  message: text,
  reason: text,
  proposedBy: int8,
} as const;
const ENTRY = 'id, member_id, side, asset, amount, message, reason, proposed_by';

/** Returns no row when the proposer has used the request id before. */
export const insertEntry = defineQuery({
  name: 'operators.insertManualEntry',
  text: `insert into manual_entries (member_id, side, asset, amount, message, reason, proposed_by, request_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (proposed_by, request_id) do nothing returning ${ENTRY}`,
  params: [int8, text, text, amount, text, text, int8, nullable(text), timestamptz],
  row: entryRow,
});

export const entryById = defineQuery({
  name: 'operators.manualEntryById',
  text: `select ${ENTRY} from manual_entries where id = $1`,
  params: [int8],
  row: entryRow,
});

export const entryByRequest = defineQuery({
  name: 'operators.manualEntryByRequest',
  text: `select ${ENTRY} from manual_entries where proposed_by = $1 and request_id = $2`,
  params: [int8, nullable(text)],
  row: entryRow,
});

export type ManualEntry = RowOf<typeof entryById>;

const versionRow = {
  id: int8,
  key: text,
  value: jsonb<Document>(),
  message: text,
  reason: text,
  effectiveAt: timestamptz,
  state: text,
  // The replaced value; null until the version is in force.
  replaced: nullable(jsonb<Document>()),
  proposedBy: int8,
  createdAt: timestamptz,
} as const;
const VERSION =
  'id, key, value, message, reason, effective_at, state, replaced, proposed_by, created_at';

export const insertVersion = defineQuery({
  name: 'operators.insertSettingVersion',
  text: `insert into setting_versions (key, value, message, reason, effective_at, proposed_by, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) returning id`,
  params: [text, versionRow.value, text, text, timestamptz, int8, timestamptz],
  row: { id: int8 },
});

export const versionById = defineQuery({
  name: 'operators.settingVersionById',
  text: `select ${VERSION} from setting_versions where id = $1`,
  params: [int8],
  row: versionRow,
});

export const versionForUpdate = defineQuery({
  name: 'operators.settingVersionForUpdate',
  text: `select ${VERSION} from setting_versions where id = $1 for update`,
  params: [int8],
  row: versionRow,
});

export const setVersionState = defineStatement({
  name: 'operators.setSettingVersionState',
  text: 'update setting_versions set state = $2, effective_at = $3 where id = $1',
  params: [int8, text, timestamptz],
});

export const setVersionInForce = defineStatement({
  name: 'operators.setSettingVersionInForce',
  text: "update setting_versions set state = 'inForce', replaced = $2 where id = $1",
  params: [int8, versionRow.value],
});

/** Approved and not yet in force, ordered by effective time; of one key or all. */
export const announcedVersions = defineQuery({
  name: 'operators.announcedVersions',
  text: `select ${VERSION} from setting_versions where state = 'announced' and ($1::text is null or key = $1)
    order by effective_at, id`,
  params: [nullable(text)],
  row: versionRow,
});

/** The newest version in force of each key whose value contains `$2`. */
export const lastInForceWith = defineQuery({
  name: 'operators.lastVersionInForceWith',
  text: `select distinct on (key) ${VERSION} from setting_versions
    where state = 'inForce' and key = any($1) and value @> $2 order by key, effective_at desc, id desc`,
  params: [arrayOf(text), versionRow.value],
  row: versionRow,
});

/** Ordered by effective time; skips versions that another process is applying. */
export const dueVersions = defineQuery({
  name: 'operators.dueSettingVersions',
  text: `select ${VERSION} from setting_versions where state = 'announced' and effective_at <= $1
    order by effective_at, id for update skip locked`,
  params: [timestamptz],
  row: versionRow,
});

export type SettingVersion = RowOf<typeof versionById>;

/** Newest first. `$2` = 1 lists approved ones only. */
export const listVersions = defineQuery({
  name: 'operators.listSettingVersions',
  text: `select ${VERSION} from setting_versions
    where ($1::text is null or key = $1) and ($2::int = 0 or state in ('announced', 'inForce'))
    order by id desc limit $3 offset $4`,
  params: [nullable(text), int4, int8, int8],
  row: versionRow,
});

export const countVersions = defineQuery({
  name: 'operators.countSettingVersions',
  text: `select count(*)::int as total from setting_versions
    where ($1::text is null or key = $1) and ($2::int = 0 or state in ('announced', 'inForce'))`,
  params: [nullable(text), int4],
  row: { total: int4 },
});
