/** Runs programs of this folder that are written in TypeScript, without the test runner. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

// Our own files are TypeScript and must be bundled; npm packages and the browser finder stay outside.
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

/** Bundles `support/<name>.ts` and returns its exports. */
export async function loadTypeScript(name) {
  const outfile = `${root}node_modules/.cache/tern-${name}/main.mjs`;
  await build({
    entryPoints: [`${root}e2e/support/${name}.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    plugins: [staysOutside],
  });
  return import(pathToFileURL(outfile).href);
}
