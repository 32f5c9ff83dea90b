/** `npm test`: checks, build, tests, races, browser stories, with their set-up. */
import './node-version.mjs';

const { ensureInstalled } = await import('./install.mjs');
const { announce, installed, root, runStep } = await import('./steps.mjs');
const { ensureBuilt } = await import('./fresh-build.mjs');

process.chdir(root);
process.env.CI ??= 'true';
const started = performance.now();
const results = [];

/** A part that is a function, printed like a command. */
const runPart = async (name, work) => {
  console.log(`\n── ${name}`);
  results.push(
    await announce(name, () =>
      work().then(
        () => ({ ok: true }),
        (error) => {
          console.log(error.message);
          return { ok: false };
        },
      ),
    ),
  );
};

console.log('Tern: checks, build, tests, browser stories');
await ensureInstalled();
const { browserPath } = await import('./browser.mjs');

await runPart('build', () => ensureBuilt());
await runPart('browser', async () => {
  const path = await browserPath();
  if (path !== undefined) process.env.CHROMIUM_PATH = path;
  console.log(path ?? 'no packaged browser for this machine: an installed Chrome is used');
});
results.push(
  await runStep({
    name: 'check',
    command: [process.execPath, 'tools/check.mjs', '--without-proof'],
  }),
);
const tests = await runStep({
  name: 'tests',
  command: installed(
    'vitest/vitest.mjs',
    'run',
    '--reporter',
    'default',
    '--reporter',
    './tools/test-report.ts',
  ),
});
results.push(tests);

console.log('\n── summary');
for (const { name, ok, took } of results) console.log(`${ok ? '✓' : '✗'} ${name} (${took})`);
const totals = tests.output
  .split('\n')
  .filter((line) => /^\s*(Test Files|Tests|Errors)\s/.test(line));
console.log(totals.join('\n'));
const failed = results.filter((result) => !result.ok).map((result) => result.name);
const took = Math.round((performance.now() - started) / 1000);
console.log(
  failed.length === 0
    ? `Everything passes (${took} s).`
    : `Failed: ${failed.join(', ')} (${took} s)`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
