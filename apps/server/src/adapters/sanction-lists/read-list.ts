/** Reads a list of sanctions in the format that its publisher offers, known by its outermost element. */
import {
  type ListedEntry,
  ListFault,
  type ReadList,
  type ScreeningList,
} from '../../kernel/screening/list-entry.ts';
import { type ListFormat, listFormats } from './list-formats.ts';
import { readEntries } from './read-entries.ts';

const NAMES_MAX = 200;
const TEXTS_MAX = 50;
const TEXT_MAX = 300;

/** More than any list says; the rest would only make pages long. */
function bounded(entry: ListedEntry): ListedEntry {
  const texts = (given: readonly string[], max = TEXTS_MAX) =>
    given.slice(0, max).map((text) => text.slice(0, TEXT_MAX));
  return {
    number: entry.number.slice(0, 100),
    kind: entry.kind,
    names: texts(entry.names, NAMES_MAX),
    births: texts(entry.births),
    birthplaces: texts(entry.birthplaces),
    nationalities: texts(entry.nationalities),
    documents: texts(entry.documents),
    gender: entry.gender.slice(0, 20),
    since: entry.since.slice(0, TEXT_MAX),
    programme: entry.programme.slice(0, TEXT_MAX),
    wallets: entry.wallets.map((address) => address.slice(0, TEXT_MAX)),
  };
}

/** OFAC publishes two files in one format; their names distinguish them. */
const listOf = ({ publisher }: ListFormat, fileName: string): ScreeningList =>
  publisher === 'OFAC' && /^cons/i.test(fileName) ? 'OFAC-CONS' : publisher;

export const readList: ReadList = async (file, fileName) => {
  const text = new TextDecoder().decode(file).replace(/^\uFEFF/, '');
  let format: ListFormat | undefined;
  let publishedOn: string | null = null;
  const entries = new Map<string, ListedEntry>();
  const wanted = new Set<string>();
  await readEntries(text, {
    wanted,
    begin(name, attributes) {
      format = listFormats.find(({ root }) => root === name);
      if (format === undefined) throw new ListFault(`${name} is no list of a known format`);
      for (const element of [...format.entries, format.dated]) wanted.add(element);
      publishedOn = format.dayOf(attributes);
    },
    take(element) {
      if (format === undefined) return;
      if (element.name === format.dated) {
        publishedOn = format.dayOf(element);
        return;
      }
      const entry = format.entryOf(element);
      if (entry === undefined) return;
      if (entry.number === '') throw new ListFault('an entry has no number');
      if (entry.names.length > 0) entries.set(entry.number, bounded(entry));
    },
  });
  if (format === undefined || entries.size === 0) throw new ListFault('it has no entries');
  return { list: listOf(format, fileName), publishedOn, entries: [...entries.values()] };
};
