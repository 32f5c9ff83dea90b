/** Changes a PDF as somebody would who wants it to show another figure. */
import { deflateSync, inflateSync } from 'node:zlib';
import { textsOfPages } from '../../src/commands/verify/read-pdf.ts';

const STREAM = /\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/g;
const FIGURE = /^\d,\d{3}\.\d{2} USDT$/;
const LINE = / TJ$/;

export interface ChangedPdf {
  readonly file: Buffer;
  readonly was: string;
  readonly is: string;
}

/** The first figure in thousands of USDT gets another glyph of its line in the place of one digit. */
export function withChangedDigit(pdf: Buffer): ChangedPdf {
  const before = textsOfPages(pdf).flat();
  const text = pdf.toString('latin1');
  for (const { 0: head, 1: length, index } of text.matchAll(STREAM)) {
    const start = index + head.length;
    const end = start + Number(length);
    const lines = inflateSync(pdf.subarray(start, end)).toString('latin1').split('\n');
    const shown = lines.flatMap((line, at) => (LINE.test(line) ? [at] : []));
    const at = shown[before.findIndex((each) => FIGURE.test(each))];
    if (at === undefined) continue;
    const changed = lines.with(at, withSwappedGlyphs(lines[at] ?? ''));
    const stream = deflateSync(Buffer.from(changed.join('\n'), 'latin1'));
    const parts = [
      text.slice(0, index),
      head.replace(/\d+/, String(stream.length)),
      stream.toString('latin1'),
      text.slice(end),
    ];
    const file = Buffer.from(parts.join(''), 'latin1');
    const after = textsOfPages(file).flat();
    const place = after.findIndex((each, textAt) => each !== before[textAt]);
    return { file, was: before[place] ?? '', is: after[place] ?? '' };
  }
  throw new Error('no page says a figure in thousands');
}

/** The first glyph becomes the third: "5,000" says "0,000". */
function withSwappedGlyphs(line: string): string {
  const [first = '', , third = ''] = line.match(/[0-9a-f]{4}(?=[0-9a-f]*>)/g) ?? [];
  return line.replace(first, third);
}
