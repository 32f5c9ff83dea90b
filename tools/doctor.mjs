/** `npm run doctor`: installs if needed, builds if needed, then examines the deployment in this same process. */
import { runBuilt } from './run-built.mjs';

await runBuilt('doctor');
