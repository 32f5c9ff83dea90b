/** `npm run check`: format, lint, types, import rules with their proof, dead code, and the tidy rules. */
import './node-version.mjs';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { installed, root, runSteps } from './steps.mjs';

const folders = ['packages', 'apps', 'e2e', 'bench', 'tools'];

const hasTypeScript = (folder) =>
  existsSync(join(root, folder)) &&
  readdirSync(join(root, folder), { recursive: true }).some((file) => /[.]tsx?$/.test(file));

const typed = ['packages', 'apps']
  .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
  .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
  .filter((folder) => hasTypeScript(`${folder}/src`));

/** The linter's type checker and the compiler are written in Go: they collect before they have this much, so that both fit into 6 GB. */
const env = { GOMEMLIMIT: '2300MiB' };

const step = (name, ...command) => ({ name, command: installed(...command), quiet: true, env });

// `npm test` runs the proof together with all other tests.
const proof = process.argv.includes('--without-proof')
  ? []
  : [step('rules and their proof', 'vitest/vitest.mjs', 'run', '--project', 'tools')];

/** Two steps run at a time, so that one checker each is as fast as more, in half the memory. */
const types = (name, folder) =>
  step(name, 'typescript-native/bin/tsc', '--checkers', '1', '-p', folder);

// The longest come first, so that no core is idle at the end.
const steps = [
  ...proof,
  step(
    'lint',
    'oxlint/bin/oxlint',
    '--type-aware',
    '--deny-warnings',
    ...folders,
    'vitest.config.ts',
  ),
  types('types tests and tools', '.'),
  ...typed.map((folder) => types(`types ${folder}`, folder)),
  step('format', '@biomejs/biome/bin/biome', 'format', '.'),
  step(
    'imports',
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ...folders,
    '--config=tools/arch/rules.cjs',
    '--output-type=err-long',
  ),
  step('dead code', 'knip/bin/knip.js', '--no-progress'),
];

await ensureInstalled();
const results = await runSteps(steps, 2);
const failed = results.filter((result) => !result.ok).map((result) => result.name);
console.log(
  failed.length === 0 ? `\nAll ${steps.length} checks pass.` : `\nFailed: ${failed.join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
