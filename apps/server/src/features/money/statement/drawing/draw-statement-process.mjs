/** A child process: draws the PDF of one statement from its document and its proof, and ends (ADR 54). Imports npm packages only. */
import PDFDocument from 'pdfkit';
import { drawLetterhead } from './letterhead.mjs';
import { drawMovements, KINDS, movementTables, tableHeight } from './movements.mjs';
import { createPen, heading, ink, MARGIN, registerFonts, RIGHT, startPage } from './pen.mjs';
import { drawProof, PROOF_TOP } from './proof-box.mjs';
import {
  byAsset,
  cut,
  dayOnly,
  dayText,
  groupDigits,
  lastDay,
  monthName,
  pad,
  printed,
  readDocument,
  scaled,
  signed,
} from './statement-text.mjs';

/** Entries begin below the head of a page and end above its foot. */
const [ENTRIES_TOP, ENTRIES_BOTTOM] = [112, 1058];
const ENTRY_HEIGHT = 20;
const ENTRIES_PER_PAGE = Math.floor((ENTRIES_BOTTOM - ENTRIES_TOP) / ENTRY_HEIGHT);
/** Above this, the entries are only in the sealed file. */
const LISTED_MAX = 10_000;

process.once('message', ({ csv, receipt, proof, isPaper }) => {
  const statement = readDocument(Buffer.from(csv).toString('utf8'));
  void draw(statement, { csv, receipt, proof, isPaper }).then((bytes) => {
    process.send(bytes, () => process.disconnect());
  });
});
process.send('ready');

async function draw(statement, { csv, receipt, proof, isPaper }) {
  const created = new Date(proof.sealedAt);
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: null,
    autoFirstPage: false,
    lang: 'en',
    info: {
      Title: `Account statement ${statement.number}`,
      Author: 'Tern',
      CreationDate: created,
      ModDate: created,
    },
  });
  const chunks = [];
  doc.on('data', (chunk) => chunks.push(chunk));
  const done = new Promise((resolveDone) => doc.on('end', resolveDone));
  registerFonts(doc);
  const pen = createPen(doc);
  const listed = statement.entries.length <= LISTED_MAX ? statement.entries : [];
  const tables = movementTables(statement);
  const later = layOutTables(statement, tables);
  const entryPages = Math.ceil(listed.length / ENTRIES_PER_PAGE);
  const pages = { total: 1 + later.length + entryPages, drawn: 0, entries: 2 + later.length };
  drawFirstPage(pen, { statement, proof, isPaper, tables, later, pages, listed });
  for (const part of later) drawTablesPage(pen, { statement, tables: part, pages });
  for (let at = 0; at < listed.length; at += ENTRIES_PER_PAGE) {
    const entries = listed.slice(at, at + ENTRIES_PER_PAGE);
    drawEntriesPage(pen, { statement, entries, pages });
  }
  // What was sealed is in the file, so that the file alone can be compared with it.
  const dates = { creationDate: created, modifiedDate: created };
  const attach = (content, name, type) => doc.file(Buffer.from(content), { name, type, ...dates });
  attach(csv, 'statement.csv', 'text/csv');
  attach(receipt, 'statement.tlog-proof', 'text/plain');
  doc.end();
  await done;
  return Buffer.concat(chunks);
}

function drawFirstPage(pen, { statement, proof, isPaper, tables, later, pages, listed }) {
  startPage(pen);
  drawLetterhead(pen, statement, isPaper);
  let top = drawParties(pen, statement, proof);
  top = drawBalances(pen, statement, top);
  if (statement.entries.length === 0) {
    pen.text(`Nothing moved in ${monthName(statement)}.`, [MARGIN, top + 24], { colour: ink.soft });
  } else if (later.length === 0) {
    for (const table of tables) top = drawMovements(pen, { statement, ...table }, top);
    drawNote(pen, noteOf(statement, pages, listed), top);
  } else {
    drawNote(pen, `Movements by kind are on page 2. ${noteOf(statement, pages, listed)}`, top);
  }
  drawProof(pen, statement, proof);
  drawFoot(pen, pages);
}

function drawParties(pen, statement, proof) {
  const [memberId] = statement.number.split('-');
  const worth = groupDigits(cut(statement.sum.closing, 2));
  const columns = [
    [56, 'Account', `ID ${memberId}`, `No. ${statement.number}`],
    [
      212,
      'Period',
      `${dayText(statement.start)}, 00:00`,
      `to ${dayText(lastDay(statement))}, 24:00 UTC`,
    ],
    [
      403,
      'Issued',
      `${dayText(proof.sealedAt)}, ${proof.sealedAt.slice(11, 16)}`,
      'and sealed in the public log',
    ],
    [573, 'Worth at the end', `${worth} USDT`, 'at the prices below'],
  ];
  for (const [x, head, strong, note] of columns) {
    pen.text(head, [x, 176], { size: 11, colour: ink.faint });
    pen.text(strong, [x, 192], { font: 'medium', size: 14 });
    pen.text(note, [x, 213], { size: 11.5, colour: ink.soft });
  }
  return 240;
}

function drawBalances(pen, statement, top) {
  heading(pen, 'Balances', top + 8);
  const rights = [290, 410, 540, 642, RIGHT];
  const [first, last] = [dayOnly(statement.start), dayOnly(lastDay(statement))];
  const heads = [`${first}, opening`, 'Change', `${last}, closing`, 'Price', 'USDT'];
  let y = top + 37;
  pen.text('Asset', [MARGIN, y], { size: 11, colour: ink.faint });
  heads.forEach((head, at) =>
    pen.rightText(head, [rights[at], y], { size: 11, colour: ink.faint }),
  );
  y += 20;
  const assets = [
    ...new Set([...statement.opening, ...statement.closing].map(({ asset }) => asset)),
  ];
  for (const asset of assets.sort(byAsset)) {
    const opening = statement.opening.find((each) => each.asset === asset);
    const closing = statement.closing.find((each) => each.asset === asset);
    const [before, after] = [opening?.amount ?? '0', closing?.amount ?? '0'];
    pen.line([MARGIN, y], RIGHT);
    pen.text(asset, [MARGIN, y + 7], { font: 'bold' });
    const fixed = (text) => pad(text, statement.places[asset]);
    pen.rightText(groupDigits(fixed(before)), [rights[0], y + 7]);
    pen.rightText(signed(fixed(printed(scaled(after) - scaled(before)))), [rights[1], y + 7]);
    pen.rightText(groupDigits(fixed(after)), [rights[2], y + 7], { font: 'bold' });
    const price = closing?.price;
    const cells = [
      price ? groupDigits(cut(price, 8)) : 'none',
      groupDigits(cut(closing?.usdt ?? '0', 2)),
    ];
    pen.rightText(closing === undefined ? '' : cells[0], [rights[3], y + 7], { colour: ink.faint });
    pen.rightText(closing === undefined ? '0.00' : cells[1], [rights[4], y + 7]);
    y += 28;
  }
  return y;
}

/** Tables that do not fit on the first page, by page. */
function layOutTables(statement, tables) {
  const assets = new Set([...statement.opening, ...statement.closing].map(({ asset }) => asset));
  const top = 240 + 57 + assets.size * 28 + 30;
  const height = tables.reduce((sum, table) => sum + tableHeight(table), 0);
  if (top + height <= PROOF_TOP) return [];
  const pages = [[]];
  let used = 0;
  for (const table of tables) {
    if (used > 0 && used + tableHeight(table) > ENTRIES_BOTTOM - 60) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1).push(table);
    used += tableHeight(table);
  }
  return pages;
}

function noteOf(statement, pages, listed) {
  const count = groupDigits(String(statement.entries.length));
  if (listed.length === 0) return `All ${count} records are in the sealed file.`;
  const place =
    pages.total === pages.entries
      ? `page ${pages.total}`
      : `pages ${pages.entries} to ${pages.total}`;
  return `All ${count} records are on ${place}.`;
}

function drawNote(pen, note, top) {
  pen.text(note, [MARGIN, top + 8], { size: 11.5, colour: ink.soft, width: RIGHT - MARGIN });
}

function drawFoot(pen, pages) {
  pages.drawn += 1;
  pen.line([MARGIN, 1069], RIGHT);
  const style = { size: 11, colour: ink.faint };
  pen.text('Times in UTC. Values in USDT are cut, never rounded up.', [MARGIN, 1080], style);
  pen.text('Not tax advice. We never ask for a password.', [378, 1080], style);
  pen.rightText(`Page ${pages.drawn} of ${pages.total}`, [RIGHT, 1080], style);
}

function laterHead(pen, statement, title) {
  startPage(pen);
  pen.text(title, [MARGIN, 48], { font: 'bold', size: 14 });
  pen.rightText(`Account statement ${statement.number}`, [RIGHT, 50], {
    size: 11,
    colour: ink.faint,
  });
}

function drawTablesPage(pen, { statement, tables, pages }) {
  laterHead(pen, statement, 'Movements');
  let top = 56;
  for (const table of tables) top = drawMovements(pen, { statement, ...table }, top);
  drawFoot(pen, pages);
}

function drawEntriesPage(pen, { statement, entries, pages }) {
  laterHead(pen, statement, 'Records');
  const style = { size: 10, colour: ink.faint };
  const y = ENTRIES_TOP - 22;
  pen.text('Time', [MARGIN, y], style);
  pen.text('Kind', [190, y], style);
  pen.text('Reference', [378, y], style);
  pen.rightText('Amount', [RIGHT - 52, y], style);
  pen.rightText('Asset', [RIGHT, y], style);
  entries.forEach(({ time, kind, reference, amount, asset }, at) => {
    const top = ENTRIES_TOP + at * ENTRY_HEIGHT;
    pen.line([MARGIN, top - 4], RIGHT);
    const small = { size: 10.5 };
    pen.text(`${dayOnly(time)}, ${time.slice(11, 19)}`, [MARGIN, top], {
      ...small,
      colour: ink.soft,
    });
    pen.text(KINDS[kind] ?? 'Other', [190, top], small);
    pen.text(reference, [378, top], { ...small, colour: ink.faint });
    pen.rightText(signed(pad(amount, statement.places[asset])), [RIGHT - 52, top], small);
    pen.rightText(asset, [RIGHT, top], small);
  });
  drawFoot(pen, pages);
}
