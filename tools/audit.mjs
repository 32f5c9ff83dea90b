/** `npm run audit`: installs if needed, builds if needed, then audits the books in this same process. */
import { runBuilt } from './run-built.mjs';

await runBuilt('audit');
