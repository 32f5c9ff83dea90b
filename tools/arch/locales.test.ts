/** The messages of web and server: complete in all languages, same values, right plurals, our tone, none unused. */
import { describe, expect, test } from 'vitest';
import {
  apostropheFaults,
  keyFaults,
  languageFaults,
  shapeFaults,
  toneFaults,
  untranslatedFaults,
} from './catalogue-faults.ts';
import { type Catalogue, catalogues, localeOf, type Messages } from './catalogues.ts';
import { askedKeys, keyUse } from './message-use.ts';
import sameAsEnglish from './same-as-english.json' with { type: 'json' };
import { isTest, sourceFiles, sourceText } from './source-files.ts';

const all = catalogues();
/** Areas of the web app that are loaded at first; the others are loaded with their feature's pages. */
const FIRST_AREAS = ['code', 'common', 'errors'];

/** Shared by the features whose routes load it with each of their pages. */
const SHARED_AREA = 'transfer';
const SHARED_PARTS: ReadonlySet<string> = new Set(
  ['account-status-banner.tsx', 'amount-messages.ts', 'record-screen.tsx'].map(
    (file) => `apps/web/src/kernel/${file}`,
  ),
);

/** The parts of funding whose texts are in the area of another name. */
const AREA_OF_FOLDER: Readonly<Record<string, string>> = {
  'address-book': 'withdrawal',
  'bank-cards': 'fiat',
  currencies: 'fiat',
  payout: 'fiat',
  wire: 'fiat',
};

/** The area of a feature's own texts; funding has one for each kind of request. */
const areaOf = (file: string): string | undefined => {
  const folder = /\/features\/money\/funding\/([^/]+)\//.exec(file)?.[1];
  if (folder !== undefined) return AREA_OF_FOLDER[folder] ?? folder;
  if (file.startsWith('apps/web/src/kernel/captcha/')) return 'auth';
  // The prompt of the second factor and the card of a new member load their texts themselves.
  return /\/(?:features\/[^/]+|kernel(?=\/(?:second-factor|log-checkpoints|welcome)))\/([^/]+)\//.exec(
    file,
  )?.[1];
};

/** True for the shared parts themselves, and for features that load the shared texts with every page. */
const loadsShared = (file: string): boolean =>
  SHARED_PARTS.has(file) ||
  loadsWithEveryPage(file, /\bareas: (?:transferTexts\b|\[[^\]]*'transfer')/gu);

/** True for a file of a feature whose routes all have these areas. */
const loadsWithEveryPage = (file: string, areas: RegExp): boolean => {
  const [, folder] = /^(apps\/web\/src\/features\/[^/]+\/[^/]+\/)/.exec(file) ?? [];
  if (folder === undefined) return false;
  const index = sourceText(`${folder}index.ts`);
  const pages = index.match(/\bpath: pages[.]/gu)?.length;
  return pages !== undefined && index.match(areas)?.length === pages;
};

/** True for the shared parts of products, and for features with tabs on the pages of products, which load their texts. */
const loadsProducts = (file: string): boolean => {
  if (file.startsWith('apps/web/src/kernel/products/')) return true;
  const [, folder] = /^(apps\/web\/src\/features\/[^/]+\/[^/]+\/)/.exec(file) ?? [];
  return folder !== undefined && /\bProductTab\b/u.test(sourceText(`${folder}index.ts`));
};

/** The parts of the tree that may use a catalogue: its own app; the texts of codes are read by app and server. */
const readersOf = (folder: string): readonly string[] =>
  folder.startsWith('packages/')
    ? ['apps/server', 'apps/web']
    : [folder.split('/').slice(0, 2).join('/')];

const sourcesOf = (app: string): readonly string[] =>
  sourceFiles()
    .filter((file) => file.startsWith(`${app}/src/`) && /[.]tsx?$/.test(file) && !isTest(file))
    .map(sourceText);

describe('the messages of the tree', () => {
  test('exist', () => expect(all.length).toBeGreaterThan(1));

  test.each(all.map((catalogue) => [catalogue.folder, catalogue] as const))(
    '%s is complete and sound in every language',
    (_, catalogue) => {
      expect(languageFaults(catalogue)).toEqual([]);
      expect(keyFaults(catalogue)).toEqual([]);
      expect(shapeFaults(catalogue)).toEqual([]);
      expect(untranslatedFaults(catalogue, sameAsEnglish)).toEqual([]);
      expect(toneFaults(catalogue)).toEqual([]);
      const apostrophes = Object.entries(catalogue.languages).flatMap(([language, messages]) =>
        apostropheFaults(`${catalogue.folder}/${language}.json`, messages),
      );
      expect(apostrophes).toEqual([]);
    },
  );

  test('the first texts of the database and the texts of the console have typographic apostrophes', () => {
    const isSeed = (file: string) => /^apps\/server\/migrations\/seeds\/.*[.]json$/.test(file);
    const isConsole = (file: string) =>
      /^apps\/console\/src\/.*[.]tsx?$/.test(file) && !isTest(file);
    const files = sourceFiles().filter((file) => isSeed(file) || isConsole(file));
    const faults = files.flatMap((file) => {
      const lines = sourceText(file)
        .replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
        .split('\n');
      return apostropheFaults(file, Object.fromEntries(lines.map((line, at) => [at, line])));
    });
    expect(files.some(isSeed) && files.some(isConsole)).toBe(true);
    expect(faults).toEqual([]);
  });

  test.each(all.map((catalogue) => [catalogue.folder, catalogue] as const))(
    'every key of %s is used',
    (folder, { prefix, languages }) => {
      const isUsed = keyUse(readersOf(folder).flatMap(sourcesOf));
      const keys = Object.keys(languages['en'] ?? {}).map((key) => prefix + key);
      expect(keys.filter((key) => !isUsed(key))).toEqual([]);
    },
  );

  test('every key used by a screen exists', () => {
    const known = new Set(
      all.flatMap(({ prefix, languages }) =>
        Object.keys(languages['en'] ?? {}).map((key) => prefix + key),
      ),
    );
    const asked = ['apps/web', 'apps/console'].flatMap(sourcesOf).flatMap(askedKeys);
    expect(asked.filter((key) => !known.has(key))).toEqual([]);
  });

  test('a feature of the web app uses only texts that are loaded with its pages', () => {
    const areas = all
      .filter(({ folder }) => folder.startsWith('apps/web/'))
      .map(({ prefix, languages }) => ({
        area: prefix.slice(0, -1),
        keys: Object.keys(languages['en'] ?? {}).map((key) => prefix + key),
      }));
    const strangers = sourceFiles()
      .filter((file) => /^apps\/web\/src\/.*[.]tsx?$/.test(file) && !isTest(file))
      .flatMap((file) => {
        const own = [...FIRST_AREAS, areaOf(file)];
        if (loadsShared(file)) own.push(SHARED_AREA);
        if (loadsProducts(file)) own.push('products');
        if (loadsWithEveryPage(file, /\bareas: \[[^\]]*'auth'/gu)) own.push('auth');
        if (loadsWithEveryPage(file, /\bareas: \['log-checkpoints'\]/gu))
          own.push('log-checkpoints');
        // An event or a kind of notice may be named like a text; the titles of pages are there from the first moment.
        const ownTexts = sourceText(file).replaceAll(
          /(?:MemberEvent\(\s*|\btitle: |\bkind === )'[^']+'/g,
          '',
        );
        const isUsed = keyUse([ownTexts]);
        return areas
          .filter(({ area, keys }) => !own.includes(area) && keys.some(isUsed))
          .map(({ area }) => `${file} uses texts of ${area}`);
      });
    expect(strangers).toEqual([]);
  });

  test('no exception from translation is out of date', () => {
    const stale = Object.entries(sameAsEnglish as Record<string, readonly string[]>).filter(
      ([key, languages]) =>
        !all.some(
          ({ prefix, languages: texts }) =>
            key.startsWith(prefix) &&
            languages.every(
              (language) =>
                texts['en']?.[key.slice(prefix.length)] !== undefined &&
                texts[language]?.[key.slice(prefix.length)] ===
                  texts['en']?.[key.slice(prefix.length)],
            ),
        ),
    );
    expect(stale).toEqual([]);
  });
});

describe('the message checks', () => {
  const complete = (
    messages: Messages,
    changes: Readonly<Record<string, Messages>>,
  ): Catalogue => ({
    folder: 'planted',
    prefix: 'planted.',
    languages: Object.fromEntries(
      Object.keys(localeOf).map((language) => [language, changes[language] ?? messages]),
    ),
  });

  test('find a missing language', () => {
    const { de: _, ...rest } = complete({}, {}).languages;
    expect(languageFaults({ folder: 'x', prefix: '', languages: rest })).toHaveLength(1);
  });

  test('find a key that is missing, empty or unknown', () => {
    const planted = complete({ a: 'A', b: 'B' }, { ru: { a: '', c: 'C' } });
    expect(keyFaults(planted)).toHaveLength(3);
  });

  test('find a missing value, and a missing plural form', () => {
    const forms = '{n, plural, one {# day of {all}} other {# days of {all}}}';
    const planted = complete(
      { a: forms },
      {
        de: { a: '{n, plural, one {# Tag} other {# Tage}}' },
        ru: { a: forms },
        jp: { a: '{n, plural, other {{all} #}}' },
        kr: { a: forms },
      },
    );
    const faults = shapeFaults(planted);
    expect(faults.filter((fault) => fault.includes('de.json'))).toHaveLength(1);
    expect(faults).toContain('planted/ru.json: a lacks plural few');
    expect(faults).toContain('planted/kr.json: a has no plural one');
    expect(faults.some((fault) => fault.includes('jp.json'))).toBe(false);
  });

  test('find an untranslated text unless the word is the same', () => {
    const planted = complete({ a: 'Status', b: 'USDT', c: 'Order {id}' }, {});
    const german = (allowed: Readonly<Record<string, readonly string[]>>) =>
      untranslatedFaults(planted, allowed).find((fault) => fault.includes('de.json'));
    expect(untranslatedFaults(planted, {})).toHaveLength(13);
    expect(german({})).toBe('planted/de.json: still English: planted.a, planted.c');
    expect(german({ 'planted.a': ['de'] })).toBe('planted/de.json: still English: planted.c');
  });

  test('find hype, exclamation and emoji', () => {
    const planted = complete(
      { a: 'Earn instantly', b: 'Rates are not guaranteed.' },
      { zh: { a: '好！' }, fr: { a: 'Fusée 🚀' } },
    );
    expect(toneFaults(planted)).toEqual([
      'planted/en.json: a says "Earn"',
      'planted/fr.json: a has an emoji',
      'planted/zh.json: a exclaims',
    ]);
  });

  test('find a straight apostrophe, not a quotation mark', () => {
    const messages = { a: "Don't", b: 'Don’t', c: "a 'word' quoted", d: "l'indirizzo" };
    expect(apostropheFaults('x', messages)).toEqual([
      'x: a has a straight apostrophe',
      'x: d has a straight apostrophe',
    ]);
  });

  test('distinguish used keys from unused ones', () => {
    const isUsed = keyUse([
      "t('spot.buy'); // t('spot.commented')",
      'const key = `errors.${code}`; const any = `${area}.x`;',
    ]);
    expect(isUsed('spot.buy')).toBe(true);
    expect(isUsed('errors.4020')).toBe(true);
    expect(isUsed('spot.commented')).toBe(false);
    expect(isUsed('spot.x')).toBe(false);
    expect(askedKeys("t('spot.buy', { n: 1 })")).toEqual(['spot.buy']);
  });
});
