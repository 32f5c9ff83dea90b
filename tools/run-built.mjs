/** Runs a command of the built server in this same process: installs if needed, builds if needed. */
import './node-version.mjs';

const run = async (name) => {
  const { root } = await import('./steps.mjs');
  // Relative paths, including DATA_DIR, are relative to the clone, not to the current folder.
  process.chdir(root);
  const { ensureInstalled } = await import('./install.mjs');
  await ensureInstalled('run');
  const { ensureBuilt } = await import('./fresh-build.mjs');
  await ensureBuilt();
  await import(new URL(`../apps/server/dist/${name}.js`, import.meta.url).href);
};

/** Shape: `name` is one of the entries of `bundle-server.mjs`. */
export const runBuilt = (name) =>
  run(name).catch((error) => {
    console.error(error instanceof Error && !process.env.DEBUG ? error.message : error);
    process.exit(1);
  });
