/** The documents: links, files and references exist, decisions are one page each and numbered without gaps. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sourceFiles, sourceText, treeRoot } from './source-files.ts';

/** About a page: a longer decision is two decisions, or too detailed. */
const PAGE_WORDS = 400;
/** More rows than this explain what a reader of the field knows. */
const GLOSSARY_ROWS = 90;
/** A list of dependencies grows by a row each. */
const DEPENDENCIES = 'docs/adr/0003-stack-and-dependencies.md';

/** Its attempts name files of their time. */
const ATTEMPTS = 'bench/TRIED.md';

const THIS_FILE = 'tools/arch/docs.test.ts';
const LINK = /(?:\]\(|srcset="|src=")([^)"#\s]+)/gu;
/** A chapter, picture or rule of a document that is not in this tree. */
const ABSENT =
  /\b(?:specs?|rules|design|design language|reliability)`? ?(?:\n[ *]*)?§\s?\d|\breliability I\d|\bscreens-\d|\bdesign: screens?\b|(?<!\/)\bresearch\/\w/giu;
/** A heading, of this page when no file is named. */
const ANCHOR = /\]\(([^)"#\s:]*)#([^)"\s]+)\)/gu;
/** A source file in backticks, by the end of its path; `*` and `{a,b}` as in a shell. */
const NAMED_FILE = /`([\w./*{},-]+[.](?:tsx?|mjs|cjs|sql|py))`/gu;
const REFERENCE = /\bADR ((?:\d+)(?:, \d+)*)/gu;

const pages = (): readonly string[] => sourceFiles().filter((file) => file.endsWith('.md'));
const decisions = (): readonly string[] =>
  sourceFiles()
    .filter((file) => /^docs\/adr\/\d{4}-[^/]+[.]md$/u.test(file))
    .sort();

const brokenLinks = (page: string, text: string): readonly string[] =>
  [...text.matchAll(LINK)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/u.test(target))
    .filter((target) => !existsSync(join(treeRoot, dirname(page), target)))
    .map((target) => `${page}: ${target}`);

/** As GitHub names a heading: letters, digits and hyphens. */
const anchorsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const brokenAnchors = (page: string, text: string): readonly string[] =>
  [...text.matchAll(ANCHOR)]
    .filter(([, target = '']) => target === '' || target.endsWith('.md'))
    .filter(([, target = '', anchor = '']) => {
      const linked = target === '' ? text : sourceText(join(dirname(page), target));
      return !anchorsOf(linked).includes(anchor);
    })
    .map(([, target = '', anchor = '']) => `${page}: ${target}#${anchor}`);

const filePattern = (name: string): RegExp => {
  const pattern = name
    .replaceAll('.', '[.]')
    .replaceAll('*', '[^/]*')
    .replaceAll(/[{},]/gu, (sign) => ({ '{': '(?:', '}': ')', ',': '|' })[sign] ?? '');
  return new RegExp(`(?:^|/)${pattern}$`, 'u');
};

const unknownFiles = (page: string, text: string): readonly string[] =>
  [...text.matchAll(NAMED_FILE)]
    .map(([, name = '']) => name)
    .filter((name) => !sourceFiles().some((file) => filePattern(name).test(file)))
    .map((name) => `${page}: ${name}`);

const unknownDecisions = (file: string, text: string): readonly string[] =>
  [...text.matchAll(REFERENCE)]
    .flatMap(([, numbers = '']) => numbers.split(', '))
    .filter((number) => number.startsWith('0') || Number(number) > decisions().length)
    .map((number) => `${file}: ADR ${number}`);

/** Places that point to an absent document, with their lines. */
const pointers = (file: string, text: string): readonly string[] =>
  [...text.matchAll(ABSENT)].map(
    ({ 0: found, index }) => `${file}:${text.slice(0, index).split('\n').length}: ${found}`,
  );

describe('the documents', () => {
  test('link to files that exist', () => {
    expect(pages().flatMap((page) => brokenLinks(page, sourceText(page)))).toEqual([]);
  });

  test('link to headings that exist', () => {
    expect(pages().flatMap((page) => brokenAnchors(page, sourceText(page)))).toEqual([]);
  });

  test('name files that exist', () => {
    const current = pages().filter((page) => page !== ATTEMPTS);
    expect(current.flatMap((page) => unknownFiles(page, sourceText(page)))).toEqual([]);
  });

  test('number decisions without gaps, with the number in the title', () => {
    const numbers = decisions().map((file) => Number(file.slice('docs/adr/'.length).slice(0, 4)));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    const titles = decisions().map((file) => Number(/^# (\d+)[.] /u.exec(sourceText(file))?.[1]));
    expect(titles).toEqual(numbers);
  });

  test('list every decision in their index, by its title', () => {
    const entries = decisions().map((file) => {
      const [title = ''] = sourceText(file).split('\n');
      return `- [${title.slice('# '.length)}](${file.slice('docs/adr/'.length)})`;
    });
    const index = sourceText('docs/adr/README.md').split('\n');
    expect(index.filter((line) => line.startsWith('- '))).toEqual(entries);
  });

  test('have one page per decision', () => {
    const long = decisions()
      .filter((file) => file !== DEPENDENCIES)
      .filter((file) => sourceText(file).split(/\s+/u).length > PAGE_WORDS);
    expect(long).toEqual([]);
  });

  test('explain only the terms that a reader of the field does not know', () => {
    const rows = sourceText('docs/GLOSSARY.md').match(/^[|] (?!Term )[^|]/gmu) ?? [];
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(GLOSSARY_ROWS);
  });

  test('refer to decisions that exist', () => {
    const unknown = sourceFiles()
      .filter((file) => /[.](tsx?|mjs|cjs|md|sql)$/u.test(file) && file !== THIS_FILE)
      .flatMap((file) => unknownDecisions(file, sourceText(file)));
    expect(unknown).toEqual([]);
  });
});

describe('every file', () => {
  test('says what it means instead of pointing to a document that is not in the tree', () => {
    const absent = sourceFiles()
      .filter(
        (file) => /[.](tsx?|mts|mjs|cjs|css|md|sql|ya?ml|html)$/u.test(file) && file !== THIS_FILE,
      )
      .flatMap((file) => pointers(file, sourceText(file)));
    expect(absent).toEqual([]);
  });
});

describe('the checks of documents', () => {
  test('find a broken link', () => {
    expect(
      brokenLinks('docs/x.md', '[a](GLOSSARY.md) [b](nowhere.md) [c](https://a.test)'),
    ).toEqual(['docs/x.md: nowhere.md']);
  });

  test('find a link to a heading that does not exist', () => {
    const text =
      '## 2. The `npm` way\n[a](#2-the-npm-way) [b](#gone) [c](GLOSSARY.md#money) [d](GLOSSARY.md#x)';
    expect(brokenAnchors('docs/x.md', text)).toEqual([
      'docs/x.md: #gone',
      'docs/x.md: GLOSSARY.md#x',
    ]);
  });

  test('find a file that does not exist', () => {
    expect(
      unknownFiles('x.md', '`arch/docs.test.ts` `tools/{arch,x}/docs*.ts` `gone.ts` `arch/*.py`'),
    ).toEqual(['x.md: gone.ts', 'x.md: arch/*.py']);
  });

  test.each([
    'As refused (spec §4).',
    'Source: rules §12',
    'Source: `rules §1`, ADR 5',
    'by design language §3',
    'replays (reliability I8)',
    'drawn (design: screens, 50)',
    'see screens-2',
  ])('find the pointer to an absent document in "%s"', (text) => {
    expect(pointers('x.ts', `// One.\n/** ${text} */`)).toEqual([
      expect.stringMatching(/^x[.]ts:2: \S/u),
    ]);
  });

  test('find a pointer that is broken over two lines', () => {
    expect(pointers('x.ts', ' * by chance (rules\n * §4).')).toHaveLength(1);
  });

  test('let chapters of public standards pass', () => {
    expect(
      pointers('x.ts', '/** Its pong (RFC 6455 §5.5.2). */ const rules: Rule[] = [];'),
    ).toEqual([]);
  });

  test('find a reference to a decision that does not exist', () => {
    expect(unknownDecisions('x.ts', 'ADR 1, 999 and ADR 0007')).toEqual([
      'x.ts: ADR 999',
      'x.ts: ADR 0007',
    ]);
  });
});
