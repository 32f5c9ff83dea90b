/** The server's texts in 14 languages: messages of codes, notices, e-mails and SMS. */
import compile from 'icu-minify/compile';
import format from 'icu-minify/format';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import id from './texts/id.json' with { type: 'json' };
import it from './texts/it.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import kr from './texts/kr.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };
import tr from './texts/tr.json' with { type: 'json' };
import tw from './texts/tw.json' with { type: 'json' };
import vn from './texts/vn.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

export type TextKey = keyof typeof en;

const catalogues = { de, en, es, fr, id, it, jp, kr, pt, ru, tr, tw, vn, zh };
export type Lang = keyof typeof catalogues;

/** Locale codes of the language prefixes (spec §1). */
export const locales: Record<Lang, string> = {
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

/** The language of a prefix; English for anything else. */
export function langOf(prefix: string | undefined): Lang {
  return prefix !== undefined && Object.hasOwn(catalogues, prefix) ? (prefix as Lang) : 'en';
}

/** Whether this text exists. */
export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(en, key);
}

const compiled = new Map<string, ReturnType<typeof compile>>();
const formatters = {
  getNumberFormat: (locale: string, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options),
  getDateTimeFormat: (locale: string, options?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options),
  getPluralRules: (locale: string, options?: Intl.PluralRulesOptions) =>
    new Intl.PluralRules(locale, options),
};

/** The text of `key` in `lang`, with its values. */
export function textOf(
  lang: Lang,
  key: TextKey,
  values: Record<string, string | number> = {},
): string {
  const cacheKey = `${lang}/${key}`;
  let message = compiled.get(cacheKey);
  if (message === undefined) {
    message = compile(catalogues[lang][key]);
    compiled.set(cacheKey, message);
  }
  if (typeof message === 'string') return message;
  return String(format(message, locales[lang], values, { formatters }));
}

/** An exact decimal in the language's format: whole numbers plain, others with at least two places; never rounded. */
export function decimalIn(lang: Lang, decimal: string): string {
  const minimumFractionDigits = decimal.includes('.') ? 2 : 0;
  const shape = { minimumFractionDigits, maximumFractionDigits: 18 };
  return new Intl.NumberFormat(locales[lang], shape).format(decimal as Intl.StringNumericLiteral);
}

/** A time (ISO 8601) in the language's format, to the minute, in UTC. */
export function momentIn(lang: Lang, at: string): string {
  const shape = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat(locales[lang], shape).format(new Date(at))} UTC`;
}
