/** The texts loaded so far: one book per language, filled chunk by chunk. */
import { textsAddress } from 'virtual:messages';
import type { Language } from './languages.ts';
import { FIRST_PART, partOf } from './text-parts.ts';
import type { Messages } from './translate.ts';

interface Book {
  /** Only ever grows, so that a translator created early also sees later texts. */
  messages: Messages;
  parts: Map<string, Promise<void>>;
}

const books = new Map<Language, Book>();
/** Chunks used by open pages; a new language needs them all. */
const wanted = new Set([FIRST_PART]);

let current: Language = 'en';

/** The language of requests. */
export function currentLanguage(): Language {
  return current;
}

/** From now on requests texts and answers in this language, even before its texts are loaded. */
export function setRequestLanguage(language: Language): void {
  current = language;
}

/** Loads the texts of all open pages. @throws the network error, or an Error if the files no longer exist */
export async function loadTexts(language: Language): Promise<Messages> {
  const book = bookOf(language);
  let count: number;
  do {
    count = wanted.size;
    await Promise.all([...wanted].map((part) => loadPart(language, part)));
    // A page may have been opened in the meantime.
  } while (wanted.size > count);
  return book.messages;
}

/** Loads the texts of an area in the current language, once. Fails like `loadTexts`. */
export function loadArea(area: string): Promise<void> {
  const part = partOf(area);
  wanted.add(part);
  return loadPart(current, part);
}

function bookOf(language: Language): Book {
  const known = books.get(language);
  if (known) return known;
  const book: Book = { messages: {}, parts: new Map() };
  books.set(language, book);
  return book;
}

function loadPart(language: Language, part: string): Promise<void> {
  const { messages, parts } = bookOf(language);
  const known = parts.get(part);
  if (known) return known;
  const loading = fetchPart(language, part).then((texts) => void Object.assign(messages, texts));
  parts.set(part, loading);
  // A failed load is retried the next time.
  loading.catch(() => parts.delete(part));
  return loading;
}

async function fetchPart(language: Language, part: string): Promise<Messages> {
  const response = await fetch(`${textsAddress}/${language}/${part}.json`);
  if (!response.ok) throw new Error(`no texts: ${language}/${part} answers ${response.status}`);
  return (await response.json()) as Messages;
}
