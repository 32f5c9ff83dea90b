/** The SQL of what members arranged in the app. */
import { arrayOf, int8, nullable, text, timestamptz } from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';

const row = { favourites: nullable(arrayOf(text)), tiles: nullable(arrayOf(text)) } as const;

export const preferencesOf = defineQuery({
  name: 'profile.preferences',
  text: 'select favourites, tiles from member_preferences where member_id = $1',
  params: [int8],
  row,
});

/** What is null stays as it is. */
export const putPreferences = defineQuery({
  name: 'profile.putPreferences',
  text: `insert into member_preferences as p (member_id, favourites, tiles, updated_at) values ($1, $2, $3, $4)
    on conflict (member_id) do update set favourites = coalesce(excluded.favourites, p.favourites),
      tiles = coalesce(excluded.tiles, p.tiles), updated_at = excluded.updated_at
    returning favourites, tiles`,
  params: [int8, nullable(arrayOf(text)), nullable(arrayOf(text)), timestamptz],
  row,
});

export const deletePreferences = defineStatement({
  name: 'profile.deletePreferences',
  text: 'delete from member_preferences where member_id = $1',
  params: [int8],
});
