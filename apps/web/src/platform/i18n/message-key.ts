/** All message keys, typed from the English files; a feature adds its area where it declares its routes. */
import type { Code } from '@tern/protocol/client';

/** The codes of `isTranslatedByCode`. */
type TranslatedCode = Extract<`${Code}`, `${string}40${string}`>;

/**
 * Areas of messages. A feature merges its own: `declare module '<path>/message-key.ts' { interface MessageAreas { spot:
 * typeof import('<path>/locales/spot/en.json') } }`
 */
export interface MessageAreas {
  code: Readonly<Record<TranslatedCode, string>>;
  common: typeof import('../../locales/kernel/common/en.json');
  errors: typeof import('../../locales/kernel/errors/en.json');
}

type KeysOf<Area extends keyof MessageAreas> = `${Area}.${Exclude<
  Extract<keyof MessageAreas[Area], string>,
  'default'
>}`;

/** "auth.logIn" and so on. */
export type MessageKey = { [Area in keyof MessageAreas]: KeysOf<Area> }[keyof MessageAreas];

/** Page titles, `…title` or `…Title`: part of the first load, so that a page has its title while it loads. */
export type TitleKey = Extract<MessageKey, `${string}.title` | `${string}Title`>;
