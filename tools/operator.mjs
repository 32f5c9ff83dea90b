/** `npm run operator`: installs if needed, builds if needed, then makes one of the first two operators in this same process. */
import { runBuilt } from './run-built.mjs';

await runBuilt('operator');
