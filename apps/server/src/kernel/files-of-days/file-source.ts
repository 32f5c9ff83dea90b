/** Where the rows of a file of closed days come from: a feature reads its own tables, some thousand rows at a time (ADR 97). */
import { arrayOf, int8, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery } from '../../platform/database/query.ts';

/** What a file contains. Days are UTC, both included. */
export interface FileRange {
  readonly fromDay: string;
  readonly untilDay: string;
  /** Epoch milliseconds; `to` is not included. */
  readonly from: number;
  readonly to: number;
  /** Undefined: all. */
  readonly asset: string | undefined;
}

export interface FileRow {
  readonly cells: readonly string[];
  /** Null: none, or several. */
  readonly memberId: number | null;
}

export interface FileForm {
  /** Before the first row. */
  readonly head: string;
  readonly extension: string;
  readonly type: string;
}

/** Rows in the order of a number of the source, such as an id. Reading again from the same number gives the same rows. */
export interface FileSource {
  readonly columns: readonly string[];
  /** Rows are about single members: fewer operators may have them, and names can be added. */
  readonly isOfMembers: boolean;
  /** Rows can be chosen by an asset. */
  readonly hasAsset: boolean;
  /** Absent: CSV. A file of another form has one column, whose cells are its text. */
  readonly form?: FileForm;
  /** Rows have numbers above `after`, up to `through`. */
  span(reader: Reader, range: FileRange): Promise<{ after: number; through: number }>;
  /** The rows above `after` up to `next`, which is at most `through`. */
  page(
    reader: Reader,
    range: FileRange,
    span: { readonly after: number; readonly through: number },
  ): Promise<{ rows: readonly FileRow[]; next: number }>;
}

/** Ids per page: some milliseconds. */
const IDS_PER_PAGE = 5_000;

interface RecordsOf {
  /** Of the queries: `spot.ordersFile`. */
  readonly name: string;
  readonly table: string;
  /** Names of columns with their SQL; `t` is the table, `m` what `from` joins. */
  readonly columns: Readonly<Record<string, string>>;
  /** Joined to the rows of a page. */
  readonly joins?: string;
  /** SQL of the time by which a row is in the file, and of its member. */
  readonly at: string;
  readonly member: string;
  /** SQL of its asset; absent: a row has several. */
  readonly asset?: string;
}

/** A source of records with growing ids, of which those of a time are in the file. A page reads a range of the primary key. */
export function recordsSource(of: RecordsOf): FileSource {
  const { name, table, columns, joins = '', at, member, asset } = of;
  const isOfAsset =
    asset === undefined ? '$5::text is null' : `($5::text is null or ${asset} = $5)`;
  const bounds = defineQuery({
    name: `${name}Span`,
    text: `select coalesce(min(id), 1) - 1 as after, coalesce(max(id), 0) as through from ${table}`,
    params: [],
    row: { after: int8, through: int8 },
  });
  const last = defineQuery({
    name: `${name}Last`,
    text: `select max(id) as id from (select id from ${table} where id > $1 and id <= $2 order by id limit ${IDS_PER_PAGE}) p`,
    params: [int8, int8],
    row: { id: nullable(int8) },
  });
  const cells = Object.values(columns).map((sql) => `coalesce((${sql})::text, '')`);
  const page = defineQuery({
    name: `${name}Page`,
    text: `select ${member} as member_id, array[${cells.join(', ')}] as cells from ${table} t ${joins}
      where t.id > $1 and t.id <= $2 and ${at} >= $3 and ${at} < $4 and ${isOfAsset} order by t.id`,
    params: [int8, int8, timestamptz, timestamptz, nullable(text)],
    row: { memberId: nullable(int8), cells: arrayOf(text) },
  });
  return {
    columns: Object.keys(columns),
    isOfMembers: true,
    hasAsset: asset !== undefined,
    span: (reader) => reader.one(bounds, []),
    async page(reader, range, { after, through }) {
      const { id } = await reader.one(last, [after, through]);
      const next = id ?? through;
      const given = [after, next, range.from, range.to, range.asset ?? null] as const;
      return { rows: await reader.many(page, given), next };
    },
  };
}

/** SQL of a time in ISO 8601 with milliseconds. */
export const isoSql = (sql: string): string =>
  `to_char(${sql} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** SQL of an exact decimal without zeros behind. */
export const amountSql = (sql: string): string => `trim_scale(${sql})`;
