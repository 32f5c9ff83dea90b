/** No name, text or document uses the old dialect (`dialect.ts`). */
import { describe, expect, test } from 'vitest';
import {
  ALLOWED,
  dialectInCatalogue,
  dialectInCode,
  dialectInDocument,
  dialectInFileName,
  dialectInStrings,
  type Finding,
  termFor,
} from './dialect.ts';
import { sourceFiles, sourceText } from './source-files.ts';

const CODE = /[.](?:tsx?|mts|mjs|cjs)$/u;
const CATALOGUE = /\/(?:locales(?:\/[^/]+)+|i18n\/texts|code-texts|message-texts)\/en[.]json$/u;
/** Code whose texts are read: by members, by operators, in logs, and in lists of failed tests. */
const WITH_TEXTS = /^(?:apps|packages|bench|e2e)\//u;

const findingsIn = (file: string): readonly Finding[] => {
  if (CATALOGUE.test(file)) return dialectInCatalogue(file, sourceText(file));
  if (file.endsWith('.md')) {
    return [...dialectInFileName(file), ...dialectInDocument(file, sourceText(file))];
  }
  if (!CODE.test(file)) return [];
  return [
    ...dialectInFileName(file),
    ...dialectInCode(file, sourceText(file)),
    ...(WITH_TEXTS.test(file) ? dialectInStrings(file, sourceText(file)) : []),
  ];
};

const excuses = (
  { word, path }: (typeof ALLOWED)[number],
  found: Pick<Finding, 'word' | 'file'>,
): boolean => found.word === word && found.file.startsWith(path);

const all = sourceFiles().flatMap(findingsIn);

const wordsOf = (findings: readonly Finding[]) => findings.map(({ word }) => word);

describe('the tree', () => {
  test('uses the terms of the field', () => {
    const refused = all
      .filter((found) => !ALLOWED.some((allowed) => excuses(allowed, found)))
      .map(({ file, word, at }) => `${file}: "${word}" in "${at}"; use ${termFor(word)}`);
    expect(refused).toEqual([]);
  });

  test('has no exception that is out of date', () => {
    const unused = ALLOWED.filter((allowed) => !all.some((found) => excuses(allowed, found)));
    expect(unused).toEqual([]);
  });
});

describe('the check of the dialect', () => {
  test.each([
    ['a variable', 'const stray = 1;'],
    ['a plural in camel case', 'export function listStrays() {}'],
    ['a type', 'interface StrayCandidate {}'],
    ['a constant', 'const STRAY_MAX = 1;'],
    ['a property', 'const row = { stray: 1 };'],
    ['a private field', 'class A {\n  #strays = 1;\n}'],
    ['a parameter', 'const f = (strayId: number) => strayId;'],
  ])('finds %s', (_, text) => {
    expect(wordsOf(dialectInCode('a.ts', text))).toEqual(['stray']);
  });

  test('finds a word in names that texts may use', () => {
    expect(wordsOf(dialectInCode('a.ts', 'function tellInviters() {}'))).toEqual(['tell']);
    expect(wordsOf(dialectInCode('a.ts', 'const fees = houseAccounts.fees;'))).toEqual(['house']);
    expect(wordsOf(dialectInCode('a.ts', 'interface LivingPrograms {}'))).toEqual(['program']);
    expect(wordsOf(dialectInFileName('docs/several-programs.md'))).toEqual(['program']);
    expect(dialectInCatalogue('en.json', '{"a.b": "Tell us what you sent."}')).toEqual([]);
  });

  test.each([
    ['a registry', 'export interface AssetBook {}', 'asset book'],
    ['a function', 'const a = createTermsBook();', 'terms book'],
    ['a stage', 'export const settleAgain = 1;', 'settle again'],
    ['a role', 'const marketDriver = 1;', 'market driver'],
    ['an API', 'const a = serviceCalls.openService;', 'service calls'],
    ['a feature', 'class ShortContract {}', 'short contract'],
  ])('finds words beside each other in the name of %s', (_, text, phrase) => {
    expect(wordsOf(dialectInCode('a.ts', text))).toEqual([phrase]);
    expect(wordsOf(dialectInCode('a.ts', 'const book = assets.storeOfAccount;'))).toEqual([]);
  });

  test('finds a component, a file name and a text in code', () => {
    expect(wordsOf(dialectInCode('a.tsx', 'export const a = <DeskRow />;'))).toEqual(['desk']);
    expect(wordsOf(dialectInFileName('apps/server/src/due-desk.ts'))).toEqual(['desk']);
    expect(wordsOf(dialectInStrings('a.ts', "const a = 'They were told so.';"))).toEqual(['told']);
    expect(wordsOf(dialectInStrings('a.ts', 'const a = `It was told ${b} twice`;'))).toEqual([
      'told',
    ]);
  });

  test('finds words and phrases in texts and documents', () => {
    expect(wordsOf(dialectInCatalogue('en.json', '{"a.b": "The verdict stands."}'))).toEqual([
      'verdict',
    ]);
    expect(wordsOf(dialectInDocument('a.md', 'Whoever pays.\nIt starts at once.'))).toEqual([
      'whoever',
      'at once',
    ]);
    const retired =
      'Another program has it.\nThe programs of a deployment share it.\nThe house pays from a house account.\nShort contracts have no fee.';
    expect(wordsOf(dialectInDocument('a.md', retired))).toEqual([
      'another program',
      'programs of a deployment',
      'the house',
      'short contracts',
    ]);
    expect(wordsOf(dialectInStrings('a.ts', "it('the house gives what it has', f);"))).toEqual([
      'the house',
    ]);
    expect(dialectInDocument('a.md', 'Programs that guess passwords; housekeeping.')).toEqual([]);
  });

  test('ignores longer words, comments, keys, values and code in documents', () => {
    expect(dialectInCode('a.ts', 'const desktop = outstanding(strayed); // the desk')).toEqual([]);
    expect(dialectInFileName('packages/ui/src/desktop.tsx')).toEqual([]);
    expect(dialectInStrings('a.ts', "t('desk.told')")).toEqual([]);
    expect(dialectInStrings('a.ts', "call('GET /chain/strays'); // They were told.")).toEqual([]);
    expect(dialectInCatalogue('en.json', '{"a.told": "{told} received"}')).toEqual([]);
    expect(dialectInDocument('a.md', '`strays` in [terms](stray.md)\n```\ntold\n```\n')).toEqual(
      [],
    );
  });

  test('has a term for each word it refuses', () => {
    expect(all.filter(({ word }) => termFor(word) === '')).toEqual([]);
  });
});
