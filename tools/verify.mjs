/** `npm run verify`: checks evidence without server, database or build. */
import './node-version.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { root } from './steps.mjs';

const verify = async () => {
  await ensureInstalled();
  const { build } = await import('esbuild');
  const folder = mkdtempSync(join(tmpdir(), 'tern-verify-'));
  try {
    const outfile = join(folder, 'verify.mjs');
    await build({
      entryPoints: [join(root, 'apps/server/src/verify.ts')],
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

verify().catch((error) => {
  console.error(error instanceof Error && !process.env.DEBUG ? error.message : error);
  process.exit(2);
});
