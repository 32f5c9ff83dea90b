/** Reads the PDFs that we draw: their attachments and the texts of their pages. Other PDFs give nothing, or something else. */
import { inflateSync } from 'node:zlib';

/** The bytes of an object, and its stream if it has one. */
interface PdfObject {
  readonly head: string;
  readonly stream: Buffer | undefined;
}

const OBJECT = /(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g;
const STREAM = /^([\s\S]*?)\nstream\n([\s\S]*)\nendstream$/;
/** A line of text, or the font of the lines that follow. */
const SHOWN = /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g;
/** A range of glyphs with their characters, in UTF-16 code units. */
const RANGE = /<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g;
/** No file of ours is near it. */
const BYTES_MAX = 100_000_000;

/** By number. */
function objectsOf(pdf: Uint8Array): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  for (const [, id = '', body = ''] of Buffer.from(pdf).toString('latin1').matchAll(OBJECT)) {
    const [, head = body, stream] = STREAM.exec(body) ?? [];
    objects.set(id, { head, stream: stream === undefined ? undefined : streamOf(head, stream) });
  }
  return objects;
}

/** Undefined for a stream that cannot be inflated. */
function streamOf(head: string, stream: string): Buffer | undefined {
  const bytes = Buffer.from(stream, 'latin1');
  if (!head.includes('/FlateDecode')) return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: BYTES_MAX });
  } catch {
    return undefined;
  }
}

/** The files in a PDF. */
export function attachmentsOf(pdf: Uint8Array): Buffer[] {
  return [...objectsOf(pdf).values()]
    .filter(({ head }) => head.includes('/Type /EmbeddedFile'))
    .flatMap(({ stream }) => stream ?? []);
}

/** For each page, its texts in the order in which they were drawn. */
export function textsOfPages(pdf: Uint8Array): string[][] {
  const objects = objectsOf(pdf);
  const referred = (head: string, name: string) =>
    objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? '');
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\n/.test(head));
  return pages.map(({ head }) => {
    const fonts = referred(head, 'Resources')?.head ?? '';
    const glyphsOf = (font: string) => {
      const cmap = referred(referred(fonts, font)?.head ?? '', 'ToUnicode')?.stream;
      return glyphs(cmap?.toString('latin1') ?? '');
    };
    return shownTexts(referred(head, 'Contents')?.stream?.toString('latin1') ?? '', glyphsOf);
  });
}

function shownTexts(
  content: string,
  glyphsOf: (font: string) => ReadonlyMap<number, string>,
): string[] {
  const known = new Map<string, ReadonlyMap<number, string>>();
  const texts: string[] = [];
  let font = '';
  for (const [, name, shown] of content.matchAll(SHOWN)) {
    font = name ?? font;
    const characters = known.get(font) ?? glyphsOf(font);
    known.set(font, characters);
    if (shown === undefined) continue;
    const codes =
      shown
        .match(/<[0-9a-f]+>/g)
        ?.join('')
        .match(/[0-9a-f]{4}/g) ?? [];
    texts.push(codes.map((code) => characters.get(Number.parseInt(code, 16)) ?? '?').join(''));
  }
  return texts;
}

function glyphs(cmap: string): Map<number, string> {
  const characters = new Map<number, string>();
  for (const [, from = '', list = ''] of cmap.matchAll(RANGE)) {
    for (const [at, [, units = '']] of [...list.matchAll(/<([0-9a-f ]+)>/g)].entries()) {
      const codes = units.split(' ').map((unit) => Number.parseInt(unit, 16));
      characters.set(Number.parseInt(from, 16) + at, String.fromCharCode(...codes));
    }
  }
  return characters;
}
