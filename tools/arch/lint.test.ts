/** Proof that linter and compiler enforce our rules: each planted violation is reported by its rule. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTree, plantFile, type PlantedTree, runTool } from './planted-tree.ts';
import { sourceFiles, sourceText } from './source-files.ts';

const S = 'apps/server/src';
const W = 'apps/web/src';

const cores = ['money', 'ledger', 'matching', 'settlement', 'proofs', 'addresses'].filter((name) =>
  sourceFiles().includes(`packages/${name}/tsconfig.json`),
);
/** The first core with each different setting of the compiler: what one cannot name, no other with the same setting can. */
const compilers = new Map(
  cores.toReversed().map((core) => [sourceText(`packages/${core}/tsconfig.json`), core]),
);

/** Rule, file and the text that violates it. */
const lintPlants: readonly (readonly [rule: string, file: string, text: string])[] = [
  [
    'typescript(no-floating-promises)',
    `${S}/kernel/planted-floating.ts`,
    'const later = async (): Promise<number> => 1;\nexport const go = (): void => {\n  later();\n};',
  ],
  [
    'typescript(no-misused-promises)',
    `${S}/kernel/planted-misused.ts`,
    'const later = async (): Promise<void> => undefined;\nexport const go = (list: readonly number[]): void => list.forEach(later);',
  ],
  [
    'typescript(switch-exhaustiveness-check)',
    `${S}/kernel/planted-switch.ts`,
    "export const go = (side: 'buy' | 'sell'): number => {\n  switch (side) {\n    case 'buy':\n      return 1;\n  }\n  return 0;\n};",
  ],
  ['typescript(no-explicit-any)', `${S}/kernel/planted-any.ts`, 'export type Loose = any;'],
  ['import(no-default-export)', `${S}/kernel/planted-default.ts`, 'export default 1;'],
  ['unicorn(filename-case)', `${S}/kernel/plantedCase.ts`, 'export const a = 1;'],
  ['eslint(max-lines)', `${S}/kernel/planted-long.ts`, 'export {};\n'.repeat(501)],
  [
    'eslint(max-lines-per-function)',
    `${S}/kernel/planted-tall.ts`,
    `export const tall = (n: number): number => {\n${'  n += 1;\n'.repeat(101)}  return n;\n};`,
  ],
  [
    'eslint(max-params)',
    `${S}/kernel/planted-params.ts`,
    'export const sum = (a: number, b: number, c: number, d: number): number => a + b + c + d;',
  ],
  [
    'node(no-process-env)',
    `${S}/platform/planted-env.ts`,
    "export const port = process.env['PORT'];",
  ],
  [
    'eslint(no-restricted-properties)',
    `${S}/features/market/planted-a/planted-now.ts`,
    'export const now = Date.now();',
  ],
  [
    'eslint(no-restricted-globals)',
    `${S}/platform/planted-fetch.ts`,
    "export const read = (): Promise<unknown> => fetch('https://example.com');",
  ],
  [
    'eslint(no-restricted-globals)',
    `${W}/features/market/planted-a/planted-fetch.ts`,
    "export const go = (): Promise<Response> => fetch('/');",
  ],
  [
    'eslint(no-restricted-properties)',
    `${W}/features/market/planted-a/planted-fixed.ts`,
    'export const show = (n: number): string => n.toFixed(2);',
  ],
  [
    'eslint(no-restricted-properties)',
    `${W}/features/market/planted-a/planted-intl.ts`,
    "export const format = new Intl.NumberFormat('en');",
  ],
  [
    'eslint(no-restricted-globals)',
    `${W}/features/market/planted-a/planted-float.ts`,
    "export const read = parseFloat('1');",
  ],
  [
    'eslint(no-restricted-globals)',
    `${S}/features/market/planted-a/rules.ts`,
    'export const today = new Date();',
  ],
  [
    'eslint(no-restricted-properties)',
    `${W}/features/market/planted-a/view-model.ts`,
    'export const dice = Math.random();',
  ],
  [
    'react-hooks(rules-of-hooks)',
    `${W}/features/market/planted-a/planted-hook.tsx`,
    "import { useState } from 'react';\nexport const Odd = (p: { on: boolean }) => {\n  if (p.on) useState(0);\n  return <p>odd</p>;\n};",
  ],
  [
    'react-hooks(exhaustive-deps)',
    `${W}/features/market/planted-a/planted-deps.tsx`,
    "import { useEffect } from 'react';\nexport const Stale = (p: { tell: () => void }) => {\n  useEffect(() => p.tell(), []);\n  return <p>stale</p>;\n};",
  ],
  [
    'jsx-a11y(alt-text)',
    `${W}/features/market/planted-a/planted-image.tsx`,
    'export const Picture = () => <img src="/a.png" />;',
  ],
  [
    'jsx-a11y(click-events-have-key-events)',
    `${W}/features/market/planted-a/planted-click.tsx`,
    'export const Press = (p: { go: () => void }) => <div onClick={p.go}>go</div>;',
  ],
  ...cores.flatMap(
    (core) =>
      [
        [
          'eslint(no-restricted-globals)',
          `packages/${core}/src/planted-date.ts`,
          'export const today = (): number => Date.now();',
        ],
        [
          'eslint(no-restricted-properties)',
          `packages/${core}/src/planted-dice.ts`,
          'export const dice = (): number => Math.random();',
        ],
      ] as const,
  ),
];

/** Globals that must not be known in a pure core. */
const outside = [
  "export const a = fetch('/');",
  "export const b = process.env['PORT'];",
  'export const c = setTimeout(() => undefined, 1);',
  "export const d = document.querySelector('p');",
  "export { readFileSync as e } from 'node:fs';",
  'export const f = performance.now();',
  "export const g = console.log('x');",
  'export const h = crypto.randomUUID();',
];

let tree: PlantedTree;

beforeAll(() => {
  tree = createTree();
});

afterAll(() => tree.remove());

describe('the linter', () => {
  let reported: readonly { readonly code: string; readonly filename: string }[];

  beforeAll(() => {
    for (const [, file, text] of lintPlants) plantFile(tree.path, file, text);
    const printed = runTool(tree.path, 'oxlint/bin/oxlint', [
      '--type-aware',
      '--format=json',
      'packages',
      'apps',
    ]);
    reported = (JSON.parse(printed) as { diagnostics: typeof reported }).diagnostics;
  });

  test.each(lintPlants)('%s reports %s', (rule, file) => {
    expect(
      reported.filter((found) => found.filename === file).map((found) => found.code),
    ).toContain(rule);
  });
});

describe('a pure core', () => {
  test.each([...compilers.values()])(
    'with the setting of %s cannot name the network, the process, a timer, a screen or a clock',
    (core) => {
      const folder = `packages/${core}`;
      plantFile(tree.path, `${folder}/tsconfig.planted.json`, plantedConfig);
      outside.forEach((line, at) => plantFile(tree.path, `${folder}/planted/${at}.ts`, line));
      const printed = runTool(tree.path, 'typescript-native/bin/tsc', [
        '--project',
        `${folder}/tsconfig.planted.json`,
        '--pretty',
        'false',
      ]);
      const reachable = outside.filter((_, at) => !printed.includes(`planted/${at}.ts(`));
      expect(reachable).toEqual([]);
    },
  );
});

const plantedConfig = JSON.stringify({ extends: './tsconfig.json', include: ['planted'] });
