/** `npm run backup`: backs up the embedded database now; `-- --new-key FILE` makes a key. */
import { runBuilt } from './run-built.mjs';

await runBuilt('backup');
