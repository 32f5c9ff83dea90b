/** A child process: draws the PDF of one statement from its document and its proof, and ends (ADR 54). Imports npm packages only. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

/** Points for a CSS pixel, the unit of the design. */
const PX = 0.75;
const [WIDTH, HEIGHT, MARGIN] = [794, 1123, 56];
const RIGHT = WIDTH - MARGIN;
/** Entries begin below the head of a page and end above its foot. */
const [ENTRIES_TOP, ENTRIES_BOTTOM] = [112, 1058];
const ENTRY_HEIGHT = 20;
const ENTRIES_PER_PAGE = Math.floor((ENTRIES_BOTTOM - ENTRIES_TOP) / ENTRY_HEIGHT);
/** Above this, the entries are only in the sealed file. */
const LISTED_MAX = 10_000;
/** Movements have a column for each asset up to here, otherwise a table for each asset. */
const COLUMNS_MAX = 5;

const ink = {
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

const KINDS = {
  putIn: 'Put in',
  deposit: 'Deposits',
  depositSuccess: 'Deposits',
  agentDeposit: 'Credits by the exchange',
  paperFundsGranted: 'Paper money granted',
  withdrawal: 'Withdrawals, with their fees',
  withdrawalReturn: 'Withdrawals returned',
  withdrawalSuccess: 'Withdrawals, with their fees',
  agentBalanceDeduction: 'Debits by the exchange',
  spotBuy: 'Spot, bought and sold',
  spotSell: 'Spot, bought and sold',
  spotExchange: 'Swaps',
  exchangeFee: 'Swap fees',
  offeringSubscription: 'Offerings',
  contractOpen: 'Short contracts, stakes',
  contractClose: 'Short contracts, paid back',
  contractPrincipalReturn: 'Short contracts, paid back',
  miningMachinePurchase: 'Machines bought',
  purchaseReward: 'Rewards',
  yieldFreeze: 'Staking, paid out',
  yieldRelease: 'Staking, paid out',
  levelOneSubscriptionReward: 'Rewards for invitations',
  levelTwoSubscriptionReward: 'Rewards for invitations',
  levelThreeSubscriptionReward: 'Rewards for invitations',
  financeYield: 'Earn, paid out',
  financeRedemption: 'Yield given up at redemption',
  redemptionFee: 'Redemption fees',
  redemptionPenalty: 'Redemption penalties',
  loanInterest: 'Interest on loans',
};
const SPOT_FEES = 'Spot fees';

process.once('message', async ({ csv, proof }) => {
  const bytes = await draw(readDocument(Buffer.from(csv).toString('utf8')), proof);
  process.send(bytes, () => process.disconnect());
});
process.send('ready');

/** The rows of the sealed document by their first column. */
function readDocument(text) {
  const [heads, ...lines] = text.trimEnd().split('\n');
  const columns = heads.split(',');
  const rows = lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, at) => [column, cells[at]]));
  });
  const of = (row) => rows.filter((each) => each.row === row);
  return {
    number: of('statement')[0].id,
    start: of('statement')[0].time,
    end: of('end')[0].time,
    opening: of('opening'),
    closing: of('closing'),
    entries: of('entry'),
    places: placesOf(rows),
    sum: Object.fromEntries(of('sum').map(({ kind, usdt }) => [kind, usdt])),
  };
}

/** The most decimals of an asset in the document, so that its column lines up. */
function placesOf(rows) {
  const places = {};
  for (const { row, asset, amount, fee } of rows) {
    if (row !== 'opening' && row !== 'closing' && row !== 'entry') continue;
    for (const text of [amount, fee]) {
      const length = text.split('.')[1]?.length ?? 0;
      places[asset] = Math.max(places[asset] ?? 2, length);
    }
  }
  return places;
}

async function draw(statement, proof) {
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
  doc.registerFont('regular', fontFile('geist', 400));
  doc.registerFont('medium', fontFile('geist', 500));
  doc.registerFont('bold', fontFile('geist', 600));
  doc.registerFont('mono', fontFile('geist-mono', 400));
  const pen = createPen(doc);
  const listed = statement.entries.length <= LISTED_MAX ? statement.entries : [];
  const tables = movementTables(statement);
  const later = layOutTables(statement, tables);
  const entryPages = Math.ceil(listed.length / ENTRIES_PER_PAGE);
  const pages = { total: 1 + later.length + entryPages, drawn: 0, entries: 2 + later.length };
  drawFirstPage(pen, { statement, proof, tables, later, pages, listed });
  for (const part of later) drawTablesPage(pen, statement, part, pages);
  for (let at = 0; at < listed.length; at += ENTRIES_PER_PAGE) {
    drawEntriesPage(pen, statement, listed.slice(at, at + ENTRIES_PER_PAGE), pages);
  }
  doc.end();
  await done;
  return Buffer.concat(chunks);
}

/** Draws text and lines by the design's pixels. */
function createPen(doc) {
  const text = (value, x, top, options = {}) => {
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
    rightText: (value, right, top, options = {}) => text(value, 0, top, { ...options, right }),
    widthOf(value, { font = 'regular', size = 12 } = {}) {
      return (
        doc
          .font(font)
          .fontSize(size * PX)
          .widthOfString(value) / PX
      );
    },
    line(x, y, to, { colour = ink.line, width = 1 } = {}) {
      doc
        .moveTo(x * PX, y * PX)
        .lineTo(to * PX, y * PX)
        .lineWidth(width * PX)
        .strokeColor(colour)
        .stroke();
    },
    fill(x, y, width, height, colour, radius = 0) {
      doc.roundedRect(x * PX, y * PX, width * PX, height * PX, radius * PX).fill(colour);
    },
    frame(x, y, width, height, radius) {
      doc
        .roundedRect(x * PX, y * PX, width * PX, height * PX, radius * PX)
        .lineWidth(PX)
        .strokeColor(ink.edge)
        .stroke();
    },
  };
}

function drawFirstPage(pen, { statement, proof, tables, later, pages, listed }) {
  startPage(pen);
  drawLetterhead(pen, statement);
  let top = drawParties(pen, statement, proof);
  top = drawBalances(pen, statement, top);
  if (statement.entries.length === 0) {
    pen.text(`Nothing moved in ${monthName(statement)}.`, MARGIN, top + 24, { colour: ink.soft });
  } else if (later.length === 0) {
    for (const table of tables) top = drawMovements(pen, statement, table, top);
    drawNote(pen, noteOf(statement, pages, listed), top);
  } else {
    drawNote(pen, `Movements by kind are on page 2. ${noteOf(statement, pages, listed)}`, top);
  }
  drawProof(pen, statement, proof);
  drawFoot(pen, pages);
}

const startPage = ({ doc }) => doc.addPage({ size: 'A4', margin: 0 });

function drawLetterhead(pen, statement) {
  const { doc } = pen;
  drawWaves(doc);
  doc
    .save()
    .translate(MARGIN * PX, 51 * PX)
    .scale((30 / 28) * PX);
  doc.lineWidth(2.6).lineCap('round').lineJoin('round').strokeColor(ink.accent);
  doc
    .path('M3.2 9.6C9 9.2 12.4 12.4 14 18.4 15.2 11 19 6.2 25 4.4')
    .stroke()
    .path('M9.6 22.8c2.3-.3 3.7-1.7 4.4-4.4 1.2 2.6 3.200 4 6 4.2')
    .strokeOpacity(0.55)
    .stroke();
  doc.restore();
  pen.text('Tern', MARGIN + 38, 51, { font: 'bold', size: 24, spacing: -0.7 });
  pen.rightText('Account statement', RIGHT, 46, { font: 'bold', size: 20 });
  pen.rightText(periodName(statement), RIGHT, 72, { size: 13, colour: ink.soft });
  pen.line(0, 124, WIDTH);
  pen.fill(0, 124, WIDTH, 30, ink.paperSoft);
  pen.text('Paper money.', MARGIN, 132, { font: 'bold', size: 11.5, colour: ink.paper });
  pen.text(
    'These balances have no real value. The arithmetic and the proof are the real ones.',
    MARGIN + pen.widthOf('Paper money. ', { font: 'bold', size: 11.5 }),
    132,
    { size: 11.5, colour: ink.paper },
  );
}

/** An engraving of fine lines, faded at both ends. */
function drawWaves(doc) {
  const [from, to, lines] = [190, 545, 22];
  const fade = doc.linearGradient(from * PX, 0, to * PX, 0);
  fade.stop(0, ink.accent, 0).stop(0.3, ink.accent, 0.4).stop(0.55, ink.accent, 0.4);
  fade.stop(0.92, ink.accent, 0).stop(1, ink.accent, 0);
  doc.lineWidth(0.4);
  for (let number = 0; number < lines; number += 1) {
    const spread = number / (lines - 1);
    for (let x = from; x <= to; x += 4) {
      const turn = ((x - from) / (to - from)) * Math.PI * 2;
      const y =
        62 + Math.sin(turn * 0.9 + 0.6) * (34 - 62 * spread) + (spread - 0.5) * 14 * Math.cos(turn);
      if (x === from) doc.moveTo(x * PX, y * PX);
      else doc.lineTo(x * PX, y * PX);
    }
    doc.stroke(fade);
  }
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
    pen.text(head, x, 176, { size: 11, colour: ink.faint });
    pen.text(strong, x, 192, { font: 'medium', size: 14 });
    pen.text(note, x, 213, { size: 11.5, colour: ink.soft });
  }
  return 240;
}

function drawBalances(pen, statement, top) {
  heading(pen, 'Balances', top + 8);
  const rights = [290, 410, 540, 642, RIGHT];
  const [first, last] = [dayOnly(statement.start), dayOnly(lastDay(statement))];
  const heads = [`${first}, opening`, 'Change', `${last}, closing`, 'Price', 'USDT'];
  let y = top + 37;
  pen.text('Asset', MARGIN, y, { size: 11, colour: ink.faint });
  heads.forEach((head, at) => pen.rightText(head, rights[at], y, { size: 11, colour: ink.faint }));
  y += 20;
  const assets = [
    ...new Set([...statement.opening, ...statement.closing].map(({ asset }) => asset)),
  ];
  for (const asset of assets.sort(byAsset)) {
    const opening = statement.opening.find((each) => each.asset === asset);
    const closing = statement.closing.find((each) => each.asset === asset);
    const [before, after] = [opening?.amount ?? '0', closing?.amount ?? '0'];
    pen.line(MARGIN, y, RIGHT);
    pen.text(asset, MARGIN, y + 7, { font: 'bold' });
    const fixed = (text) => pad(text, statement.places[asset]);
    pen.rightText(groupDigits(fixed(before)), rights[0], y + 7);
    pen.rightText(signed(fixed(printed(scaled(after) - scaled(before)))), rights[1], y + 7);
    pen.rightText(groupDigits(fixed(after)), rights[2], y + 7, { font: 'bold' });
    const price = closing?.price;
    const cells = [
      price ? groupDigits(cut(price, 8)) : 'none',
      groupDigits(cut(closing?.usdt ?? '0', 2)),
    ];
    pen.rightText(closing === undefined ? '' : cells[0], rights[3], y + 7, { colour: ink.faint });
    pen.rightText(closing === undefined ? '0.00' : cells[1], rights[4], y + 7);
    y += 28;
  }
  return y;
}

const heading = (pen, title, top) => pen.text(title, MARGIN, top, { font: 'bold', size: 14 });

/** Kinds with their count and sum by asset, as one table, or one for each asset when there are many. */
function movementTables({ entries }) {
  const kinds = new Map();
  const add = (name, asset, amount, isEntry) => {
    const kind = kinds.get(name) ?? { name, entries: 0, amounts: new Map() };
    kinds.set(name, kind);
    if (isEntry) kind.entries += 1;
    kind.amounts.set(asset, (kind.amounts.get(asset) ?? 0n) + scaled(amount));
  };
  for (const { kind, asset, amount, fee } of entries) {
    const name = KINDS[kind] ?? 'Other';
    if (fee === '') {
      add(name, asset, amount, true);
    } else {
      add(name, asset, printed(scaled(amount) + scaled(fee)), true);
      add(SPOT_FEES, asset, `-${fee}`, false);
    }
  }
  const rows = [...kinds.values()].sort((a, b) => orderOf(a.name) - orderOf(b.name));
  const assets = [...new Set(entries.map(({ asset }) => asset))].sort(byAsset);
  if (assets.length <= COLUMNS_MAX) return rows.length === 0 ? [] : [{ assets, rows }];
  return assets.map((asset) => ({
    assets: [asset],
    rows: rows.filter(({ amounts }) => amounts.has(asset)),
  }));
}

const ORDER = [...new Set(Object.values(KINDS))];
const orderOf = (name) =>
  name === SPOT_FEES
    ? ORDER.indexOf(KINDS.spotSell) + 0.5
    : (ORDER.indexOf(name) + 1 || ORDER.length + 1) - 1;

const tableHeight = ({ rows }) => 72 + (rows.length + 1) * 28;
/** Where the proof begins. */
const PROOF_TOP = 784;

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

function drawMovements(pen, statement, { assets, rows }, top) {
  const title =
    assets.length === 1 && rows.length > 0
      ? `Movements by kind, ${assets[0]}`
      : 'Movements by kind';
  heading(pen, title, top + 24);
  const step = Math.min(128, 380 / assets.length);
  const rights = assets.map((_, at) => RIGHT - (assets.length - 1 - at) * step);
  const countRight = rights[0] - step;
  let y = top + 53;
  pen.text('Kind', MARGIN, y, { size: 11, colour: ink.faint });
  pen.rightText('Records', countRight, y, { size: 11, colour: ink.faint });
  assets.forEach((asset, at) =>
    pen.rightText(asset, rights[at], y, { size: 11, colour: ink.faint }),
  );
  y += 20;
  const amountText = (asset, amount) => signed(pad(printed(amount), statement.places[asset]));
  const totals = assets.map(() => 0n);
  for (const { name, entries, amounts } of rows) {
    pen.line(MARGIN, y, RIGHT);
    pen.text(name, MARGIN, y + 7);
    pen.rightText(entries === 0 ? '---' : groupDigits(String(entries)), countRight, y + 7, {
      colour: ink.faint,
    });
    assets.forEach((asset, at) => {
      const amount = amounts.get(asset);
      totals[at] += amount ?? 0n;
      if (amount === undefined) pen.rightText('---', rights[at], y + 7, { colour: ink.faint });
      else pen.rightText(amountText(asset, amount), rights[at], y + 7);
    });
    y += 28;
  }
  pen.line(MARGIN, y, RIGHT, { colour: ink.text, width: 1.5 });
  pen.text(`Change in ${monthName(statement)}`, MARGIN, y + 9, { font: 'bold' });
  const count = rows.reduce((sum, row) => sum + row.entries, 0);
  pen.rightText(groupDigits(String(count)), countRight, y + 9, { font: 'bold' });
  totals.forEach((total, at) => {
    pen.rightText(amountText(assets[at], total), rights[at], y + 9, { font: 'bold' });
  });
  return y + 32;
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
  pen.text(note, MARGIN, top + 8, { size: 11.5, colour: ink.soft, width: RIGHT - MARGIN });
}

function drawProof(pen, statement, proof) {
  const top = PROOF_TOP;
  pen.frame(MARGIN, top, RIGHT - MARGIN, 272, 12);
  const [left, middle] = [MARGIN + 20, 411];
  pen.text('Proof', left, top + 18, { font: 'bold', size: 14 });
  const [first, last] = [statement.entries[0], statement.entries.at(-1)];
  const idOf = ({ id }) => groupDigits(id);
  const rows = [
    ['Hash of the sealed file', shortHash(proof.documentHash)],
    ...(first === undefined
      ? []
      : [
          [`First record, ${dayOnly(first.time)}`, idOf(first)],
          [`Last record, ${dayOnly(last.time)}`, idOf(last)],
        ]),
    [`Its leaf, entry ${groupDigits(String(proof.index))}`, shortHash(proof.leafHash)],
    [`Root at size ${groupDigits(String(proof.size))}`, shortHash(proof.root)],
    ['Signed by', proof.signer],
    ...(proof.others === 0 ? [] : [['Other signatures', String(proof.others)]]),
  ];
  rows.forEach(([name, value], at) => {
    pen.text(name, left, top + 47 + at * 24, { size: 11.5, colour: ink.soft });
    pen.rightText(value, middle - 28, top + 47 + at * 24, { font: 'mono', size: 10.5 });
  });
  drawSteps(pen, statement, middle, top);
}

function drawSteps(pen, statement, x, top) {
  const file = `tern-statement-${statement.start.slice(0, 7)}`;
  const width = RIGHT - 20 - x;
  const small = { size: 11.5, colour: ink.soft };
  pen.text('Check it yourself', x, top + 18, { font: 'bold', size: 14 });
  const steps = [
    [
      44,
      '1',
      'Keep three files.',
      'This page, the CSV, which is what was sealed, and the proof of it.',
    ],
    [98, '2', 'Run the program.', 'It needs no network and no account:'],
    [182, '3', 'Ask someone else.', 'Any copy of the public log has this root.'],
  ];
  for (const [y, number, strong, rest] of steps) {
    pen.text(number, x, top + y, { font: 'bold', size: 11.5, colour: ink.accent });
    const style = { size: 11.5, font: 'medium' };
    pen.text(strong, x + 20, top + y, style);
    if (number === '2') pen.text(rest, x + 24 + pen.widthOf(strong, style), top + y, small);
    else pen.text(rest, x + 20, top + y + 16, { ...small, width: width - 20 });
  }
  pen.fill(x + 20, top + 115, width - 20, 60, ink.code, 6);
  [
    `npm run verify -- ${file}.tlog-proof`,
    `--document ${file}.csv`,
    '--log-key (GET /api/public-log/keys)',
  ].forEach((line, at) => {
    pen.text(line, x + 28, top + 121 + at * 17, { font: 'mono', size: 9 });
  });
  pen.text(
    'It proves that the file is the one sealed that day, and adds up. It doesn’t prove what the coins are worth.',
    x,
    top + 226,
    { size: 11, width, colour: ink.text },
  );
}

function drawFoot(pen, pages) {
  pages.drawn += 1;
  pen.line(MARGIN, 1069, RIGHT);
  const style = { size: 11, colour: ink.faint };
  pen.text('Times in UTC. Values in USDT are cut, never rounded up.', MARGIN, 1080, style);
  pen.text('Not tax advice. We never ask for a password.', 378, 1080, style);
  pen.rightText(`Page ${pages.drawn} of ${pages.total}`, RIGHT, 1080, style);
}

function laterHead(pen, statement, title) {
  startPage(pen);
  pen.text(title, MARGIN, 48, { font: 'bold', size: 14 });
  pen.rightText(`Account statement ${statement.number}`, RIGHT, 50, {
    size: 11,
    colour: ink.faint,
  });
}

function drawTablesPage(pen, statement, tables, pages) {
  laterHead(pen, statement, 'Movements');
  let top = 56;
  for (const table of tables) top = drawMovements(pen, statement, table, top);
  drawFoot(pen, pages);
}

function drawEntriesPage(pen, statement, entries, pages) {
  laterHead(pen, statement, 'Records');
  const style = { size: 10, colour: ink.faint };
  const y = ENTRIES_TOP - 22;
  pen.text('Time', MARGIN, y, style);
  pen.text('Kind', 190, y, style);
  pen.text('Reference', 378, y, style);
  pen.rightText('Amount', RIGHT - 52, y, style);
  pen.rightText('Asset', RIGHT, y, style);
  entries.forEach(({ time, kind, reference, amount, asset }, at) => {
    const top = ENTRIES_TOP + at * ENTRY_HEIGHT;
    pen.line(MARGIN, top - 4, RIGHT);
    const small = { size: 10.5 };
    pen.text(`${dayOnly(time)}, ${time.slice(11, 19)}`, MARGIN, top, {
      ...small,
      colour: ink.soft,
    });
    pen.text(KINDS[kind] ?? 'Other', 190, top, small);
    pen.text(reference, 378, top, { ...small, colour: ink.faint });
    pen.rightText(signed(pad(amount, statement.places[asset])), RIGHT - 52, top, small);
    pen.rightText(asset, RIGHT, top, small);
  });
  drawFoot(pen, pages);
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const monthName = ({ start }) => MONTHS[Number(start.slice(5, 7)) - 1];
const lastDay = ({ end }) => new Date(Date.parse(end) - 1).toISOString();
const periodName = (statement) =>
  `1 to ${Number(lastDay(statement).slice(8, 10))} ${monthName(statement)} ${statement.start.slice(0, 4)}`;
const dayOnly = (time) =>
  `${Number(time.slice(8, 10))} ${MONTHS[Number(time.slice(5, 7)) - 1].slice(0, 3)}`;
const dayText = (time) => `${dayOnly(time)} ${time.slice(0, 4)}`;
const shortHash = (hex) =>
  `${hex.slice(0, 4)} ${hex.slice(4, 8)} … ${hex.slice(-8, -4)} ${hex.slice(-4)}`;

/** USDT first, because every value is in it. */
const byAsset = (a, b) => (a === 'USDT' ? -1 : b === 'USDT' ? 1 : a < b ? -1 : 1);

const SCALE = 18;
function scaled(text) {
  const [whole, places = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + places.padEnd(SCALE, '0'));
  return text.startsWith('-') ? -value : value;
}
function printed(value) {
  const digits = (value < 0n ? -value : value).toString().padStart(SCALE + 1, '0');
  const places = digits.slice(-SCALE).replace(/0+$/, '');
  const whole = digits.slice(0, -SCALE);
  return `${value < 0n ? '-' : ''}${places === '' ? whole : `${whole}.${places}`}`;
}
/** Toward zero. */
function cut(text, places) {
  const [whole, rest = ''] = text.split('.');
  return `${whole}.${rest.slice(0, places).padEnd(2, '0')}`;
}
const pad = (text, places) => {
  const [whole, rest = ''] = text.split('.');
  return `${whole}.${rest.padEnd(places, '0')}`;
};
/** With separators and the sign of printed numbers. */
function groupDigits(text) {
  const [whole, places] = text.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${text.startsWith('-') ? '−' : ''}${grouped}${places === undefined ? '' : `.${places}`}`;
}
const signed = (text) =>
  (text.startsWith('-') || /^[0.]+$/.test(text) ? '' : '+') + groupDigits(text);
