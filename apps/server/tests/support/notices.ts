/** A member's notices as stored. */
import { int8, json, text } from '../../src/platform/database/columns.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineQuery } from '../../src/platform/database/query.ts';

const noticesOf = defineQuery({
  name: 'test.noticesOf',
  text: 'select kind, about, about_id, values from notifications where member_id = $1 order by id',
  params: [int8],
  row: { kind: text, about: text, aboutId: int8, values: json<Record<string, string>>() },
});

/** Oldest first. */
export const noticesTo = (database: Database, memberId: number) =>
  database.many(noticesOf, [memberId]);
