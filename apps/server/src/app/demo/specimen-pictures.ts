/** Pictures of an identity document that nobody has: drawn shapes with SPECIMEN across them, as PNG. */
import { crc32, deflateSync } from 'node:zlib';
import { LETTER_ADVANCE, squaresOf } from '../../kernel/images/square-letters.ts';

const WIDTH = 960;
const HEIGHT = 600;

/** Red, green and blue, by their place in the picture's palette. */
const PALETTE = [
  [0xe8, 0xee, 0xf1], // paper
  [0xc3, 0xd4, 0xdc], // print
  [0x2f, 0x4a, 0x5a], // ink
  [0xa8, 0x8f, 0x7d], // skin
  [0x4a, 0x60, 0x6e], // cloth
  [0xb8, 0x32, 0x2a], // stamp
  [0x8d, 0x9a, 0xa3], // wall
] as const;
const [PAPER, PRINT, INK, SKIN, CLOTH, STAMP, WALL] = [0, 1, 2, 3, 4, 5, 6] as const;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One byte a pixel, a place in the palette. */
class Picture {
  readonly #pixels = new Uint8Array(WIDTH * HEIGHT).fill(WALL);

  rectangle({ x, y, width, height }: Box, colour: number): void {
    for (let row = Math.max(0, y); row < Math.min(HEIGHT, y + height); row += 1) {
      const start = row * WIDTH;
      this.#pixels.fill(colour, start + Math.max(0, x), start + Math.min(WIDTH, x + width));
    }
  }

  /** The ellipse that fills the box. */
  ellipse({ x, y, width, height }: Box, colour: number): void {
    for (let row = 0; row < height; row += 1) {
      const up = (2 * row + 1) / height - 1;
      const half = Math.round((width / 2) * Math.sqrt(1 - up * up));
      const left = x + Math.round(width / 2) - half;
      this.rectangle({ x: left, y: y + row, width: 2 * half, height: 1 }, colour);
    }
  }

  /** `side`: of one square, in pixels. */
  line(text: string, { x, y, side }: { x: number; y: number; side: number }, colour: number) {
    for (const square of squaresOf(text)) {
      const place = { x: x + square.x * side, y: y + square.y * side };
      this.rectangle({ ...place, width: side, height: side }, colour);
    }
  }

  png(): Buffer {
    const rows = Buffer.alloc(HEIGHT * (WIDTH + 1));
    for (let row = 0; row < HEIGHT; row += 1) {
      rows.set(this.#pixels.subarray(row * WIDTH, (row + 1) * WIDTH), row * (WIDTH + 1) + 1);
    }
    const header = Buffer.alloc(13);
    header.writeUInt32BE(WIDTH, 0);
    header.writeUInt32BE(HEIGHT, 4);
    // Eight bits a pixel, of a palette.
    header.set([8, 3], 8);
    return Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(PALETTE.flat())),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const SPECIMEN = 'SPECIMEN';

/** The word from edge to edge of a document. */
function stamp(picture: Picture, { x, y, width, height }: Box): void {
  const side = Math.floor((width * 0.8) / (SPECIMEN.length * LETTER_ADVANCE));
  const long = (SPECIMEN.length * LETTER_ADVANCE - 1) * side;
  const left = x + Math.floor((width - long) / 2);
  picture.line(SPECIMEN, { x: left, y: y + Math.floor((height - 7 * side) / 2), side }, STAMP);
}

function portrait(picture: Picture, { x, y, width, height }: Box): void {
  picture.rectangle({ x, y, width, height }, PRINT);
  const head = { width: Math.round(width * 0.5), height: Math.round(height * 0.48) };
  const chest = { x: x + Math.round(width * 0.1), y: y + Math.round(height * 0.64) };
  for (let row = 0; row < y + height - chest.y; row += 1) {
    const inset = Math.max(0, Math.round(width * 0.16) - row * 2);
    const box = { x: chest.x + inset, y: chest.y + row, height: 1 };
    picture.rectangle({ ...box, width: Math.round(width * 0.8) - 2 * inset }, CLOTH);
  }
  const middle = x + Math.round((width - head.width) / 2);
  picture.ellipse({ x: middle, y: y + Math.round(height * 0.16), ...head }, SKIN);
}

/** Bars in place of what a document says. */
function bars(picture: Picture, { x, y, width, height }: Box, widths: readonly number[]): void {
  const step = Math.floor(height / widths.length);
  for (const [at, share] of widths.entries()) {
    const bar = { x, y: y + at * step, width: Math.round(width * share) };
    picture.rectangle({ ...bar, height: Math.max(3, Math.round(step * 0.34)) }, PRINT);
  }
}

function front(picture: Picture, name: string, { x, y, width, height }: Box): void {
  const by = (share: number) => Math.round(width * share);
  picture.rectangle({ x, y, width, height }, PAPER);
  picture.rectangle({ x, y, width, height: by(0.09) }, INK);
  const side = Math.max(1, by(0.006));
  const head = { x: x + by(0.05), y: y + by(0.025), side };
  picture.line('ID CARD', head, PAPER);
  portrait(picture, { x: x + by(0.05), y: y + by(0.14), width: by(0.25), height: by(0.32) });
  picture.line(name, { x: x + by(0.36), y: y + by(0.15), side }, INK);
  const lines = { x: x + by(0.36), y: y + by(0.24), width: by(0.58), height: by(0.24) };
  bars(picture, lines, [0.7, 0.45, 0.9, 0.6]);
  stamp(picture, { x, y, width, height });
}

function back(picture: Picture, { x, y, width, height }: Box): void {
  const by = (share: number) => Math.round(width * share);
  picture.rectangle({ x, y, width, height }, PAPER);
  picture.rectangle({ x, y: y + by(0.06), width, height: by(0.09) }, INK);
  const lines = { x: x + by(0.05), y: y + by(0.22), width: by(0.9), height: by(0.2) };
  bars(picture, lines, [0.5, 0.8, 0.65]);
  picture.rectangle({ x: x + by(0.72), y: y + by(0.44), width: by(0.23), height: by(0.1) }, PRINT);
  stamp(picture, { x, y, width, height });
}

const CARD = { x: 80, y: 50, width: 800, height: 500 };

/** `name`: in capitals that have glyphs. */
export function specimenPictures(name: string): Record<'front' | 'back' | 'hand', Buffer> {
  const pictures = { front: new Picture(), back: new Picture(), hand: new Picture() };
  front(pictures.front, name, CARD);
  back(pictures.back, CARD);
  portrait(pictures.hand, { x: 40, y: 20, width: 560, height: 580 });
  pictures.hand.ellipse({ x: 470, y: 470, width: 150, height: 110 }, SKIN);
  front(pictures.hand, name, { x: 540, y: 260, width: 400, height: 250 });
  return {
    front: pictures.front.png(),
    back: pictures.back.png(),
    hand: pictures.hand.png(),
  };
}
