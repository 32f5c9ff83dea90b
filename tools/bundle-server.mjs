/** Bundles the server's entry files into one folder, with our packages but without npm packages. */
import { copyFileSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { root } from './steps.mjs';

const entries = ['main', 'audit']
  .map((name) => join(root, 'apps/server/src', `${name}.ts`))
  .filter((file) => existsSync(file));

/** Our packages are TypeScript sources; those that only `proofs` installs would not be found from the bundle. */
const isBundled = (path) => path.startsWith('@tern/') || path.startsWith('@noble/');

/** All other packages are loaded from node_modules. */
const npmPackagesStayOutside = {
  name: 'npm-packages-stay-outside',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || isBundled(path) ? undefined : { path, external: true },
    );
  },
};

/** Child processes of the server; each imports npm packages only. */
const childProcesses = [
  'kernel/images/draw-image-process.mjs',
  'features/statement/draw-statement-process.mjs',
].map((file) => join(root, 'apps/server/src', file));

await build({
  entryPoints: entries,
  outdir: process.argv[2],
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  plugins: [npmPackagesStayOutside],
  logLevel: 'warning',
});
for (const file of childProcesses) copyFileSync(file, join(process.argv[2], basename(file)));
