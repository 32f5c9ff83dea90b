/** Bundles the server's entry files into one folder: our own packages inside, npm packages left outside. */
import { copyFileSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { root } from './steps.mjs';

const entries = ['main', 'audit']
  .map((name) => join(root, 'apps/server/src', `${name}.ts`))
  .filter((file) => existsSync(file));

/** Ours is TypeScript source; what only proofs installs stands where the bundle could not find it. */
const isBundled = (path) => path.startsWith('@tern/') || path.startsWith('@noble/');

/** Everything else bare is loaded from node_modules. */
const npmPackagesStayOutside = {
  name: 'npm-packages-stay-outside',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || isBundled(path) ? undefined : { path, external: true },
    );
  },
};

/** Programs of their own that the server starts; each imports npm packages only. */
const childProcesses = [join(root, 'apps/server/src/kernel/images/draw-image-process.mjs')];

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
