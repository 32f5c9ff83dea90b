/** The bench's command line: picks workloads, runs them, prints tables, writes results. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureAgainst } from './against.ts';
import { tableOf, writeJson } from './report.ts';
import { findSystemPostgres } from './system-postgres.ts';
import type { Figures, RunOptions, Workload } from './workload.ts';
import { workloads } from './workloads.ts';

const SEED = 20261121;
const ROUNDS = 5;

// Relative to the bundle in node_modules/.cache/tern-bench.
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const RESULTS = `${ROOT}bench/results`;

/** Returns the exit code: 0 done, 1 a workload failed, 2 a wrong command line. */
export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      rounds: { type: 'string' },
      against: { type: 'string' },
    },
  });
  const seed = Number(values.seed ?? SEED);
  const rounds = Number(values.rounds ?? ROUNDS);
  const names = workloads.map(({ name }) => name);
  const unknown = positionals.filter((name) => !names.includes(name));
  if (
    unknown.length > 0 ||
    !Number.isSafeInteger(seed) ||
    !Number.isInteger(rounds) ||
    rounds < 1
  ) {
    console.error(
      `usage: npm run bench -- [${names.join('|')}]… [--seed=n] [--rounds=n] [--against=revision]`,
    );
    return 2;
  }
  const log = (line: string) => console.error(`  ${line}`);
  let hasFailed = false;
  const chosen = workloads.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  if (values.against !== undefined) {
    for (const { name } of chosen) {
      const duel = { root: ROOT, workload: name, revision: values.against, rounds, seed, log };
      console.log(`\n${name}\n${measureAgainst(duel).join('\n\n')}`);
    }
    return 0;
  }
  for (const workload of chosen) {
    for (const postgres of databasesOf(workload)) {
      hasFailed = !(await runOne(workload, { seed, rounds, log, postgres })) || hasFailed;
    }
  }
  return hasFailed ? 1 : 0;
}

/** The embedded one is built for size, so the system's is measured too (`docs/performance.md`). */
function databasesOf({ onEachDatabase }: Workload): (string | undefined)[] {
  const system = onEachDatabase === true ? findSystemPostgres() : undefined;
  return system === undefined ? [undefined] : [system, undefined];
}

async function runOne(workload: Workload, options: RunOptions): Promise<boolean> {
  const { name, title } = workload;
  const where = options.postgres === undefined ? '' : ` on ${options.postgres}`;
  console.log(`\n${title}${where} (${name}, seed ${options.seed})`);
  try {
    const figures = await workload.run(options);
    printFigures(figures);
    console.log(`written: ${await writeJson(RESULTS, workload, { options, figures })}`);
    return true;
  } catch (error) {
    console.error(`${name} failed:`, error);
    return false;
  }
}

function printFigures({ comparisons, facts }: Figures): void {
  for (const comparison of comparisons) console.log(`\n${tableOf(comparison)}`);
  for (const [fact, value] of Object.entries(facts)) console.log(`${fact}: ${value}`);
}
