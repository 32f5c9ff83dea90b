/** Runs a command of the server from its source: without server, database or a finished build. */
import './node-version.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { root } from './steps.mjs';

/** Each source keeps its own address, by which it finds files beside it. */
const ownAddresses = {
  name: 'own-addresses',
  setup: (build) =>
    build.onLoad({ filter: /(apps[\\/]server[\\/]src|tools)[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: 'ts',
    })),
};

/** Packages in CommonJS load what belongs to Node by `require`. */
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

const run = async (source) => {
  await ensureInstalled('run');
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
      banner: { js: REQUIRE },
      plugins: [ownAddresses],
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
