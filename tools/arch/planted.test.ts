/** Proof that the import checker works: every rule reports its planted violation, and no file on disk is left out. */
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importPlants, importTargets } from './import-plants.ts';
import { createTree, plantFile, type PlantedTree, runTool } from './planted-tree.ts';
import { sourceFiles, sourceText } from './source-files.ts';

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

interface Cruise {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: { readonly violations: readonly Violation[] };
}

const { forbidden, options } = createRequire(import.meta.url)('./rules.cjs') as {
  forbidden: readonly { readonly name: string }[];
  options: { readonly exclude: { readonly path: string } };
};

/** The folders that `npm run check` cruises. */
const folders = /folders = \[([^\]]+)\]/
  .exec(sourceText('tools/check.mjs'))![1]!
  .split(',')
  .map((name) => name.trim().replaceAll("'", ''));

let tree: PlantedTree;
let cruise: Cruise;

const planted = [
  ...Object.entries(importTargets).map(([file, text]) => ({ file, text })),
  ...importPlants,
];

beforeAll(() => {
  tree = createTree();
  for (const { file, text } of planted) plantFile(tree.path, file, text);
  const printed = runTool(tree.path, 'dependency-cruiser/bin/dependency-cruise.mjs', [
    ...folders,
    '--config=tools/arch/rules.cjs',
    '--output-type=json',
  ]);
  cruise = JSON.parse(printed) as Cruise;
});

afterAll(() => tree.remove());

const rulesReporting = (file: string): readonly string[] =>
  cruise.summary.violations.filter((found) => found.from === file).map((found) => found.rule.name);

describe('the import checker', () => {
  test('has a planted violation for every rule', () => {
    const reported = new Set(importPlants.map((plant) => plant.rule));
    expect(forbidden.map((rule) => rule.name).filter((name) => !reported.has(name))).toEqual([]);
  });

  test.each(importPlants.filter((plant) => plant.rule !== undefined))(
    '$rule reports $file',
    ({ rule, file }) => {
      expect(rulesReporting(file)).toContain(rule);
    },
  );

  test.each(importPlants.filter((plant) => plant.rule === undefined))(
    'no rule reports the allowed $file',
    ({ file }) => {
      expect(rulesReporting(file)).toEqual([]);
    },
  );

  test('checks every file in the folders that it is given', () => {
    const seen = new Set(cruise.modules.map((module) => module.source));
    expect(planted.map(({ file }) => file).filter((file) => !seen.has(file))).toEqual([]);
  });

  test('is given every source file on disk', () => {
    const excluded = new RegExp(options.exclude.path);
    const sources = sourceFiles().filter((file) => /(?<![.]d)[.]tsx?$/.test(file));
    const isGiven = (file: string) => folders.includes(file.split('/')[0]!) && !excluded.test(file);
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter((file) => !isGiven(file))).toEqual(['vitest.config.ts']);
  });
});
