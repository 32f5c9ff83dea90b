/** Installs the packages of the lock file, once per lock file. Plain Node, because nothing is installed yet. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { root } from './steps.mjs';

const stampFile = join(root, 'node_modules', '.tern-installed');
const lockFile = join(root, 'package-lock.json');

const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** npm has its own list of installed packages, so a manual install counts too. */
const npmInstalledIt = () => {
  const listed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(listed)) return false;
  const present = packagesIn(listed);
  return Object.entries(packagesIn(lockFile)).every(([path, wanted]) => {
    if (path === '') return true;
    const found = present[path];
    return found === undefined ? wanted.optional === true : found.version === wanted.version;
  });
};

const isInstalled = () => {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash()) return true;
  if (!npmInstalledIt()) return false;
  writeFileSync(stampFile, lockHash());
  return true;
};

/** The npm that called us, run with this Node; else the one on the path. */
const npm = () => {
  const caller = process.env.npm_execpath ?? '';
  return caller.endsWith('npm-cli.js')
    ? { command: process.execPath, first: [caller], shell: false }
    : { command: 'npm', first: [], shell: process.platform === 'win32' };
};

/** The caller's `--prefix` is relative to another folder, and the build needs the packages that `--omit` drops. */
const foreignSettings = new Set([
  'npm_config_prefix',
  'npm_config_local_prefix',
  'npm_config_omit',
]);

const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreignSettings.has(name)));

const npmCi = () =>
  new Promise((resolve, reject) => {
    const { command, first, shell } = npm();
    const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund'];
    const child = spawn(command, args, {
      cwd: root,
      env: environment(),
      shell,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const started = performance.now();
    const beat = setInterval(() => {
      console.log(`  still installing (${Math.round((performance.now() - started) / 1000)} s)`);
    }, 5_000);
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(beat);
      if (code === 0) resolve();
      else reject(new Error(`npm ci failed with exit code ${code}; see its output above`));
    });
  });

/** Runs `npm ci` when node_modules is missing or was made from another lock file. */
export const ensureInstalled = async () => {
  if (isInstalled()) return;
  await withLock('install', async () => {
    if (isInstalled()) return;
    console.log('Installing packages (once per lock file, usually under a minute)');
    const started = performance.now();
    await npmCi();
    writeFileSync(stampFile, lockHash());
    console.log(`Installed in ${Math.round((performance.now() - started) / 1000)} s`);
  });
};
