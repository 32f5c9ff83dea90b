/** `npm run bench`: installs and builds if needed, then runs the workloads of bench/. */
import './node-version.mjs';

const { ensureInstalled } = await import('./install.mjs');
await ensureInstalled();
const { ensureBuilt } = await import('./fresh-build.mjs');
await ensureBuilt();
await import('../bench/run.mjs');
