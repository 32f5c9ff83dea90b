/** The owners of tables: the feature named in the first line of the migration that creates a table. */
import { sourceFiles, sourceText } from './source-files.ts';

/** Former slugs of features: migrations keep them, because an applied one never changes. */
const RENAMED: ReadonlyMap<string, string> = new Map([['service', 'support']]);

/** The owner named by a migration's first line `-- feature: <slug>`, or undefined. */
export const migrationOwner = (sql: string): string | undefined => {
  const slug = /^-- feature: ([a-z-]+)$/u.exec(sql.split('\n', 1)[0] ?? '')?.[1];
  return RENAMED.get(slug ?? '') ?? slug;
};

const CREATED =
  /\bcreate\s+(?:or\s+replace\s+)?(?:unlogged\s+|materialized\s+)?(?:table|view)\s+(?:if\s+not\s+exists\s+)?(?:public[.])?([a-z_0-9]+)/giu;

const sqlWithoutComments = (sql: string): string => sql.replaceAll(/--.*$|\/\*[\s\S]*?\*\//gmu, '');

const codeWithoutComments = (code: string): string =>
  code.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gmu, '');

/** Tables and views a migration creates. */
export const tablesCreated = (sql: string): readonly string[] =>
  [...sqlWithoutComments(sql).matchAll(CREATED)].map(([, table]) => table ?? '');

/** Table name to owner, from every migration on disk. */
export const tableOwners = (): ReadonlyMap<string, string> => {
  const owners = new Map<string, string>();
  for (const file of migrations()) {
    const sql = sourceText(file);
    for (const table of tablesCreated(sql)) owners.set(table, migrationOwner(sql) ?? file);
  }
  return owners;
};

/** The migrations, in the order they run. */
export const migrations = (): readonly string[] =>
  sourceFiles().filter((file) => /^apps\/server\/migrations\/.*[.]sql$/.test(file));

/** The names that follow these words, in lower case. */
const namesAfter = (words: string, text: string): ReadonlySet<string> => {
  // The name is only looked at, because it may be such a word itself: `truncate table x`.
  const names = new RegExp(
    String.raw`\b(?:${words})(?=\s+(?:only\s+|lateral\s+)?(?:public[.])?([a-z_0-9]+))`,
    'giu',
  );
  return new Set([...text.matchAll(names)].map(([, name = '']) => name.toLowerCase()));
};

/** The known tables that a source file reads or writes in its SQL. */
export const tablesTouched = (code: string, tables: Iterable<string>): readonly string[] => {
  const words = 'from|join|into|update|truncate|table|using|merge';
  const source = codeWithoutComments(code);
  const named = new Set([
    ...namesAfter(words, source),
    ...[...source.matchAll(/\bdefineTable\(\s*'([a-z_0-9]+)'/gu)].map(([, table]) => table),
  ]);
  return [...tables].filter((table) => named.has(table));
};

/** The known tables that a migration changes without creating them (references are allowed). */
export const tablesChanged = (sql: string, tables: Iterable<string>): readonly string[] => {
  const words = String.raw`(?:insert|update|delete|truncate)\s+on|alter\s+table|drop\s+table|insert\s+into|update|delete\s+from|truncate`;
  const named = namesAfter(words, sqlWithoutComments(sql));
  return [...tables].filter((table) => named.has(table));
};

/** Tables of another owner that a migration reads, writes or refers to, each before the file that creates it. */
export const tablesAhead = (files: readonly { name: string; sql: string }[]): readonly string[] => {
  const created = files.flatMap(({ sql }, place) =>
    tablesCreated(sql).map((table) => ({ table, place, owner: migrationOwner(sql) })),
  );
  // A view that is replaced later was there before.
  const first = created.filter(
    ({ table, place }) => !created.some((each) => each.table === table && each.place < place),
  );
  const words = 'from|join|into|update|truncate|table|on|references';
  return files.flatMap(({ name, sql }, place) => {
    const named = namesAfter(words, sqlWithoutComments(sql));
    const ahead = first.filter((of) => of.place > place && of.owner !== migrationOwner(sql));
    return ahead
      .filter(({ table }) => named.has(table))
      .map(({ table }) => `${name} uses ${table}`);
  });
};

/** The part of the server a file belongs to: a feature's slug, `kernel` (also its adapters), `platform` or `app`. */
export const ownerOfFile = (file: string): string =>
  /^apps\/server\/src\/features\/[^/]+\/([^/]+)\//u.exec(file)?.[1] ??
  /^apps\/server\/src\/([^/]+)\//u.exec(file)?.[1]?.replace('adapters', 'kernel') ??
  'app';
