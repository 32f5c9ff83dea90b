/** Results as a table and as JSON. */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { Comparison } from './compare.ts';
import type { Figures, RunOptions, Workload } from './workload.ts';

// Independent of the working directory.
export async function writeJson(
  folder: string,
  workload: Workload,
  run: { options: RunOptions; figures: Figures },
): Promise<string> {
  const { seed, rounds, postgres } = run.options;
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    postgres: postgres ?? 'embedded',
  };
  const file = `${folder}/${workload.name}${postgres === undefined ? '' : '-system'}.json`;
  const { name, title } = workload;
  await mkdir(folder, { recursive: true });
  await writeFile(
    file,
    `${JSON.stringify({ name, title, seed, rounds, machine, ...run.figures }, null, 2)}\n`,
  );
  return file;
}

export function tableOf({ title, rounds, results }: Comparison): string {
  const loads = rounds.map((round) => round.loadAverage.toFixed(2)).join(' ');
  const header = ['contender', 'metric', 'median', 'min', 'max', 'first/this'];
  const rows = results.map(({ contender, metric, spread, firstToThis }) => [
    contender,
    metric,
    ...[spread.median, spread.min, spread.max, firstToThis.median].map(compact),
  ]);
  return [`${title} (load before each round: ${loads})`, ...aligned([header, ...rows])].join('\n');
}

/** A figure in about three digits. */
export function compact(figure: number): string {
  if (!Number.isFinite(figure)) return '-';
  if (figure >= 1e6) return `${(figure / 1e6).toFixed(2)} M`;
  if (figure >= 1e4) return `${(figure / 1e3).toFixed(1)} k`;
  return figure >= 100 ? figure.toFixed(0) : figure.toPrecision(3);
}

/** Lines of columns: the first two are texts. */
export function aligned(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
}
