/** Builds server and web when their sources changed: into a side folder first, which then replaces the old build. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { installed, root, runSteps } from './steps.mjs';

const stampFile = join(root, 'dist', 'built');
const skipped = new Set(['node_modules', 'dist', 'tests']);

const filesUnder = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesUnder(path);
    return /[.]test[.]tsx?$/.test(entry.name) ? [] : [path];
  });

const byName = (a, b) => (a < b ? -1 : 1);

const sourceHash = () => {
  const hash = createHash('sha256');
  const files = [
    'package-lock.json',
    'tsconfig.base.json',
    'tools/bundle-server.mjs',
    'tools/fresh-build.mjs',
  ];
  for (const file of [...files, ...filesUnder('packages'), ...filesUnder('apps')].sort(byName)) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
};

const webApps = () =>
  ['web', 'console'].filter((name) => existsSync(join(root, 'apps', name, 'vite.config.ts')));

const parts = (side) => [
  {
    app: 'server',
    name: 'build server',
    command: [process.execPath, join(root, 'tools/bundle-server.mjs'), join(side, 'server')],
    quiet: true,
  },
  ...webApps().map((app) => ({
    app,
    name: `build ${app}`,
    command: installed(
      'vite/bin/vite.js',
      'build',
      join(root, 'apps', app),
      `--outDir=${join(side, app)}`,
      '--emptyOutDir',
      '--logLevel=warn',
    ),
    quiet: true,
    // A test runner that builds first must not get the development build of its own environment.
    env: { NODE_ENV: 'production' },
  })),
];

const swapIn = (side, app) => {
  const target = join(root, 'apps', app, 'dist');
  const old = join(side, `${app}.old`);
  if (existsSync(target)) renameSync(target, old);
  renameSync(join(side, app), target);
};

/** Removes the remains of killed builds; runs under the lock. */
const removeLeftovers = () => {
  for (const name of readdirSync(join(root, 'dist'))) {
    if (name.startsWith('building-')) rmSync(join(root, 'dist', name), { recursive: true });
  }
};

const buildAll = async (hash) => {
  removeLeftovers();
  const side = join(root, 'dist', `building-${process.pid}`);
  mkdirSync(side, { recursive: true });
  try {
    const steps = parts(side);
    const results = await runSteps(steps, 2);
    if (results.some((result) => !result.ok)) throw new Error('The build failed; see above.');
    rmSync(stampFile, { force: true });
    for (const { app } of steps) swapIn(side, app);
    writeFileSync(stampFile, hash);
  } finally {
    rmSync(side, { recursive: true, force: true });
  }
};

const isBuilt = (hash) =>
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === hash &&
  ['server', ...webApps()].every((app) => existsSync(join(root, 'apps', app, 'dist')));

/** Builds if sources have changed since the last build; `force` builds anyway. */
export const ensureBuilt = async ({ force = false } = {}) => {
  const hash = sourceHash();
  if (!force && isBuilt(hash)) return;
  await withLock('build', async () => {
    if (!force && isBuilt(hash)) return;
    console.log('Building server and web');
    await buildAll(hash);
  });
};
