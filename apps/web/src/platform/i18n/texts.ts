/** The texts this visit has loaded: a book per language, filled part by part. */
import { textsAddress } from 'virtual:messages';
import type { Language } from './languages.ts';
import { FIRST_PART, partOf } from './text-parts.ts';
import type { Messages } from './translate.ts';

interface Book {
  /** Only ever grows, so that a translator made early also knows what came later. */
  messages: Messages;
  parts: Map<string, Promise<void>>;
}

const books = new Map<Language, Book>();
/** Parts that open pages read; a new language needs them all. */
const wanted = new Set([FIRST_PART]);

let current: Language = 'en';

/** The language requests are sent in. */
export function currentLanguage(): Language {
  return current;
}

/** From now on texts and answers are asked for in this language, also before its texts are there. */
export function speak(language: Language): void {
  current = language;
}

/** Loads what open pages read. Fails with: the fault of the connection, or an Error when the texts are gone. */
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
  // What failed is asked for again the next time.
  loading.catch(() => parts.delete(part));
  return loading;
}

async function fetchPart(language: Language, part: string): Promise<Messages> {
  const response = await fetch(`${textsAddress}/${language}/${part}.json`);
  if (!response.ok) throw new Error(`no texts: ${language}/${part} answers ${response.status}`);
  return (await response.json()) as Messages;
}
