/** Checks of a message catalogue; each returns a list of faults, empty when all is well. */
import { type Catalogue, localeOf, type Messages } from './catalogues.ts';
import { shapeOf } from './message-shape.ts';

const english = (catalogue: Catalogue): Messages => catalogue.languages['en'] ?? {};

const translations = (catalogue: Catalogue): readonly (readonly [string, Messages])[] =>
  Object.entries(catalogue.languages).filter(([language]) => language !== 'en');

/** All fourteen languages, no other file. */
export const languageFaults = ({ folder, languages }: Catalogue): readonly string[] => [
  ...Object.keys(localeOf)
    .filter((language) => !(language in languages))
    .map((language) => `${folder}: ${language}.json is missing`),
  ...Object.keys(languages)
    .filter((language) => !(language in localeOf))
    .map((language) => `${folder}: ${language}.json is no language of ours`),
];

/** Exactly the keys of English, none empty. */
export const keyFaults = (catalogue: Catalogue): readonly string[] =>
  Object.entries(catalogue.languages).flatMap(([language, messages]) => {
    const where = `${catalogue.folder}/${language}.json`;
    const wanted = english(catalogue);
    return [
      ...Object.keys(wanted)
        .filter((key) => typeof messages[key] !== 'string' || messages[key].trim() === '')
        .map((key) => `${where}: ${key} has no text`),
      ...Object.keys(messages)
        .filter((key) => !(key in wanted))
        .map((key) => `${where}: ${key} is not in en.json`),
    ];
  });

/** The plural forms of whole numbers in a language, and `other`. */
const formsOf = (language: string, type: 'cardinal' | 'ordinal') => {
  const rules = new Intl.PluralRules(localeOf[language], { type });
  const used = Array.from({ length: 1_001 }, (_, count) => rules.select(count));
  return {
    wanted: new Set<string>([...used, 'other']),
    known: new Set<string>(rules.resolvedOptions().pluralCategories),
  };
};

const pluralFaults = (language: string, text: string): readonly string[] =>
  shapeOf(text).plurals.flatMap(({ type, forms }) => {
    const { wanted, known } = formsOf(language, type);
    return [
      ...[...wanted].filter((form) => !forms.includes(form)).map((form) => `lacks plural ${form}`),
      ...forms.filter((form) => !known.has(form)).map((form) => `has no plural ${form}`),
    ];
  });

const namedFaults = (text: string, original: string): readonly string[] => {
  const [here, there] = [shapeOf(text), shapeOf(original)];
  const same =
    here.values.join() === there.values.join() && here.selects.join() === there.selects.join();
  return same ? [] : [`names {${here.values.join()}} where English names {${there.values.join()}}`];
};

/** Messages parse, use the same values as in English, and have the plural forms of their language. */
export const shapeFaults = (catalogue: Catalogue): readonly string[] =>
  Object.entries(catalogue.languages).flatMap(([language, messages]) =>
    Object.entries(messages).flatMap(([key, text]) => {
      const where = `${catalogue.folder}/${language}.json: ${key}`;
      const original = english(catalogue)[key] ?? text;
      try {
        return [...namedFaults(text, original), ...pluralFaults(language, text)].map(
          (fault) => `${where} ${fault}`,
        );
      } catch (error) {
        return [`${where} does not parse: ${String(error)}`];
      }
    }),
  );

/** A text without letters outside braces, or a symbol such as USDT, needs no translation. */
const isWordless = (text: string): boolean => !/\p{Ll}/u.test(text.replaceAll(/\{[^{}]*\}/gu, ''));

/** Texts left in English; `allowed` lists, by key with its prefix, the languages whose word is the same. */
export const untranslatedFaults = (
  catalogue: Catalogue,
  allowed: Readonly<Record<string, readonly string[]>>,
): readonly string[] =>
  translations(catalogue).flatMap(([language, messages]) => {
    const left = Object.entries(messages)
      .filter(([key, text]) => text === english(catalogue)[key] && !isWordless(text))
      .map(([key]) => `${catalogue.prefix}${key}`)
      .filter((key) => !(allowed[key] ?? []).includes(language));
    const where = `${catalogue.folder}/${language}.json`;
    return left.length === 0 ? [] : [`${where}: still English: ${left.join(', ')}`];
  });

/** The noun "earnings" is the specification's name of two screens. */
const HYPE = /\b(earn(s|ed|ing)?|risk-free|guaranteed|instant(ly)?|hot|vip)\b/iu;

/** Exclamation marks, emoji and hype. */
export const toneFaults = (catalogue: Catalogue): readonly string[] =>
  Object.entries(catalogue.languages).flatMap(([language, messages]) =>
    Object.entries(messages).flatMap(([key, text]) => {
      const where = `${catalogue.folder}/${language}.json: ${key}`;
      // "Not guaranteed" warns; the bare word promises.
      const hype = language === 'en' && HYPE.exec(text.replaceAll(/not guaranteed/giu, ''));
      return [
        ...(/[!！¡]/u.test(text) ? [`${where} exclaims`] : []),
        ...(/\p{Extended_Pictographic}/u.test(text) ? [`${where} has an emoji`] : []),
        ...(hype ? [`${where} says "${hype[0]}"`] : []),
      ];
    }),
  );

/** An apostrophe between letters is typographic (’): the straight one also begins a quotation of ICU messages. */
export const apostropheFaults = (where: string, messages: Messages): readonly string[] =>
  Object.entries(messages)
    .filter(([, text]) => /\p{L}'\p{L}/u.test(text))
    .map(([key]) => `${where}: ${key} has a straight apostrophe`);
