/** The watermark of images that operators look at, as SVG. */
import { LETTER_ADVANCE, squaresOf } from './square-letters.ts';

/** Rows of text, from line to line. */
const LEADING = 36;
/** Share of the image's longer side that the text covers. */
const SHARE = 0.6;
const SLOPE_DEGREES = -24;

/**
 * Repeats a text across an image of this size, light with a dark edge, so that it can be read on any background. Fails
 * with: a thrown error for a character without a glyph.
 */
export function watermark(size: { width: number; height: number }, text: string): string {
  const { width, height } = size;
  const longer = Math.max(width, height);
  const unit = Math.max(1, (longer * SHARE) / (text.length * LETTER_ADVANCE));
  const line = squaresOf(text)
    .map(({ x, y }) => `M${x} ${y}h1v1h-1z`)
    .join('');
  const step = LEADING * unit;
  const places: string[] = [];
  // The rotated rows have to reach every corner.
  for (let row = 0; row * step < 3 * longer; row += 1) {
    const y = row * step - longer;
    const shift = row % 2 === 0 ? 0 : longer * SHARE * 0.5;
    for (let x = -longer - shift; x < 2 * longer; x += longer * (SHARE + 0.1)) {
      const at = `translate(${Math.round(x)} ${Math.round(y)}) scale(${unit})`;
      places.push(`<use href="#text" transform="${at}"/>`);
    }
  }
  const shapes = `<g id="text"><path d="${line}" fill="#000" fill-opacity="0.3" transform="translate(0.4 0.4)"/><path d="${line}" fill="#fff" fill-opacity="0.45"/></g>`;
  const turn = `rotate(${SLOPE_DEGREES} ${width / 2} ${height / 2})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${shapes}</defs><g transform="${turn}">${places.join('')}</g></svg>`;
}
