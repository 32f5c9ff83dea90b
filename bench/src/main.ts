/** The bench's command line: picks workloads, runs them, prints tables, writes results. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { tableOf, writeJson } from './report.ts';
import { workloads } from './workloads.ts';

const SEED = 20261121;
const ROUNDS = 5;

// Relative to the bundle in node_modules/.cache/tern-bench.
const RESULTS = fileURLToPath(new URL('../../../bench/results', import.meta.url));

/** Answers the exit code: 0 done, 1 a workload failed, 2 a wrong command line. */
export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { seed: { type: 'string' }, rounds: { type: 'string' } },
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
    console.error(`usage: npm run bench -- [${names.join('|')}]… [--seed=n] [--rounds=n]`);
    return 2;
  }
  const options = { seed, rounds, log: (line: string) => console.error(`  ${line}`) };
  let exitCode = 0;
  for (const workload of workloads) {
    if (positionals.length > 0 && !positionals.includes(workload.name)) continue;
    console.log(`\n${workload.title} (${workload.name}, seed ${seed})`);
    try {
      const figures = await workload.run(options);
      for (const comparison of figures.comparisons) console.log(`\n${tableOf(comparison)}`);
      for (const [fact, value] of Object.entries(figures.facts)) console.log(`${fact}: ${value}`);
      console.log(`written: ${await writeJson(RESULTS, workload, { options, figures })}`);
    } catch (error) {
      console.error(`${workload.name} failed:`, error);
      exitCode = 1;
    }
  }
  return exitCode;
}
