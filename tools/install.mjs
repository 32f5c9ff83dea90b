/**
 * Installs the packages of the lock file, once per lock file: those that starting needs, or all, of which ccxt, a browser, the
 * checkers and others serve only tests. Plain Node, because nothing is installed yet.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { root } from './steps.mjs';

const stampFile = join(root, 'node_modules', '.tern-installed');
const lockFile = join(root, 'package-lock.json');

/** `run`: to build and to run. `develop`: to test, check and measure too. */
const scopes = ['run', 'develop'];

const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');
const stampOf = (scope) => `${lockHash()} ${scope}`;

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

const hasModules = () => existsSync(join(root, 'node_modules', '.package-lock.json'));

/** npm has its own list of installed packages, so a manual install counts too. */
const npmInstalledIt = (scope) => {
  if (!hasModules()) return false;
  const present = packagesIn(join(root, 'node_modules', '.package-lock.json'));
  return Object.entries(packagesIn(lockFile)).every(([path, wanted]) => {
    if (path === '') return true;
    const found = present[path];
    if (found !== undefined) return found.version === wanted.version;
    const isForTests = wanted.dev === true || wanted.devOptional === true;
    return wanted.optional === true || (scope === 'run' && isForTests);
  });
};

const isInstalled = (scope) => {
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  // What is installed for tests is enough to run.
  if (scopes.slice(scopes.indexOf(scope)).some((each) => stamp === stampOf(each))) return true;
  if (!npmInstalledIt(scope)) return false;
  writeFileSync(stampFile, stampOf(scope));
  return true;
};

/** The npm that called us, run with this Node; else the one on the path. */
const npm = () => {
  const caller = process.env.npm_execpath ?? '';
  return caller.endsWith('npm-cli.js')
    ? { command: process.execPath, first: [caller], shell: false }
    : { command: 'npm', first: [], shell: process.platform === 'win32' };
};

/** The caller's `--prefix` is relative to another folder, and we say ourselves what to omit. */
const foreignSettings = new Set([
  'npm_config_prefix',
  'npm_config_local_prefix',
  'npm_config_omit',
  'npm_config_include',
]);

const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreignSettings.has(name)));

/** `npm install` adds to what is there, which a running server may be using; `npm ci` begins anew. */
const npmInstall = (scope) =>
  new Promise((resolve, reject) => {
    const { command, first, shell } = npm();
    const verb = scope === 'develop' && isInstalled('run') ? 'install' : 'ci';
    const extent = scope === 'run' ? '--omit=dev' : '--include=dev';
    const args = [...first, verb, extent, '--no-audit', '--no-fund'];
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
      else reject(new Error(`npm ${verb} failed with exit code ${code}; see its output above`));
    });
  });

/** Runs npm when packages of the scope are missing or were installed from another lock file. */
export const ensureInstalled = async (scope = 'develop') => {
  if (isInstalled(scope)) return;
  await withLock('install', async () => {
    if (isInstalled(scope)) return;
    console.log('Installing packages (once per lock file, usually under a minute)');
    const started = performance.now();
    await npmInstall(scope);
    writeFileSync(stampFile, stampOf(scope));
    console.log(`Installed in ${Math.round((performance.now() - started) / 1000)} s`);
  });
};
