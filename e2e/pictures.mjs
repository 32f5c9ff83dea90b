/** `npm run pictures`: takes the pictures of the README from the running app, into docs/pictures. */
import '../tools/node-version.mjs';
import { ensureBuilt } from '../tools/fresh-build.mjs';
import { ensureInstalled } from '../tools/install.mjs';
import { root } from '../tools/steps.mjs';
import { loadTypeScript } from './load-typescript.mjs';

await ensureInstalled();
await ensureBuilt();
const { takePictures } = await loadTypeScript('pictures');
for (const file of await takePictures(root)) console.log(file);
