/** Which words may be shown to everybody, and which of the languages a reader gets. */
import { Refusal } from '../../kernel/requests/refusal.ts';
import { type Lang, locales } from '../../kernel/i18n/texts.ts';
import { hasWord } from '../../kernel/requests/visible-text.ts';
import { addressesIn, isLink } from './written-text.ts';
import { HOUR_MS } from '../../platform/durations.ts';

export interface Words {
  title: string;
  body: string;
}

/** Words by language; English is always there. */
export type Texts = Readonly<Partial<Record<Lang, Words>> & { en: Words }>;

const TITLE_MAX = 120;
const BODY_MAX = 5_000;
/** Nobody remembers what was scheduled for later than this. */
export const AHEAD_MAX_MS = 366 * 24 * HOUR_MS;

/** Control characters, halves of characters, and whatever turns the direction of the words around it. */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u;

const isShowable = (text: string, max: number) =>
  hasWord(text) && text.length <= max && !UNSHOWABLE.test(text.replaceAll('\n', ''));

/**
 * The words as they are kept: trimmed, lines ended alike.
 * Fails with: 5001 naming title or body, for what is empty, too long, cannot be seen, or leads elsewhere than to https.
 */
export function readWords(given: Words): Words {
  const title = given.title.trim();
  const body = given.body.replaceAll(/\r\n?/gu, '\n').replaceAll('\t', ' ').trim();
  if (title.includes('\n') || !isShowable(title, TITLE_MAX)) {
    throw new Refusal(5001, { fields: ['title'] });
  }
  if (!isShowable(body, BODY_MAX) || !addressesIn(body).every(isLink)) {
    throw new Refusal(5001, { fields: ['body'] });
  }
  return { title, body };
}

export const everyLang = Object.keys(locales) as Lang[];

/** In the order of the languages. */
export function langsOf(texts: Partial<Record<string, unknown>>): Lang[] {
  return everyLang.filter((lang) => texts[lang] !== undefined);
}

/** Hosts that the words lead to, each once. */
export function hostsIn(texts: Texts): string[] {
  const bodies = Object.values(texts).map(({ body }) => body);
  const hosts = bodies.flatMap(addressesIn).map((address) => new URL(address).hostname);
  return [...new Set(hosts)].sort();
}
