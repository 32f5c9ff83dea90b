/** What the database holds at rest: every column of every table, read as text. */
import type { Client } from 'pg';

/** The columns in which one of the texts stands, as `table.column`; also as bytes. */
export async function columnsWith(owner: Client, ...texts: string[]): Promise<string[]> {
  const { rows } = await owner.query<{ table: string }>(
    `select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const written = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]);
  const patterns = written.map((text) => `%${text}%`);
  const found: string[] = [];
  for (const { table } of rows) {
    const query = `select distinct e.key from "${table}" t, jsonb_each_text(to_jsonb(t)) e where e.value ilike any($1)`;
    const columns = await owner.query<{ key: string }>(query, [patterns]);
    found.push(...columns.rows.map(({ key }) => `${table}.${key}`));
  }
  return found.sort();
}
