/** Entry point of the browser bundle. */
import '@tern/ui/styles.css';
import { start } from './app/start.tsx';

const root = document.getElementById('root');
if (root) start(root);
