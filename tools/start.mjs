/** `npm start`: installs if needed, builds if needed, then becomes the server in this same process. */
import './node-version.mjs';

const start = async () => {
  const { root } = await import('./steps.mjs');
  // Relative paths, including DATA_DIR, are relative to the clone, not to the current folder.
  process.chdir(root);
  const { ensureInstalled } = await import('./install.mjs');
  await ensureInstalled();
  const { ensureBuilt } = await import('./fresh-build.mjs');
  await ensureBuilt();
  await import(new URL('../apps/server/dist/main.js', import.meta.url).href);
};

start().catch((error) => {
  console.error(error instanceof Error && !process.env.DEBUG ? error.message : error);
  process.exit(1);
});
