/** `npm run build`: builds server and web, whether or not their sources changed. */
import './node-version.mjs';

const { ensureInstalled } = await import('./install.mjs');
await ensureInstalled('run');
const { ensureBuilt } = await import('./fresh-build.mjs');
await ensureBuilt({ force: true });
