/** The server's texts in 14 languages: notices, e-mails and SMS; the texts of codes, which the app has too; messages of staff. */
import type { Code } from '@tern/protocol';
import { codeTexts } from '@tern/protocol/code-texts';
import { messageTexts } from '@tern/protocol/message-texts';
import type { MessageCode } from '@tern/protocol/operator';
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

type CodeKey = `code.${Code}`;
/** What a member reads of a decision of staff. */
export type MessageKey = `message.${MessageCode}`;
export type TextKey = keyof typeof en | CodeKey | MessageKey;

/** The texts of codes, as `code.<code>`, and of messages, as `message.<code>`. */
function protocolTextsIn(lang: keyof typeof codeTexts): Record<CodeKey | MessageKey, string> {
  const named = (family: string, texts: object) =>
    Object.entries(texts).map(([code, text]) => [`${family}.${code}`, text]);
  return Object.fromEntries([
    ...named('code', codeTexts[lang]),
    ...named('message', messageTexts[lang]),
  ]) as Record<CodeKey | MessageKey, string>;
}

const catalogues = {
  de: { ...de, ...protocolTextsIn('de') },
  en: { ...en, ...protocolTextsIn('en') },
  es: { ...es, ...protocolTextsIn('es') },
  fr: { ...fr, ...protocolTextsIn('fr') },
  id: { ...id, ...protocolTextsIn('id') },
  it: { ...it, ...protocolTextsIn('it') },
  jp: { ...jp, ...protocolTextsIn('jp') },
  kr: { ...kr, ...protocolTextsIn('kr') },
  pt: { ...pt, ...protocolTextsIn('pt') },
  ru: { ...ru, ...protocolTextsIn('ru') },
  tr: { ...tr, ...protocolTextsIn('tr') },
  tw: { ...tw, ...protocolTextsIn('tw') },
  vn: { ...vn, ...protocolTextsIn('vn') },
  zh: { ...zh, ...protocolTextsIn('zh') },
};
export type Lang = keyof typeof catalogues;

/** Locale codes of the language prefixes. */
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
  return Object.hasOwn(catalogues.en, key);
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

/** Currencies without a smaller unit. */
const WHOLE_UNITS = new Set(['JPY', 'KRW', 'VND']);

/** An amount of an asset in the language's format: grouped, with two places at least where the asset has them; never rounded. */
export function amountIn(lang: Lang, amount: string, asset: string): string {
  const minimumFractionDigits = WHOLE_UNITS.has(asset) ? 0 : 2;
  const shape = { minimumFractionDigits, maximumFractionDigits: 18 };
  return new Intl.NumberFormat(locales[lang], shape).format(amount as Intl.StringNumericLiteral);
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** As the app prints dates: day before month in English too, no word for "year" in Russian. */
function dateIn(lang: Lang, at: string, shape: Intl.DateTimeFormatOptions): string {
  const locale = lang === 'en' ? 'en-GB' : locales[lang];
  return new Intl.DateTimeFormat(locale, shape).format(new Date(at)).replace(/\sг\./, '');
}

/** A time (ISO 8601) in the language's format, to the minute, in UTC. */
export function momentIn(lang: Lang, at: string): string {
  return `${dateIn(lang, at, { ...DAY, ...MINUTE })} UTC`;
}

/** A UTC date (`2026-11-21`) in the language's format, on one line. */
export function dayIn(lang: Lang, day: string): string {
  return dateIn(lang, day, DAY).replaceAll(' ', '\u00A0');
}
