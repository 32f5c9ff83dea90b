/** Validation of texts for members, and their languages. */
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { type Lang, locales } from '../../../kernel/i18n/texts.ts';
import { hasWord } from '../../../kernel/requests/visible-text.ts';
import { addressesIn, isLink } from './markup.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

export interface ArticleText {
  title: string;
  body: string;
}

/** Texts by language; English is required. */
export type Texts = Readonly<Partial<Record<Lang, ArticleText>> & { en: ArticleText }>;

const TITLE_MAX = 120;
const BODY_MAX = 5_000;
/** The furthest ahead that an edition can be scheduled. */
export const SCHEDULE_MAX_MS = 366 * 24 * HOUR_MS;

/** Control characters, unpaired surrogates, and characters that change the direction of the text around them. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u;

const isShowable = (text: string, max: number) =>
  hasWord(text) && text.length <= max && !FORBIDDEN.test(text.replaceAll('\n', ''));

/**
 * The text as stored: trimmed, with uniform line ends.
 * @throws invalid-request naming title or body that is empty, too long, invisible, or has a link to anything but https
 */
export function readText(given: ArticleText): ArticleText {
  const title = given.title.trim();
  const body = given.body.replaceAll(/\r\n?/gu, '\n').replaceAll('\t', ' ').trim();
  if (title.includes('\n') || !isShowable(title, TITLE_MAX)) {
    throw new Refusal('invalid-request', { fields: ['title'] });
  }
  if (!isShowable(body, BODY_MAX) || !addressesIn(body).every(isLink)) {
    throw new Refusal('invalid-request', { fields: ['body'] });
  }
  return { title, body };
}

export const everyLang = Object.keys(locales) as Lang[];

/** In the order of `everyLang`. */
export function langsOf(texts: Partial<Record<string, unknown>>): Lang[] {
  return everyLang.filter((lang) => texts[lang] !== undefined);
}

/** Hosts of the links in the texts, each once. */
export function hostsIn(texts: Texts): string[] {
  const bodies = Object.values(texts).map(({ body }) => body);
  const hosts = bodies.flatMap(addressesIn).map((address) => new URL(address).hostname);
  return [...new Set(hosts)].sort();
}
