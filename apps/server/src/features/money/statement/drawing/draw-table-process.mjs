/** A child process: draws one CSV as the pages of a PDF, and ends. Imports npm packages only. */
import PDFDocument from 'pdfkit';
import { createPen, ink, MARGIN, registerFonts, RIGHT, startPage } from './pen.mjs';

const [FIRST_TOP, TOP, BOTTOM] = [168, 96, 1058];
const ROW_HEIGHT = 18;
const SIZE = 9.5;
const GAP = 8;

process.once('message', (task) => {
  void draw(task).then((bytes) => {
    process.send(bytes, () => process.disconnect());
  });
});
process.send('ready');

/** `columns`: which of the CSV, with their share of the width. `notes`: lines below the title. */
async function draw({ title, notes, columns, csv, at }) {
  const [heads, ...rows] = readCsv(Buffer.from(csv).toString('utf8'));
  const shown = layOut(columns).map((column) => ({ ...column, from: heads.indexOf(column.name) }));
  const created = new Date(at);
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: null,
    autoFirstPage: false,
    lang: 'en',
    info: { Title: title, Author: 'Tern', CreationDate: created, ModDate: created },
  });
  const chunks = [];
  doc.on('data', (chunk) => chunks.push(chunk));
  const done = new Promise((resolveDone) => doc.on('end', resolveDone));
  registerFonts(doc);
  const pen = createPen(doc);
  const perPage = (top) => Math.floor((BOTTOM - top) / ROW_HEIGHT);
  const first = rows.splice(0, perPage(FIRST_TOP));
  const pages = [first];
  while (rows.length > 0) pages.push(rows.splice(0, perPage(TOP)));
  for (const [number, lines] of pages.entries()) {
    const top = number === 0 ? FIRST_TOP : TOP;
    startPage(pen);
    pen.text('Tern', [MARGIN, 40], { font: 'bold', size: 16 });
    pen.rightText(title, [RIGHT, 42], { font: 'medium', size: 12 });
    if (number === 0)
      notes.forEach((note, line) =>
        pen.text(note, [MARGIN, 72 + line * 17], { size: 11, colour: ink.soft }),
      );
    drawRows(pen, { shown, lines, top });
    pen.line([MARGIN, 1069], RIGHT);
    const style = { size: 11, colour: ink.faint };
    pen.text('Times in UTC.', [MARGIN, 1080], style);
    pen.rightText(`Page ${number + 1} of ${pages.length}`, [RIGHT, 1080], style);
  }
  // What the hash is of is in the file, so that the file alone can be compared with it.
  const dates = { creationDate: created, modifiedDate: created };
  doc.file(Buffer.from(csv), { name: 'rows.csv', type: 'text/csv', ...dates });
  doc.end();
  await done;
  return Buffer.concat(chunks);
}

function drawRows(pen, { shown, lines, top }) {
  const put = (column, y, { value, colour = ink.text }) => {
    const options = { size: SIZE, colour };
    if (column.isRight) pen.rightText(value, [column.right, y], options);
    else pen.text(value, [column.left, y], options);
  };
  for (const column of shown) put(column, top - 20, { value: column.head, colour: ink.faint });
  lines.forEach((cells, line) => {
    const y = top + line * ROW_HEIGHT;
    pen.line([MARGIN, y - 4], RIGHT);
    for (const column of shown)
      put(column, y, { value: cutTo(pen, valueOf(cells, column), column) });
  });
}

/** Left and right of each column; together as wide as the page's text. */
function layOut(columns) {
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  let left = MARGIN;
  return columns.map((column) => {
    const right = left + ((RIGHT - MARGIN) * column.share) / whole;
    const placed = { ...column, left, right: right - GAP };
    left = right;
    return placed;
  });
}

/** A time to the second; the attached file has the rest. */
function valueOf(cells, { from, isTime }) {
  const value = cells[from] ?? '';
  return isTime ? value.slice(0, 19).replace('T', ' ') : value;
}

/** What fits into the column; the whole text is in the attached file. */
function cutTo(pen, value, { left, right }) {
  const fits = (text) => pen.widthOf(text, { size: SIZE }) <= right - left;
  if (fits(value)) return value;
  let length = value.length;
  while (length > 0 && !fits(`${value.slice(0, length)}…`)) length -= 1;
  return `${value.slice(0, length)}…`;
}

/** Rows of RFC 4180. */
function readCsv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n|$)/g,
  )) {
    if (quoted === undefined && plain === '' && end === '') break;
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}
