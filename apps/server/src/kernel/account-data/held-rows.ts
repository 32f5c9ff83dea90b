/**
 * Rows that a feature holds about a member, for the export of their data: each feature declares its own tables (ADR 48). Whole rows,
 * less what is omitted, so that a new column is exported unless its author decides otherwise.
 */
import { arrayOf, int8, json, text } from '../../platform/database/columns.ts';
import { messageIn } from '../i18n/reasons.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery } from '../../platform/database/query.ts';

/** Columns in their order, as PostgreSQL prints them; amounts without trailing zeros. */
export type HeldRow = Readonly<Record<string, string | null>>;

/** The kinds of columns that rows are ordered by, with a value below all others. */
const firstOf = {
  bigint: '0',
  int: '-1',
  text: '',
  date: '-infinity',
  timestamptz: '-infinity',
} as const;

export interface HeldRows {
  /** Of its files in the archive: `orders` for orders.json and orders.csv. */
  name: string;
  /** The tables whose rows it has. */
  tables: readonly string[];
  /** In batches, so that memory stays bounded however much a member has. */
  read(reader: Reader, memberId: number): AsyncGenerator<readonly HeldRow[]>;
}

/** A batch takes a few milliseconds, so that other requests run in between. */
const ROWS_PER_BATCH = 1_000;

/**
 * Declares rows of a member. `from` is SQL from `from` to the end of `where`; it names the rows `t` and the member `$1`. `key` orders
 * them, with the kind of each column; together unique for a member. `omits`: secrets, hashes, people other than the member.
 */
export function heldRows(declared: {
  name: string;
  tables: readonly string[];
  from: string;
  key: Readonly<Record<string, keyof typeof firstOf>>;
  omits?: readonly string[];
  /** What the member reads in place of what is stored. */
  shows?: (row: HeldRow) => HeldRow;
}): HeldRows {
  const { name, tables, from, key, omits = [], shows = (row) => row } = declared;
  const columns = Object.keys(key).map((column) => `t.${column}`);
  const after = Object.values(key).map((kind, index) => `($2::text[])[${index + 1}]::${kind}`);
  const omitted = omits.map((column) => `'${column}'`).join(', ');
  const query = defineQuery({
    name: `held.${name}`,
    text: `select array[${columns.map((column) => `${column}::text`).join(', ')}] as position, (
        select json_object_agg(e.key, e.value) from json_each_text(to_json(t)) e
        where e.key <> all (array[${omitted}]::text[])
      ) as held
      ${from} and (${columns.join(', ')}) > (${after.join(', ')})
      order by ${columns.join(', ')} limit $3`,
    params: [int8, arrayOf(text), int8],
    row: { position: arrayOf(text), held: json<HeldRow>() },
  });
  return {
    name,
    tables,
    async *read(reader, memberId) {
      let position: readonly string[] = Object.values(key).map((kind) => firstOf[kind]);
      for (;;) {
        const rows = await reader.many(query, [memberId, [...position], ROWS_PER_BATCH]);
        if (rows.length > 0) yield rows.map(({ held }) => readable(shows(held)));
        if (rows.length < ROWS_PER_BATCH) return;
        position = rows.at(-1)?.position ?? position;
      }
    },
  };
}

/** A row with the text of a decision as the member reads it; `act` as in `memberMessages`. */
export function withMessage(row: HeldRow, column: string, act: string): HeldRow {
  const stored = row[column] ?? null;
  return stored === null ? row : { ...row, [column]: messageIn('en', stored, act) };
}

/** A stored amount: 18 places, most of them zeros. */
const STORED_AMOUNT = /^-?\d+\.\d{18}$/;

function readable(row: HeldRow): HeldRow {
  const cells = Object.entries(row).map(([name, value]) => [
    name,
    value !== null && STORED_AMOUNT.test(value) ? value.replace(/\.?0{1,18}$/, '') : value,
  ]);
  return Object.fromEntries(cells) as HeldRow;
}
