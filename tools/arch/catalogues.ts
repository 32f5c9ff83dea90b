/** The message catalogues: folders with one file per language. */
import { sourceFiles, sourceText } from './source-files.ts';

/** File name of a language and the locale whose plural rules it follows. */
export const localeOf: Readonly<Record<string, string>> = {
  de: 'de-DE',
  en: 'en-US',
  es: 'es-ES',
  ru: 'ru-RU',
  pt: 'pt-BR',
  fr: 'fr-FR',
  it: 'it-IT',
  id: 'id-ID',
  jp: 'ja-JP',
  kr: 'ko-KR',
  tr: 'tr-TR',
  vn: 'vi-VN',
  zh: 'zh-CN',
  tw: 'zh-TW',
};

/** Key to text, of one language. */
export type Messages = Readonly<Record<string, string>>;

export interface Catalogue {
  readonly folder: string;
  /** The prefix of keys in code: `spot.` for the area spot, `code.` for codes, none for the server's texts. */
  readonly prefix: string;
  readonly languages: Readonly<Record<string, Messages>>;
}

const FOLDERS =
  /^(apps\/web\/src\/locales\/[^/]+\/([^/]+)|apps\/server\/src\/kernel\/i18n\/texts|packages\/protocol\/src\/(code)-texts)\/([^/]+)[.]json$/;

/** Every catalogue of the tree, read from disk. */
export const catalogues = (): readonly Catalogue[] => {
  const found = new Map<string, { prefix: string; languages: Record<string, Messages> }>();
  for (const file of sourceFiles()) {
    const [, folder, webArea, code, language] = FOLDERS.exec(file) ?? [];
    const area = webArea ?? code;
    if (folder === undefined || language === undefined) continue;
    const prefix = area === undefined ? '' : `${area}.`;
    const entry = found.get(folder) ?? { prefix, languages: {} };
    entry.languages[language] = JSON.parse(sourceText(file)) as Messages;
    found.set(folder, entry);
  }
  return [...found].map(([folder, entry]) => ({ folder, ...entry }));
};
