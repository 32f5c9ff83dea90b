/** Draws a captcha as a PNG, so that the letters cannot be read from vector paths. */
import sharp from 'sharp';
import svgCaptcha from 'svg-captcha';

// Each image is drawn once and too small to be worth a second thread.
sharp.cache(false);
sharp.concurrency(1);

const HEIGHT = 48;
const GLYPH_WIDTH = 34;
const MARGIN = 10;
const FONT_SIZE = 46;
const INKS = ['#1d3557', '#5a1846', '#14532d', '#4a3000', '#3b0764'];
const PAPER = '#eef1f5';

/** For looks only, so it need not be secure. */
const between = (low: number, high: number) => low + Math.random() * (high - low);
const ink = () => INKS[Math.floor(Math.random() * INKS.length)]!;

/** The glyphs are outlines with a shadow: a stroke makes them legible on a small screen. */
function inked(): string {
  const colour = ink();
  return `fill="${colour}" stroke="${colour}" stroke-width="1.3" stroke-linejoin="round"`;
}

/** Returns a data URL: about 140 × 48 pixels for four characters, drawn at double resolution. */
export async function drawCaptcha(text: string): Promise<string> {
  const width = MARGIN * 2 + GLYPH_WIDTH * text.length;
  const glyphs = [...text].map((character, index) => drawGlyph(character, index));
  const lines = Array.from({ length: 3 }, () => drawLine(width));
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${HEIGHT * 2}" viewBox="0 0 ${width} ${HEIGHT}">` +
    `<rect width="100%" height="100%" fill="${PAPER}"/>${glyphs.join('')}${lines.join('')}</svg>`;
  const png = await sharp(Buffer.from(picture)).png({ palette: true, colours: 16 }).toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

function drawGlyph(character: string, index: number): string {
  const { data } = svgCaptcha.create({
    size: 1,
    charPreset: character,
    noise: 0,
    width: GLYPH_WIDTH,
    height: HEIGHT,
    fontSize: FONT_SIZE,
  });
  const path = / d="([^"]*)"/.exec(data)?.[1] ?? '';
  const middle = `${GLYPH_WIDTH / 2} ${HEIGHT / 2}`;
  const left = MARGIN + index * GLYPH_WIDTH + between(-3, 3);
  const turn = `rotate(${between(-22, 22)} ${middle}) skewX(${between(-9, 9)})`;
  return `<g transform="translate(${left} ${between(-4, 4)}) ${turn}"><path ${inked()} d="${path}"/></g>`;
}

function drawLine(width: number): string {
  const [y1, y2, y3, y4] = [0, 1, 2, 3].map(() => between(4, HEIGHT - 4));
  const curve = `M${between(0, 12)} ${y1} C${width / 3} ${y2} ${(width * 2) / 3} ${y3} ${width - between(0, 12)} ${y4}`;
  return `<path d="${curve}" fill="none" stroke="${ink()}" stroke-width="${between(0.6, 1.4)}"/>`;
}
