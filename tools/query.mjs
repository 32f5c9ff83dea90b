/** `npm run query`: installs if needed, builds if needed, then runs one query in this same process. */
import { runBuilt } from './run-built.mjs';

await runBuilt('query');
