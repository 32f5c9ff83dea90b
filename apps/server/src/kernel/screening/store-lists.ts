/** SQL of lists and of what their entries are found by. */
import {
  arrayOf,
  bool,
  bytea,
  date,
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

const lists = defineTable('screening_lists', {
  version: int8,
  list: text,
  publishedOn: nullable(date),
  contentHash: bytea,
  entries: int4,
  changed: int4,
  removed: int4,
  importedAt: timestamptz,
  readAt: timestamptz,
});

export const insertList = lists.insertReturning('screening.insertList', [
  'list',
  'publishedOn',
  'contentHash',
  'entries',
  'changed',
  'removed',
  'importedAt',
  'readAt',
]);

/** Holds until the end of the transaction: one import after the other, in whichever instance. */
export const lockLists = defineQuery({
  name: 'screening.lockLists',
  text: 'select is_only as done from screening_lists_lock for update',
  params: [],
  row: { done: bool },
});

/** The newest version of each list. */
export const newestLists = lists.select(
  'screening.newestLists',
  'where version in (select max(version) from screening_lists group by list) order by list',
  [],
);

/** The same file was read again. */
export const setRead = defineStatement({
  name: 'screening.setRead',
  text: 'update screening_lists set read_at = $2 where version = $1',
  params: [int8, timestamptz],
});

export const newestVersion = defineQuery({
  name: 'screening.newestVersion',
  text: 'select coalesce(max(version), 0) as version from screening_lists',
  params: [],
  row: { version: int8 },
});

export const entriesOfList = defineQuery({
  name: 'screening.entriesOfList',
  text: 'select number, content_hash, is_listed from screening_entries where list = $1',
  params: [text],
  row: { number: text, contentHash: bytea, isListed: bool },
});

export const putEntries = defineQuery({
  name: 'screening.putEntries',
  text: `insert into screening_entries (list, number, entry, content_hash, is_person, is_listed, changed_in)
    select $1, given.number, given.entry, given.content_hash, given.is_person, true, $2
    from unnest($3::text[], $4::jsonb[], $5::bytea[], $6::boolean[]) as given (number, entry, content_hash, is_person)
    on conflict (list, number) do update set entry = excluded.entry, content_hash = excluded.content_hash,
      is_person = excluded.is_person, is_listed = true, changed_in = excluded.changed_in
    returning id, number`,
  params: [text, int8, arrayOf(text), arrayOf(jsonb<ListedEntry>()), arrayOf(bytea), arrayOf(bool)],
  row: { id: int8, number: text },
});

/** Of a list, with these numbers. */
export const dropEntries = defineQuery({
  name: 'screening.dropEntries',
  text: `update screening_entries set is_listed = false, changed_in = $3 where list = $1 and number = any($2) returning id`,
  params: [text, arrayOf(text), int8],
  row: { id: int8 },
});

export const deleteNames = defineStatement({
  name: 'screening.deleteNames',
  text: 'delete from screening_names where entry_id = any($1)',
  params: [arrayOf(int8)],
});

export const deleteWallets = defineStatement({
  name: 'screening.deleteWallets',
  text: 'delete from screening_wallets where entry_id = any($1)',
  params: [arrayOf(int8)],
});

export const insertNames = defineTable('screening_names', {
  entryId: int8,
  words: text,
  sounds: text,
}).insertMany('screening.insertNames', ['entryId', 'words', 'sounds']);

export const insertWallets = defineTable('screening_wallets', {
  entryId: int8,
  addressKey: text,
}).insertMany('screening.insertWallets', ['entryId', 'addressKey']);

const candidate = {
  id: int8,
  list: text,
  number: text,
  entry: jsonb<ListedEntry>(),
  contentHash: bytea,
} as const;

/** More than one name is like; a person decides each, so the least alike are left out. */
const CANDIDATES_MAX = 300;

/**
 * Entries that share a third of their three-letter parts with a name, written or heard, and changed after a version. `$3`: people
 * only.
 */
export const entriesNamed = defineQuery({
  name: 'screening.entriesNamed',
  text: `select e.id, e.list, e.number, e.entry, e.content_hash from screening_entries e join (
      select n.entry_id, max(greatest(similarity(n.words, $1), similarity(n.sounds, $2))) as likeness
      from screening_names n join screening_entries o on o.id = n.entry_id
      where (n.words % $1 or n.sounds % $2) and o.changed_in > $4 and (o.is_person or not $3)
      group by n.entry_id order by likeness desc, n.entry_id limit ${CANDIDATES_MAX}
    ) found on found.entry_id = e.id order by e.id`,
  params: [text, text, bool, int8],
  row: candidate,
});

export const entriesWithAddress = defineQuery({
  name: 'screening.entriesWithAddress',
  text: `select distinct on (e.id) e.id, e.list, e.number, e.entry, e.content_hash from screening_wallets w
    join screening_entries e on e.id = w.entry_id where w.address_key = $1 and e.changed_in > $2 order by e.id`,
  params: [text, int8],
  row: candidate,
});

/** Whether real money waits for newer lists. `$1`: read before, a list is old. */
export const agesOfLists = defineQuery({
  name: 'screening.agesOfLists',
  text: `select is_live() as is_live, count(*)::integer as lists, (count(*) filter (where n.read_at < $1))::integer as old
    from screening_lists n where n.list <> 'SAMPLE'
      and n.version in (select max(l.version) from screening_lists l group by l.list)`,
  params: [timestamptz],
  row: { isLive: bool, lists: int4, old: int4 },
});
