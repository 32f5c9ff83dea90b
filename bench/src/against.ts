/** Another revision beside this one: each is measured by its own bench in a checkout of its own, in turns. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Comparison } from './compare.ts';
import { whenInterrupted } from './interrupted.ts';
import { aligned, compact } from './report.ts';
import { spreadOf } from './spread.ts';

export interface Duel {
  /** The checkout of this build. */
  readonly root: string;
  readonly workload: string;
  /** Any name that git knows. */
  readonly revision: string;
  readonly rounds: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

/** One figure of both builds, in the order of the rounds. */
interface Figure {
  readonly ours: number[];
  readonly theirs: number[];
}

const INSTALL = "import('./tools/install.mjs').then((install) => install.ensureInstalled())";

/** By database, then by the figure's name. */
type Measured = Map<string, Map<string, number>>;

/**
 * Each round runs the whole workload once with either build; the one that begins alternates. Returns tables, one for each database.
 * @throws Error when the revision is unknown, or a build or a run fails
 */
export function measureAgainst(duel: Duel): string[] {
  const { root, revision, rounds, log } = duel;
  const folder = mkdtempSync(join(tmpdir(), 'tern-bench-against-'));
  // Ctrl-C ends the run of the moment, which then counts as failed.
  const forget = whenInterrupted(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const commit = git(root, 'rev-parse', '--short', `${revision}^{commit}`);
    git(root, 'clone', '--quiet', '--shared', '--no-checkout', root, folder);
    git(folder, 'checkout', '--quiet', commit);
    log(`installing and building ${commit}`);
    // What a build alone needs is less than its bench does.
    run(folder, ['-e', INSTALL]);
    run(folder, ['tools/build.mjs']);
    const figures = new Map<string, Map<string, Figure>>();
    for (let round = 1; round <= rounds; round += 1) {
      const load = loadavg()[0] ?? 0;
      const inTurn = round % 2 === 1 ? [root, folder] : [folder, root];
      for (const checkout of inTurn) {
        const side = checkout === root ? 'ours' : 'theirs';
        collect(figures, side, measure(checkout, duel));
      }
      log(`round ${round} of ${rounds}, load ${load.toFixed(2)}`);
    }
    return [...figures].map(([database, each]) => `${database}\n${tableOf(each, commit)}`);
  } finally {
    forget();
    rmSync(folder, { recursive: true, force: true });
  }
}

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

function run(cwd: string, args: string[]): void {
  const { status } = spawnSync(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed in ${cwd}`);
}

function measure(checkout: string, { workload, seed }: Duel): Measured {
  run(checkout, ['bench/run.mjs', workload, '--rounds=1', `--seed=${seed}`]);
  const measured: Measured = new Map();
  for (const [database, file] of [
    ['embedded PostgreSQL', `${workload}.json`],
    ["the system's PostgreSQL", `${workload}-system.json`],
  ] as const) {
    const path = join(checkout, 'bench', 'results', file);
    if (!existsSync(path)) continue;
    const { comparisons } = JSON.parse(readFileSync(path, 'utf8')) as { comparisons: Comparison[] };
    // The next run must not find it when it fails to write.
    rmSync(path);
    measured.set(database, new Map(comparisons.flatMap(figuresOf)));
  }
  return measured;
}

const figuresOf = ({ title, results }: Comparison): [string, number][] =>
  results.map(({ contender, metric, spread }) => [
    `${title.replace(/:.*/s, '')}: ${nameOf(contender)}: ${metric}`,
    spread.median,
  ]);

/** The rate of an open loop depends on the build. */
const nameOf = (contender: string) =>
  contender.replace(/\d+ arrivals/, 'half of the most: arrivals');

function collect(
  into: Map<string, Map<string, Figure>>,
  side: keyof Figure,
  measured: Measured,
): void {
  for (const [database, figures] of measured) {
    const kept = into.get(database) ?? new Map<string, Figure>();
    into.set(database, kept);
    for (const [name, figure] of figures) {
      const both = kept.get(name) ?? { ours: [], theirs: [] };
      kept.set(name, both);
      both[side].push(figure);
    }
  }
}

/** Only what both measured. */
function tableOf(figures: Map<string, Figure>, commit: string): string {
  const header = ['figure', '', 'this build', commit, 'this / other', 'min', 'max'];
  const rows = [...figures]
    .filter(([, { ours, theirs }]) => ours.length > 0 && ours.length === theirs.length)
    .map(([name, { ours, theirs }]) => {
      const ratios = spreadOf(ours.map((figure, at) => figure / (theirs[at] ?? Number.NaN)));
      const medians = [ours, theirs].map((each) => spreadOf(each).median);
      return [name, '', ...[...medians, ratios.median, ratios.min, ratios.max].map(compact)];
    });
  return aligned([header, ...rows]).join('\n');
}
