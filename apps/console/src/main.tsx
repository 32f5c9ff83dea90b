/** The first file the browser runs. */
import '@tern/ui/styles.css';
import { start } from './app/start.tsx';

const root = document.getElementById('root');
if (root) start(root);
