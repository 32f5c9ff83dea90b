/** Bundles the server's entry files into one folder, with our packages but without npm packages. */
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { root } from './steps.mjs';

const entries = ['main', 'audit', 'backup', 'cluster', 'doctor', 'operator', 'query', 'restore']
  .map((name) => join(root, 'apps/server/src', `${name}.ts`))
  .filter((file) => existsSync(file));

/** Our packages are TypeScript sources; those that only a package installs would not be found from the bundle. */
const isBundled = (path) => /^@(tern|noble|scure)\//.test(path);

/** All other packages are loaded from node_modules. */
const npmPackagesStayOutside = {
  name: 'npm-packages-stay-outside',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || isBundled(path) ? undefined : { path, external: true },
    );
  },
};

const sources = join(root, 'apps/server/src');
const drawing = join(sources, 'features/statement/drawing');

/** Child processes of the server, with what they import of ours, each at its place beside the bundle. */
const childProcesses = [
  { file: join(sources, 'kernel/images/draw-image-process.mjs'), folder: '.' },
  ...readdirSync(drawing).map((name) => ({ file: join(drawing, name), folder: 'drawing' })),
];

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
for (const { file, folder } of childProcesses) {
  mkdirSync(join(process.argv[2], folder), { recursive: true });
  copyFileSync(file, join(process.argv[2], folder, basename(file)));
}
