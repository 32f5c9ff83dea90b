/** Runs a command of the server from its source: without server, database or a finished build. */
import './node-version.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { root } from './steps.mjs';

const run = async (source) => {
  await ensureInstalled();
  const { build } = await import('esbuild');
  const folder = mkdtempSync(join(tmpdir(), 'tern-command-'));
  try {
    const outfile = join(folder, 'command.mjs');
    await build({
      entryPoints: [join(root, source)],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      logLevel: 'warning',
    });
    await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Shape: `source` is a path from the root of the repository. Exits with 2 when it cannot be run. */
export const runSource = (source) =>
  run(source).catch((error) => {
    console.error(error instanceof Error && !process.env.DEBUG ? error.message : error);
    process.exit(2);
  });
