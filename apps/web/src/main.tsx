/** The entry point. */
import '@tern/ui/styles.css';
import { start } from './app/start.tsx';

const root = document.getElementById('root');
// Not awaited: pages import from this chunk and would wait for it.
if (root) void start(root);
