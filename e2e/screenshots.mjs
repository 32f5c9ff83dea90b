/** `node e2e/screenshots.mjs`: screenshots of every screen into test-results/screens, after `npm run build`. */
import { fileURLToPath } from 'node:url';
import { loadTypeScript } from './load-typescript.mjs';

const { takeScreenshots } = await loadTypeScript('screenshots');
console.log(await takeScreenshots(fileURLToPath(new URL('..', import.meta.url))));
