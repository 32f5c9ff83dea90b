/** `npm start`: installs if needed, builds if needed, then becomes the server in this same process. */
import { runBuilt } from './run-built.mjs';

// No `await` here: an old Node could not read it, and would not be told that it is too old.
void runBuilt('main');
