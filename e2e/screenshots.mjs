/** `node e2e/screenshots.mjs`: pictures of every screen into test-results/screens, after `npm run build`. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = `${root}node_modules/.cache/tern-screenshots/main.mjs`;

// Our own files are TypeScript and must be bundled; what npm installed and the finder of the browser stay.
const staysOutside = {
  name: 'stays-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@tern/') ? undefined : { path, external: true },
    );
    onResolve({ filter: /tools\/browser\.mjs$/ }, () => ({
      path: pathToFileURL(`${root}tools/browser.mjs`).href,
      external: true,
    }));
    // Screens are loaded when they are opened; here only their addresses matter.
    onResolve({ filter: /\.tsx$/ }, ({ path }) => ({ path, external: true }));
  },
};

await build({
  entryPoints: [`${root}e2e/support/screenshots.ts`],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
  plugins: [staysOutside],
});

const { takeScreenshots } = await import(pathToFileURL(outfile).href);
console.log(await takeScreenshots(root));
