/** `npm run cluster`: two instances of each role, a primary and a standby, a proxy, and a page on which anything can be killed. */
import { runBuilt } from './run-built.mjs';

await runBuilt('cluster');
