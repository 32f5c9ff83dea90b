/** The SQL of the public figures as last computed, and of the times when the server ran. */
import { jsonb, nullable, timestamptz } from '../../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../../../platform/database/query.ts';
import type { Run } from './rules.ts';

/** What an earlier version computed lacks the log: it is computed again. */
const COMPLETE = `figures ? 'log'`;

const newestFigures = defineQuery({
  name: 'transparency.figures',
  text: `select computed_at, figures from transparency_figures where ${COMPLETE}`,
  params: [],
  row: { computedAt: timestamptz, figures: jsonb<object>() },
});

const putFigures = defineStatement({
  name: 'transparency.putFigures',
  text: `insert into transparency_figures as f (computed_at, figures) values ($1, $2)
    on conflict (is_only) do update set computed_at = excluded.computed_at, figures = excluded.figures
    where f.computed_at < excluded.computed_at`,
  params: [timestamptz, jsonb<object>()],
});

const extendRun = defineStatement({
  name: 'transparency.extendRun',
  text: `update transparency_runs set seen_at = $1
    where id = (select max(id) from transparency_runs) and seen_at between $1::timestamptz - interval '2 minutes' and $1`,
  params: [timestamptz],
});

const beginRun = defineStatement({
  name: 'transparency.beginRun',
  text: `insert into transparency_runs (began_at, seen_at) select $1::timestamptz, $1::timestamptz
    where not exists (select from transparency_runs where seen_at >= $1)`,
  params: [timestamptz],
});

const runsSince = defineQuery({
  name: 'transparency.runsSince',
  text: 'select began_at, seen_at from transparency_runs where seen_at >= $1 order by began_at',
  params: [timestamptz],
  row: { beganAt: timestamptz, seenAt: timestamptz },
});

const computedAtQuery = defineQuery({
  name: 'transparency.figuresComputedAt',
  text: `select max(computed_at) as at from transparency_figures where ${COMPLETE}`,
  params: [],
  row: { at: nullable(timestamptz) },
});

/** Undefined until first computed. Units: epoch milliseconds. */
export async function figuresComputedAt(reader: Reader): Promise<number | undefined> {
  return (await reader.one(computedAtQuery, [])).at ?? undefined;
}

/** Undefined until first computed. */
export function findFigures(
  reader: Reader,
): Promise<{ computedAt: number; figures: object } | undefined> {
  return reader.maybe(newestFigures, []);
}

/** Figures computed earlier than the stored ones are ignored. */
export async function writeFigures(
  tx: Tx,
  { computedAt, figures }: { computedAt: number; figures: object },
): Promise<void> {
  await tx.run(putFigures, [computedAt, figures]);
}

/** Notes that the server runs: extends the newest run, or begins one after a pause of more than two minutes. */
export async function noteRunning(tx: Tx, now: number): Promise<void> {
  if ((await tx.run(extendRun, [now])) === 0) await tx.run(beginRun, [now]);
}

/** Oldest first. Units: epoch milliseconds. */
export async function findRuns(reader: Reader, from: number): Promise<Run[]> {
  const rows = await reader.many(runsSince, [from]);
  return rows.map(({ beganAt, seenAt }) => ({ from: beganAt, to: seenAt }));
}
