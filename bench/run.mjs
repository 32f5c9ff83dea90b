/** Bundles the workloads and runs them: `node bench/run.mjs [names…] [--seed=n] [--rounds=n]`. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const outdir = fileURLToPath(new URL('../node_modules/.cache/tern-bench', import.meta.url));

// Finds its folders relative to its own path.
const browserFinder = {
  name: 'browser-finder',
  setup({ onResolve }) {
    const path = new URL('../tools/browser.mjs', import.meta.url).href;
    onResolve({ filter: /tools\/browser[.]mjs$/ }, () => ({ path, external: true }));
  },
};

// Our own packages are TypeScript and must be bundled; npm packages stay external.
const foreignPackages = {
  name: 'foreign-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@tern/') ? undefined : { path, external: true },
    );
  },
};

await build({
  entryPoints: {
    main: `${here}src/main.ts`,
    'orders-load': `${here}src/orders/load-process.ts`,
    'orders-floor': `${here}src/orders/floor-process.ts`,
    'liabilities-build': `${here}src/liabilities/build-process.ts`,
    'feed-server': `${here}src/feed/server-process.ts`,
    'feed-load': `${here}src/feed/load-process.ts`,
  },
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  logLevel: 'warning',
  plugins: [browserFinder, foreignPackages],
});

const { main } = await import(pathToFileURL(`${outdir}/main.mjs`).href);
process.exitCode = await main(process.argv.slice(2));
