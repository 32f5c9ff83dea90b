/** The first file the browser runs. */
import '@tern/ui/styles.css';
import { start } from './app/start.tsx';

const root = document.getElementById('root');
// Not awaited: pages import from the same file, and would wait for its end.
if (root) void start(root);
