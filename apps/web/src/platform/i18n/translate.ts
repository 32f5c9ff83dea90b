/** Turns a key and its values into a sentence of one language. */
import format, { type CompiledMessage } from 'icu-minify/format';
import { type Language, languages } from './languages.ts';
import type { MessageKey } from './message-key.ts';

/** Key to compiled text. */
export type Messages = Readonly<Record<string, CompiledMessage>>;
export type MessageValues = Readonly<Record<string, string | number>>;
/** `t('auth.logIn')`. Amounts arrive as text already formatted by @tern/ui. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;

const pluralRules = new Map<string, Intl.PluralRules>();

function getPluralRules(
  locale: string | string[] = 'en-US',
  options: Intl.PluralRulesOptions = {},
): Intl.PluralRules {
  const key = `${String(locale)} ${options.type ?? ''}`;
  const known = pluralRules.get(key);
  if (known) return known;
  const rules = new Intl.PluralRules(locale, options);
  pluralRules.set(key, rules);
  return rules;
}

// Texts carry no number or date of their own: counts print as they are, the rest comes as text.
const plain = () => ({ format: String }) as unknown as never;
const formatters = { getNumberFormat: plain, getDateTimeFormat: plain, getPluralRules };

/** The translator of a language. A missing text shows its key, which the checks refuse to ship. */
export function translator(language: Language, messages: Messages): Translate {
  const { locale } = languages[language];
  return (key, values) => {
    const message = messages[key];
    if (message === undefined) return key;
    if (typeof message === 'string') return message;
    return String(format(message, locale, values ?? {}, { formatters }));
  };
}

/** True when the language has a text of that key; for keys made from data, such as error codes. */
export function hasMessage(messages: Messages, key: string): key is MessageKey {
  return Object.hasOwn(messages, key);
}
