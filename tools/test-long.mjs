/** `npm run test:long`: the programmes that take minutes (crashes, explored states, fuzzers, simulations, crawls of all screens), with their own set-up. */
import './node-version.mjs';

const { ensureInstalled } = await import('./install.mjs');
const { installed, root, runStep } = await import('./steps.mjs');
const { ensureBuilt } = await import('./fresh-build.mjs');

process.chdir(root);
process.env.CI ??= 'true';
await ensureInstalled();
await ensureBuilt();
const { browserPath } = await import('./browser.mjs');
const browser = await browserPath();
if (browser !== undefined) process.env.CHROMIUM_PATH = browser;
const { ok } = await runStep({
  name: 'long tests',
  command: installed(
    'vitest/vitest.mjs',
    'run',
    '--mode',
    'long',
    '--reporter',
    'default',
    '--reporter',
    './tools/test-report.ts',
    ...process.argv.slice(2),
  ),
});
process.exitCode = ok ? 0 : 1;
