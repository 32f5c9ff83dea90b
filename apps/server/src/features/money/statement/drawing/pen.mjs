/** The pen of a statement's pages: text, lines and boxes by the pixels of the design. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Points for a CSS pixel, the unit of the design. */
export const PX = 0.75;
export const [WIDTH, MARGIN] = [794, 56];
export const RIGHT = WIDTH - MARGIN;

export const ink = {
  text: '#0E1114',
  soft: '#4C555E',
  faint: '#6A737C',
  line: '#E3E6E9',
  edge: '#CBD0D5',
  accent: '#0F6C75',
  paper: '#7A4B00',
  paperSoft: '#F9ECCF',
  code: '#EEF0F2',
};

const { resolve } = createRequire(import.meta.url);
const fontFile = (family, weight) =>
  readFileSync(resolve(`@fontsource/${family}/files/${family}-latin-${weight}-normal.woff`));

/** The same fonts as in the app. WOFF, because fontkit makes no subsets of WOFF2. */
export function registerFonts(doc) {
  doc.registerFont('regular', fontFile('geist', 400));
  doc.registerFont('medium', fontFile('geist', 500));
  doc.registerFont('bold', fontFile('geist', 600));
  doc.registerFont('mono', fontFile('geist-mono', 400));
}

/** Draws text and lines by the design's pixels. */
export function createPen(doc) {
  const text = (value, [x, top], options = {}) => {
    const { font = 'regular', size = 12, colour = ink.text, right, width, spacing = 0 } = options;
    doc
      .font(font)
      .fontSize(size * PX)
      .fillColor(colour);
    const style = {
      features: ['tnum'],
      lineBreak: width !== undefined,
      characterSpacing: spacing * PX,
    };
    if (width !== undefined) style.width = width * PX;
    if (options.lineGap !== undefined) style.lineGap = options.lineGap * PX;
    const left = right === undefined ? x * PX : right * PX - doc.widthOfString(value, style);
    doc.text(value, left, top * PX, style);
  };
  return {
    doc,
    text,
    rightText: (value, [right, top], options = {}) => text(value, [0, top], { ...options, right }),
    widthOf(value, { font = 'regular', size = 12 } = {}) {
      return (
        doc
          .font(font)
          .fontSize(size * PX)
          .widthOfString(value) / PX
      );
    },
    line([x, y], to, { colour = ink.line, width = 1 } = {}) {
      doc
        .moveTo(x * PX, y * PX)
        .lineTo(to * PX, y * PX)
        .lineWidth(width * PX)
        .strokeColor(colour)
        .stroke();
    },
    fill([x, y, width, height], colour, radius = 0) {
      doc.roundedRect(x * PX, y * PX, width * PX, height * PX, radius * PX).fill(colour);
    },
    frame([x, y, width, height], radius) {
      doc
        .roundedRect(x * PX, y * PX, width * PX, height * PX, radius * PX)
        .lineWidth(PX)
        .strokeColor(ink.edge)
        .stroke();
    },
  };
}

export const heading = (pen, title, top) =>
  pen.text(title, [MARGIN, top], { font: 'bold', size: 14 });

export const startPage = ({ doc }) => doc.addPage({ size: 'A4', margin: 0 });
