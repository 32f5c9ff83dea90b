/** What the inbox shows: hidden parts of messages, saved replies that fit, texts in a language. Pure. */
import type { Message, Reply, ReplyText } from './api.ts';

/** Stands in a text for each hidden part (protocol: `HIDDEN_PART`, which the bundle without schemas does not have). */
export const HIDDEN_PART = '\ufffc';

export type Piece = string | Message['hidden'][number];

/** The text with its hidden parts in their places. */
export function piecesOf({ text, hidden }: Pick<Message, 'text' | 'hidden'>): Piece[] {
  const words = text.split(HIDDEN_PART);
  return words
    .flatMap((word, at): Piece[] => {
      const part = hidden[at - 1];
      return at === 0 || part === undefined ? [word] : [part, word];
    })
    .filter((piece) => piece !== '');
}

/** The text between a slash at the beginning and the end, while it can be a code; undefined for any other text. */
export function codeTyped(draft: string): string | undefined {
  return /^\/([a-z0-9-]*)$/i.exec(draft)?.[1]?.toLowerCase();
}

/** Replies whose code begins with what was typed, then those that have it in code or title. */
export function fittingReplies(replies: readonly Reply[], typed: string): Reply[] {
  const begins = replies.filter(({ code }) => code.startsWith(typed));
  const has = replies.filter(
    (reply) =>
      !begins.includes(reply) &&
      (reply.code.includes(typed) || textIn(reply, 'en').title.toLowerCase().includes(typed)),
  );
  return [...begins, ...has];
}

/** In the language of a prefix, or in English. */
export function textIn(reply: Pick<Reply, 'texts'>, lang: string): ReplyText {
  const inLang = (prefix: string) => reply.texts.find((text) => text.lang === prefix);
  const found = inLang(lang) ?? inLang('en');
  return found ?? { lang: 'en', title: '', text: '' };
}

/** The texts of a form: title and text by language. */
export type Written = Readonly<Record<string, { title: string; text: string }>>;

export function writtenOf(reply: Pick<Reply, 'texts'>): Written {
  return Object.fromEntries(reply.texts.map(({ lang, title, text }) => [lang, { title, text }]));
}

/** The languages that have one of both but not the other. English needs both. */
export function halfWritten(written: Written): string[] {
  const isHalf = ({ title, text }: { title: string; text: string }) =>
    (title.trim() === '') !== (text.trim() === '');
  return Object.entries(written).flatMap(([lang, each]) => (isHalf(each) ? [lang] : []));
}

/** What is sent: languages without a text are left out. */
export function textsInput(written: Written): ReplyText[] {
  return Object.entries(written).flatMap(([lang, { title, text }]) =>
    title.trim() === '' || text.trim() === ''
      ? []
      : [{ lang, title: title.trim(), text: text.trim() }],
  );
}

/** Characters of an answer (protocol: `SERVICE_TEXT_MAX`). */
export const TEXT_MAX = 2_000;
