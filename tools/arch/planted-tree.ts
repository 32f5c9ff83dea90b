/** A temporary copy of the source tree in which violations of the rules can be planted. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sourceFiles, treeRoot } from './source-files.ts';

const linkNodeModules = (folder: string, copy: string): void => {
  const from = join(treeRoot, folder, 'node_modules');
  if (!existsSync(from)) return;
  const to = join(copy, folder, 'node_modules');
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from)) {
    if (entry === '@tern' || entry === '.cache' || entry === '.vite') continue;
    symlinkSync(join(from, entry), join(to, entry));
  }
};

/** Links workspaces into the copy, so that an import by package name resolves to the planted package. */
const linkWorkspaces = (copy: string): void => {
  mkdirSync(join(copy, 'node_modules/@tern'), { recursive: true });
  for (const manifest of sourceFiles().filter((file) => file.endsWith('/package.json'))) {
    const { name } = JSON.parse(readFileSync(join(copy, manifest), 'utf8')) as { name: string };
    symlinkSync(join(copy, dirname(manifest)), join(copy, 'node_modules', name));
  }
};

/** A copy of the tree: where it is, which files it has, and how to remove it. */
export interface TreeCopy {
  readonly path: string;
  readonly files: readonly string[];
  readonly remove: () => void;
}

/** Copies every source file and links the installed packages. */
export const copyTree = (): TreeCopy => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'tern-planted-')));
  const files = sourceFiles();
  for (const file of files) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    copyFileSync(join(treeRoot, file), join(path, file));
  }
  linkNodeModules('.', path);
  for (const manifest of files.filter((file) => file.endsWith('/package.json'))) {
    linkNodeModules(dirname(manifest), path);
  }
  linkWorkspaces(path);
  return { path, files, remove: () => rmSync(path, { recursive: true, force: true }) };
};

/** Writes a planted file, creating its folders. */
export const plantFile = (copy: string, file: string, text: string): void => {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text.endsWith('\n') ? text : `${text}\n`);
};

/** Runs an installed tool's script inside the copy; returns its output, whatever the exit code. */
export const runTool = (copy: string, script: string, args: readonly string[]): string => {
  const run = spawnSync(process.execPath, [join(treeRoot, 'node_modules', script), ...args], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (run.error) throw run.error;
  return run.stdout + (run.stdout ? '' : run.stderr);
};
