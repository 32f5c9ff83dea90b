/** The fourteen languages, and how a visitor's language is selected. */

/** Prefix (as sent in the `lang` header) to locale code and native name, in the specification's order. */
export const languages = {
  de: { locale: 'de-DE', name: 'Deutsch' },
  en: { locale: 'en-US', name: 'English' },
  es: { locale: 'es-ES', name: 'Español' },
  ru: { locale: 'ru-RU', name: 'Русский' },
  pt: { locale: 'pt-BR', name: 'Português (Brasil)' },
  fr: { locale: 'fr-FR', name: 'Français' },
  it: { locale: 'it-IT', name: 'Italiano' },
  id: { locale: 'id-ID', name: 'Bahasa Indonesia' },
  jp: { locale: 'ja-JP', name: '日本語' },
  kr: { locale: 'ko-KR', name: '한국어' },
  tr: { locale: 'tr-TR', name: 'Türkçe' },
  vn: { locale: 'vi-VN', name: 'Tiếng Việt' },
  zh: { locale: 'zh-CN', name: '简体中文' },
  tw: { locale: 'zh-TW', name: '繁體中文' },
} as const;

export type Language = keyof typeof languages;

const DEFAULT_LANGUAGE: Language = 'en';

/** First subtag of a browser's language to our prefix, where they differ. */
const BROWSER_PREFIX: Readonly<Record<string, Language>> = {
  ja: 'jp',
  ko: 'kr',
  vi: 'vn',
  in: 'id',
};

const TRADITIONAL_CHINESE = /^zh[-_](tw|hk|mo|hant)\b/i;

function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value);
}

/** Our language for a browser's tag, including odd ones such as `en-US@posix`. */
function fromBrowserTag(tag: string): Language | undefined {
  if (TRADITIONAL_CHINESE.test(tag)) return 'tw';
  const first = /^[a-z]+/i.exec(tag)?.[0].toLowerCase() ?? '';
  const prefix = BROWSER_PREFIX[first] ?? first;
  return isLanguage(prefix) ? prefix : undefined;
}

export interface LanguageSources {
  /** Requested for this visit, for example `?lang=de`. */
  explicit: string | null;
  stored: string | undefined;
  browser: readonly string[];
}

/** Explicit, otherwise stored, otherwise the browser's if supported, otherwise English. */
export function chooseLanguage({ explicit, stored, browser }: LanguageSources): Language {
  if (isLanguage(explicit)) return explicit;
  if (isLanguage(stored)) return stored;
  for (const tag of browser) {
    const language = fromBrowserTag(tag);
    if (language) return language;
  }
  return DEFAULT_LANGUAGE;
}
