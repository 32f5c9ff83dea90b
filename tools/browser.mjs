/** Finds a Chromium for the browser stories: the one named by CHROMIUM_PATH, or the packaged one, unpacked once. */
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { root } from './steps.mjs';

const packageFolder = () => {
  const require = createRequire(join(root, 'e2e', 'package.json'));
  let folder = dirname(require.resolve('@sparticuz/chromium'));
  while (!existsSync(join(folder, 'bin', 'chromium.br'))) folder = dirname(folder);
  return folder;
};

/**
 * The path of an executable Chromium, or undefined where the packaged one cannot run
 * (anything but Linux x64: use an installed Chrome there). Unpacked under another name and renamed, so that no partial file is used.
 */
export const browserPath = async () => {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = packageFolder();
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const cache = join(root, 'node_modules', '.cache', `chromium-${version}`);
  const executable = join(cache, 'chromium');
  if (existsSync(executable)) return executable;
  mkdirSync(cache, { recursive: true });
  const half = `${executable}.${process.pid}`;
  await pipeline(
    createReadStream(join(folder, 'bin', 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(half),
  );
  chmodSync(half, 0o755);
  renameSync(half, executable);
  return executable;
};
