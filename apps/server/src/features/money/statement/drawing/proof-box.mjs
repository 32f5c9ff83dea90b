/** The proof of a statement, and how anyone checks it. */
import { ink, MARGIN, RIGHT } from './pen.mjs';
import { dayOnly, groupDigits, shortHash } from './statement-text.mjs';

/** Where the proof begins. */
export const PROOF_TOP = 784;

export function drawProof(pen, statement, proof) {
  const top = PROOF_TOP;
  pen.frame([MARGIN, top, RIGHT - MARGIN, 272], 12);
  const [left, middle] = [MARGIN + 20, 411];
  pen.text('Proof', [left, top + 18], { font: 'bold', size: 14 });
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
    pen.text(name, [left, top + 47 + at * 24], { size: 11.5, colour: ink.soft });
    pen.rightText(value, [middle - 28, top + 47 + at * 24], { font: 'mono', size: 10.5 });
  });
  drawSteps(pen, statement, [middle, top]);
}

function drawSteps(pen, statement, [x, top]) {
  const file = `tern-statement-${statement.start.slice(0, 7)}`;
  const width = RIGHT - 20 - x;
  const small = { size: 11.5, colour: ink.soft };
  pen.text('Check it yourself', [x, top + 18], { font: 'bold', size: 14 });
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
    pen.text(number, [x, top + y], { font: 'bold', size: 11.5, colour: ink.accent });
    const style = { size: 11.5, font: 'medium' };
    pen.text(strong, [x + 20, top + y], style);
    if (number === '2') pen.text(rest, [x + 24 + pen.widthOf(strong, style), top + y], small);
    else pen.text(rest, [x + 20, top + y + 16], { ...small, width: width - 20 });
  }
  pen.fill([x + 20, top + 115, width - 20, 60], ink.code, 6);
  [
    `npm run verify -- ${file}.tlog-proof`,
    `--document ${file}.csv`,
    '--log-key (GET /api/public-log/keys)',
  ].forEach((line, at) => {
    pen.text(line, [x + 28, top + 121 + at * 17], { font: 'mono', size: 9 });
  });
  pen.text(
    'It proves that the file is the one sealed that day, and adds up. It doesn’t prove what the coins are worth.',
    [x, top + 226],
    { size: 11, width, colour: ink.text },
  );
}
