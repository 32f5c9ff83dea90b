/** A temporary tree, with or without the sources of the real one, in which faults and violations of the rules are planted. */
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

const linkNodeModules = (folder: string, tree: string): void => {
  const from = join(treeRoot, folder, 'node_modules');
  if (!existsSync(from)) return;
  const to = join(tree, folder, 'node_modules');
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from)) {
    if (entry === '@tern' || entry === '.cache' || entry === '.vite') continue;
    symlinkSync(join(from, entry), join(to, entry));
  }
};

/** Links workspaces into the tree, so that an import by package name resolves to the planted package. */
const linkWorkspaces = (tree: string): void => {
  mkdirSync(join(tree, 'node_modules/@tern'), { recursive: true });
  for (const manifest of sourceFiles().filter((file) => file.endsWith('/package.json'))) {
    const { name } = JSON.parse(readFileSync(join(tree, manifest), 'utf8')) as { name: string };
    symlinkSync(join(tree, dirname(manifest)), join(tree, 'node_modules', name));
  }
};

/** What the checkers read beside the sources: their rules, the manifests, the settings of the compiler. */
const SETTINGS =
  /(^|[/])package[.]json$|(^|[/])tsconfig[^/]*[.]json$|^[.]oxlintrc[.]json$|^tools[/]arch[/]rules[.]cjs$/;

/** A tree to plant in: where it is, and how to remove it. */
export interface PlantedTree {
  readonly path: string;
  readonly remove: () => void;
}

const treeOf = (files: readonly string[]): PlantedTree => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'tern-planted-')));
  for (const file of files) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    copyFileSync(join(treeRoot, file), join(path, file));
  }
  linkNodeModules('.', path);
  for (const manifest of files.filter((file) => file.endsWith('/package.json'))) {
    linkNodeModules(dirname(manifest), path);
  }
  linkWorkspaces(path);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

/** A tree with the settings alone, to plant whole files in; `npm run check` checks the sources themselves. */
export const createTree = (): PlantedTree =>
  treeOf(sourceFiles().filter((file) => SETTINGS.test(file)));

/** A copy of the whole tree, to plant faults in its own sources. */
export const copyTree = (): PlantedTree => treeOf(sourceFiles());

/** Writes a planted file, creating its folders. */
export const plantFile = (tree: string, file: string, text: string): void => {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), text.endsWith('\n') ? text : `${text}\n`);
};

/** Runs an installed tool's script inside the tree; returns its output, whatever the exit code. */
export const runTool = (tree: string, script: string, args: readonly string[]): string => {
  const run = spawnSync(process.execPath, [join(treeRoot, 'node_modules', script), ...args], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (run.error) throw run.error;
  return run.stdout + (run.stdout ? '' : run.stderr);
};
