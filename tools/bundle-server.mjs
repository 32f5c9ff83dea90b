/** Bundles the server's entry files into one folder, with what they import. */
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { root } from './steps.mjs';

const sources = join(root, 'apps/server/src');
const commands = ['audit', 'backup', 'cluster', 'doctor', 'operator', 'query', 'restore'];
/** File name in the bundle: source. */
const entries = {
  main: join(sources, 'main.ts'),
  ...Object.fromEntries(commands.map((name) => [name, join(sources, `commands/${name}.ts`)])),
};

/**
 * npm packages are bundled too: reading, resolving and compiling their 1,500 files took half of the time that the server needs to
 * load. These stay outside: they load compiled libraries or files of their own, or are loaded only when something is traced.
 */
const OUTSIDE = [
  /^@fastify\/swagger(-ui)?$/,
  /^@node-rs\/argon2$/,
  /^@opentelemetry\//,
  /^pino$/,
  /^sharp$/,
  /^svg-captcha$/,
];

const someStayOutside = {
  name: 'some-stay-outside',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind !== 'entry-point' && OUTSIDE.some((name) => name.test(path))
        ? { path, external: true }
        : undefined,
    );
  },
};

/** What bundled CommonJS packages call. */
const banner = `import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);`;

const drawing = join(sources, 'features/money/statement/drawing');

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
  banner: { js: banner },
  plugins: [someStayOutside],
  logLevel: 'warning',
});
for (const { file, folder } of childProcesses) {
  mkdirSync(join(process.argv[2], folder), { recursive: true });
  copyFileSync(file, join(process.argv[2], folder, basename(file)));
}
