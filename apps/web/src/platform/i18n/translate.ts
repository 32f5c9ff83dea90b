/** Formats a message of one language from its key and values. */
import format, { type CompiledMessage } from 'icu-minify/format';
import { type Language, languages } from './languages.ts';
import type { MessageKey } from './message-key.ts';

/** Key to compiled message. */
export type Messages = Readonly<Record<string, CompiledMessage>>;
export type MessageValues = Readonly<Record<string, string | number>>;
/** `t('auth.logIn')`. Amounts are passed as text formatted by @tern/ui. */
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

// Messages format no numbers or dates: counts print as they are, the rest is passed as text.
const plain = () => ({ format: String }) as unknown as never;
const formatters = { getNumberFormat: plain, getDateTimeFormat: plain, getPluralRules };

/** The translator of a language. A missing message shows its key; the checks prevent that. */
export function translator(language: Language, messages: Messages): Translate {
  const { locale } = languages[language];
  return (key, values) => {
    const message = messages[key];
    if (message === undefined) return key;
    if (typeof message === 'string') return message;
    return String(format(message, locale, values ?? {}, { formatters }));
  };
}

/** Whether the language has a message; for keys built from data, such as error codes. */
export function hasMessage(messages: Messages, key: string): key is MessageKey {
  return Object.hasOwn(messages, key);
}
