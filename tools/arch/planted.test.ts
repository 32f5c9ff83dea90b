/** Proof that the import checker works: every rule reports its planted violation, and every file on disk is checked. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importPlants, importTargets } from './import-plants.ts';
import { copyTree, plantFile, runTool, type TreeCopy } from './planted-tree.ts';

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

interface Cruise {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: { readonly violations: readonly Violation[] };
}

const { forbidden } = createRequire(import.meta.url)('./rules.cjs') as {
  forbidden: readonly { readonly name: string }[];
};

let copy: TreeCopy;
let cruise: Cruise;

const plantAll = (): void => {
  for (const [file, text] of Object.entries(importTargets)) {
    if (existsSync(join(copy.path, file))) continue;
    plantFile(copy.path, file, text);
    const link = join(copy.path, 'node_modules/@tern', dirname(file).split('/').at(-1) ?? '');
    if (!file.endsWith('/package.json') || existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(copy.path, dirname(file)), link);
  }
  for (const plant of importPlants) plantFile(copy.path, plant.file, plant.text);
};

beforeAll(() => {
  copy = copyTree();
  plantAll();
  const printed = runTool(copy.path, 'dependency-cruiser/bin/dependency-cruise.mjs', [
    'packages',
    'apps',
    'e2e',
    'bench',
    'tools',
    '--config=tools/arch/rules.cjs',
    '--output-type=json',
  ]);
  cruise = JSON.parse(printed) as Cruise;
});

afterAll(() => copy.remove());

const rulesReporting = (file: string): readonly string[] =>
  cruise.summary.violations.filter((found) => found.from === file).map((found) => found.rule.name);

describe('the import checker', () => {
  test('has a planted violation for every rule', () => {
    const planted = new Set(importPlants.map((plant) => plant.rule));
    expect(forbidden.map((rule) => rule.name).filter((name) => !planted.has(name))).toEqual([]);
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

  test('checks every source file on disk', () => {
    const seen = new Set(cruise.modules.map((module) => module.source));
    const onDisk = copy.files.filter((file) =>
      /^(packages|apps|e2e|bench|tools)\/.*(?<![.]d)[.]tsx?$/.test(file),
    );
    expect(onDisk.length).toBeGreaterThan(0);
    expect(onDisk.filter((file) => !seen.has(file))).toEqual([]);
  });
});
