/** The app's language: selected once, loaded one at a time, switched without a reload. */
import { createContext, type ReactNode, startTransition, use, useMemo, useState } from 'react';
import { storage } from '../storage.ts';
import { chooseLanguage, type Language, languages } from './languages.ts';
import type { MessageKey } from './message-key.ts';
import { loadTexts, setRequestLanguage } from './texts.ts';
import { hasMessage, type Messages, type Translate, translator } from './translate.ts';

interface Loaded {
  language: Language;
  messages: Messages;
}

export interface I18n {
  language: Language;
  /** BCP 47, for Intl. */
  locale: string;
  t: Translate;
  /** For a key built from data, if the language has it. */
  find: (key: string) => MessageKey | undefined;
  setLanguage: (language: Language) => Promise<void>;
}

const NEXT_TRY_MS = 2000;

const Context = createContext<I18n | undefined>(undefined);

async function load(language: Language): Promise<Loaded> {
  const messages = await loadTexts(language);
  setRequestLanguage(language);
  document.documentElement.lang = languages[language].locale;
  return { language, messages };
}

/** Selects and loads the visitor's language. Without texts no error can be shown: retries until they arrive. */
export async function loadFirstLanguage(): Promise<Loaded> {
  const language = chooseLanguage({
    explicit: new URLSearchParams(location.search).get('lang'),
    stored: storage.language.read(),
    browser: navigator.languages,
  });
  // Requests already use the new language while its texts load.
  setRequestLanguage(language);
  for (;;) {
    try {
      return await load(language);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, NEXT_TRY_MS));
    }
  }
}

/** Provides all screens with the loaded texts. */
export function I18nProvider({ first, children }: { first: Loaded; children: ReactNode }) {
  const [loaded, setLoaded] = useState(first);
  const value = useMemo<I18n>(() => {
    const { language, messages } = loaded;
    return {
      language,
      locale: languages[language].locale,
      t: translator(language, messages),
      find: (key) => (hasMessage(messages, key) ? key : undefined),
      setLanguage: async (next) => {
        const texts = await load(next);
        storage.language.write(next);
        startTransition(() => setLoaded(texts));
      },
    };
  }, [loaded]);
  return <Context value={value}>{children}</Context>;
}

export function useI18n(): I18n {
  const i18n = use(Context);
  if (!i18n) throw new Error('useI18n outside I18nProvider');
  return i18n;
}

/** Only the translator: `const t = useT()`. */
export function useT(): Translate {
  return useI18n().t;
}
