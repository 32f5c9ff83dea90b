/** `npm run doctor`: installs if needed, builds if needed, then examines the deployment in this same process. */
import './node-version.mjs';

const examine = async () => {
  const { root } = await import('./steps.mjs');
  process.chdir(root);
  const { ensureInstalled } = await import('./install.mjs');
  await ensureInstalled();
  const { ensureBuilt } = await import('./fresh-build.mjs');
  await ensureBuilt();
  await import(new URL('../apps/server/dist/doctor.js', import.meta.url).href);
};

examine().catch((error) => {
  console.error(error instanceof Error && !process.env.DEBUG ? error.message : error);
  process.exit(1);
});
