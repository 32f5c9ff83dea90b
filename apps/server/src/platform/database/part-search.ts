/**
 * Finds rows by a part of their words. Each table that is searched so has a trigram index of exactly that expression (ADR 84).
 */
import { arrayOf, int8, text } from './columns.ts';
import type { Reader } from './database.ts';
import { defineQuery, type Outputs } from './query.ts';
import type { Columns, Table } from './table.ts';

/** Words that many rows have are found among this many of the newest: of these the index would name nearly every row. */
const NEWEST_ROWS = 2_000;

/** A trigram needs three letters; of a shorter word it is the beginning of a word, which the space before it completes. */
const TRIGRAM = 3;

/** Of LIKE, for this part anywhere; no sign of it is a wildcard. */
function patternOf(part: string): string {
  const escaped = part.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return part.length < TRIGRAM ? `% ${escaped}%` : `%${escaped}%`;
}

/** Rows whose words have all of these parts, newest first. Parts are in lower case. */
export type PartSearch<Row> = (
  reader: Reader,
  parts: readonly string[],
  limit: number,
) => Promise<Row[]>;

/**
 * Declares the search of a table. `words`: an SQL expression with a trigram index; `newest`: a column that grows with the age of
 * a row and begins an index.
 */
export function definePartSearch<All extends Columns, R extends Columns>(
  table: Table<All, R>,
  { name, words, newest }: { name: string; words: string; newest: string },
): PartSearch<Outputs<R>> {
  const { columns, row } = table;
  const has = `${words} like $1 and ${words} like all($2)`;
  const params = [text, arrayOf(text), int8] as const;
  const among = defineQuery({
    name: `${name}Newest`,
    text: `select ${columns} from (select * from ${table.name} order by ${newest} desc limit ${NEWEST_ROWS}) among
      where ${has} order by ${newest} desc limit $3`,
    params,
    row,
  });
  // Materialized: else a plan for any words would read the whole table from its newest row.
  const whole = defineQuery({
    name,
    text: `with found as materialized (select * from ${table.name} where ${has})
      select ${columns} from found order by ${newest} desc limit $3`,
    params,
    row,
  });
  return async (reader, parts, limit) => {
    const [longest, ...others] = parts.toSorted((left, right) => right.length - left.length);
    if (longest === undefined) return [];
    const given = [patternOf(longest), others.map(patternOf), limit] as const;
    const found = await reader.many(among, given);
    return found.length === limit ? found : reader.many(whole, given);
  };
}
