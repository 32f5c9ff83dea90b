/** `npm run restore`: restores a data folder from a backup. */
import { runBuilt } from './run-built.mjs';

await runBuilt('restore');
