/** The source files of the project, without installed, built and runtime files. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the clone. */
export const treeRoot = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const SKIPPED = new Set(['node_modules', 'dist', 'data', 'results', 'test-results', '.git']);

const walk = (folder: string): string[] =>
  readdirSync(join(treeRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walk(path);
    return entry.isFile() ? [path] : [];
  });

let found: readonly string[] | undefined;

/** Every source file, as a path from the root with forward slashes, in order; read once, because checks ask for each name. */
export const sourceFiles = (): readonly string[] => {
  found ??= walk('').toSorted();
  return found;
};

/** The text of one source file. */
export const sourceText = (path: string): string => readFileSync(join(treeRoot, path), 'utf8');

/** Files that are tests or serve tests only. */
export const isTest = (path: string): boolean =>
  /[.](test|spec)[.]tsx?$|^(apps|packages)\/[^/]+\/tests\/|^e2e\//.test(path);

/** The TypeScript files of packages and apps, without tests. */
export const productFiles = (): readonly string[] =>
  sourceFiles().filter(
    (path) => /^(packages|apps)\/[^/]+\/src\/.*[.]tsx?$/.test(path) && !isTest(path),
  );
