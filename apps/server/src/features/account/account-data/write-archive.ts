/** Writes the archive of an export: a ZIP with JSON and CSV of each kind of rows, and the images. Bounded in memory. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { HeldRow, HeldRows } from '../../../kernel/account-data/held-rows.ts';
import { csvLine } from '../../../platform/csv.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { Files } from '../../../platform/files/files.ts';

interface Source {
  reader: Reader;
  files: Files;
  parts: readonly AccountPart[];
  memberId: number;
  /** Epoch ms, of the files in it. */
  at: number;
}

/** The usual compromise of ZIP between time and size. */
const LEVEL = 6;

/** Yields the bytes as they are made, as fast as they are taken; nothing runs ahead. */
export async function* writeArchive(source: Source): AsyncGenerator<Uint8Array> {
  const { reader, memberId, parts } = source;
  const made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    made.push(chunk);
  });
  const take = () => made.splice(0);
  const counts: Record<string, number> = {};
  for (const held of parts.flatMap((part) => part.held)) {
    counts[held.name] = 0;
    for (const form of [jsonForm, csvForm]) {
      const file = new ZipDeflate(`${form.folder}/${held.name}.${form.folder}`, { level: LEVEL });
      file.mtime = source.at;
      zip.add(file);
      let rows = 0;
      for await (const text of linesOf(held, form, source)) {
        file.push(encode(text.text));
        rows += text.rows;
        yield* take();
        await nextTurn();
      }
      file.push(encode(form.end(rows)), true);
      counts[held.name] = rows;
      yield* take();
    }
  }
  for (const part of parts) {
    for (const { name, file } of (await part.images?.(reader, memberId)) ?? []) {
      const bytes = await source.files.get(file);
      if (bytes === undefined) continue;
      const stored = new ZipPassThrough(`images/${name}.jpg`);
      stored.mtime = source.at;
      zip.add(stored);
      stored.push(bytes, true);
      yield* take();
    }
  }
  const index = new ZipDeflate('index.json', { level: LEVEL });
  index.mtime = source.at;
  zip.add(index);
  index.push(encode(indexText(source, counts)), true);
  zip.end();
  yield* take();
}

interface Form {
  folder: 'json' | 'csv';
  /** `isFirst`: of the file. */
  rows(rows: readonly HeldRow[], isFirst: boolean): string;
  end(rows: number): string;
}

/** Without it, some spreadsheets do not read Unicode. */
const BYTE_ORDER_MARK = '\uFEFF';

const jsonForm: Form = {
  folder: 'json',
  rows: (rows, isFirst) =>
    (isFirst ? '[\n' : ',\n') + rows.map((row) => JSON.stringify(row)).join(',\n'),
  end: (rows) => (rows === 0 ? '[]\n' : '\n]\n'),
};

const csvForm: Form = {
  folder: 'csv',
  rows(rows, isFirst) {
    const heads = isFirst ? [BYTE_ORDER_MARK, csvLine(Object.keys(rows[0] ?? {}))] : [];
    const lines = rows.map((row) => csvLine(Object.values(row).map((value) => value ?? '')));
    return [...heads, ...lines].join('');
  },
  end: () => '',
};

async function* linesOf(held: HeldRows, form: Form, { reader, memberId }: Source) {
  let isFirst = true;
  for await (const rows of held.read(reader, memberId)) {
    yield { text: form.rows(rows, isFirst), rows: rows.length };
    isFirst = false;
  }
}

const encoder = new TextEncoder();
const encode = (text: string) => encoder.encode(text);

function indexText({ memberId, at }: Source, rows: Readonly<Record<string, number>>): string {
  return `${JSON.stringify({ memberId, exportedAt: new Date(at).toISOString(), rows }, null, 2)}\n`;
}
