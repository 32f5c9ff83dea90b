/** The head of the first page: brand, engraving, title, and the band of paper money. */
import { ink, MARGIN, PX, RIGHT, WIDTH } from './pen.mjs';
import { periodName } from './statement-text.mjs';

export function drawLetterhead(pen, statement, isPaper) {
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
  pen.text('Tern', [MARGIN + 38, 51], { font: 'bold', size: 24, spacing: -0.7 });
  pen.rightText('Account statement', [RIGHT, 46], { font: 'bold', size: 20 });
  pen.rightText(periodName(statement), [RIGHT, 72], { size: 13, colour: ink.soft });
  pen.line([0, 124], WIDTH);
  if (isPaper) drawPaperBand(pen);
}

function drawPaperBand(pen) {
  pen.fill([0, 124, WIDTH, 30], ink.paperSoft);
  pen.text('Paper money.', [MARGIN, 132], { font: 'bold', size: 11.5, colour: ink.paper });
  pen.text(
    'These balances have no real value. The arithmetic and the proof are the real ones.',
    [MARGIN + pen.widthOf('Paper money. ', { font: 'bold', size: 11.5 }), 132],
    { size: 11.5, colour: ink.paper },
  );
}

/** An engraving of fine lines, faded at both ends. */
function drawWaves(doc) {
  const [from, to, lines] = [190, 545, 22];
  const fade = doc.linearGradient(from * PX, 0, to * PX, 0);
  fade.stop(0, ink.accent, 0).stop(0.3, ink.accent, 0.4).stop(0.55, ink.accent, 0.4);
  fade.stop(1, ink.accent, 0.4);
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
  const end = doc.linearGradient(440 * PX, 0, 545 * PX, 0);
  end.stop(0, '#FFFFFF', 0).stop(1, '#FFFFFF', 1);
  doc.rect(440 * PX, 10 * PX, 110 * PX, 108 * PX).fill(end);
}
