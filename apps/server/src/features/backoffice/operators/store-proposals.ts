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
import { defineTable } from '../../../platform/database/table.ts';

const manualEntries = defineTable('manual_entries', {
  id: int8,
  memberId: int8,
  side: text,
  asset: text,
  amount,
  message: text,
  reason: text,
  proposedBy: int8,
});

/** Returns no row when the proposer has used the request id before. */
export const insertEntry = defineQuery({
  name: 'operators.insertManualEntry',
  text: `insert into manual_entries (member_id, side, asset, amount, message, reason, proposed_by, request_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (proposed_by, request_id) do nothing returning ${manualEntries.columns}`,
  params: [int8, text, text, amount, text, text, int8, nullable(text), timestamptz],
  row: manualEntries.row,
});

export const entryById = manualEntries.select('operators.manualEntryById', 'where id = $1', [int8]);

export const entryByRequest = manualEntries.select(
  'operators.manualEntryByRequest',
  'where proposed_by = $1 and request_id = $2',
  [int8, nullable(text)],
);

export type ManualEntry = RowOf<typeof entryById>;

const settingVersions = defineTable('setting_versions', {
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
});

export const insertVersion = settingVersions
  .pick('id')
  .insertReturning('operators.insertSettingVersion', [
    'key',
    'value',
    'message',
    'reason',
    'effectiveAt',
    'proposedBy',
    'createdAt',
  ]);

export const versionById = settingVersions.select('operators.settingVersionById', 'where id = $1', [
  int8,
]);

export const versionForUpdate = settingVersions.select(
  'operators.settingVersionForUpdate',
  'where id = $1 for update',
  [int8],
);

/** Approved: in force from `$3`, an hour after `$2` at least. */
export const announceVersion = defineStatement({
  name: 'operators.announceSettingVersion',
  text: "update setting_versions set state = 'announced', announced_at = $2, effective_at = $3 where id = $1",
  params: [int8, timestamptz, timestamptz],
});

export const setVersionState = defineStatement({
  name: 'operators.setSettingVersionState',
  text: 'update setting_versions set state = $2, effective_at = $3 where id = $1',
  params: [int8, text, timestamptz],
});

export const setVersionInForce = defineStatement({
  name: 'operators.setSettingVersionInForce',
  text: "update setting_versions set state = 'inForce', replaced = $2 where id = $1",
  params: [int8, settingVersions.row.value],
});

/** Approved and not yet in force, ordered by effective time; of one key or all. */
export const announcedVersions = settingVersions.select(
  'operators.announcedVersions',
  `where state = 'announced' and ($1::text is null or key = $1)
    order by effective_at, id`,
  [nullable(text)],
);

/** The newest version in force of each key whose value contains `$2`. */
export const lastInForceWith = defineQuery({
  name: 'operators.lastVersionInForceWith',
  text: `select distinct on (key) ${settingVersions.columns} from setting_versions
    where state = 'inForce' and key = any($1) and value @> $2 order by key, effective_at desc, id desc`,
  params: [arrayOf(text), settingVersions.row.value],
  row: settingVersions.row,
});

/** Ordered by effective time; skips versions that another process is applying. */
export const dueVersions = settingVersions.select(
  'operators.dueSettingVersions',
  `where state = 'announced' and effective_at <= $1
    order by effective_at, id for update skip locked`,
  [timestamptz],
);

/** Those of all markets, by their time. */
export const announcedMarketVersions = settingVersions.select(
  'operators.announcedMarketVersions',
  `where key >= 'pair.' and key < 'pair/' and state in ('announced', 'inForce')
    order by effective_at, id`,
  [],
);

/** Of one market, proposed ones included, by their time. */
export const marketVersionsOf = settingVersions.select(
  'operators.marketVersionsOf',
  `where key = $1 and state in ('proposed', 'announced', 'inForce') order by effective_at, id`,
  [text],
);

export type SettingVersion = RowOf<typeof versionById>;

/** Newest first. `$2` = 1 lists approved ones only. */
export const listVersions = settingVersions.select(
  'operators.listSettingVersions',
  `where ($1::text is null or key = $1) and ($2::int = 0 or state in ('announced', 'inForce'))
    order by id desc limit $3 offset $4`,
  [nullable(text), int4, int8, int8],
);

export const countVersions = settingVersions.count(
  'operators.countSettingVersions',
  `where ($1::text is null or key = $1) and ($2::int = 0 or state in ('announced', 'inForce'))`,
  [nullable(text), int4],
);
