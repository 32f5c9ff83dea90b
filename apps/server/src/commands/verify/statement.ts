/** Checks the PDF of a statement: the document in it is sealed, and its pages are what that document gives (ADR 54). */
import { checkStatement, type LogTrust, statementMode, verifyReceipt } from '@tern/proofs';
import { drawPdf } from '../../features/money/statement/index.ts';
import { attachmentsOf, textsOfPages } from './read-pdf.ts';
import type { CheckedItem } from './paper-day.ts';

const RECEIPT_START = 'c2sp.org/tlog-proof@';

/**
 * Draws the file again from the sealed document in it, and compares all bytes: a figure that was changed anywhere is found.
 * @throws Error when the drawing process fails
 */
export async function verifyStatementPdf(pdf: Uint8Array, trust: LogTrust): Promise<CheckedItem[]> {
  const files = attachmentsOf(pdf);
  const receipt = files.find((file) => file.toString('latin1').startsWith(RECEIPT_START));
  const document = files.find((file) => file !== receipt);
  if (receipt === undefined || document === undefined) {
    return [drawing('the file has no sealed document in it')];
  }
  const text = receipt.toString('utf8');
  const sealed = [...verifyReceipt(text, trust, document).items, ...checkStatement(document)];
  // Only what was sealed is drawn.
  if (sealed.some(({ pass }) => !pass)) return [...sealed, drawing('not compared')];
  return [...sealed, drawing(await differenceFromDrawing(pdf, document, text))];
}

/** A document of format 1 does not say whether it is of paper or real money: the file is compared with both drawings. */
async function differenceFromDrawing(
  pdf: Uint8Array,
  document: Uint8Array,
  receipt: string,
): Promise<string | undefined> {
  const mode = statementMode(document);
  if (mode !== undefined) return differenceOf(pdf, await drawPdf(document, receipt, mode));
  const ofPaper = await drawPdf(document, receipt, 'paper');
  if (Buffer.compare(pdf, ofPaper) === 0) return undefined;
  const ofLive = await drawPdf(document, receipt, 'live');
  const isOfLive = textsOfPages(pdf)[0]?.length === textsOfPages(ofLive)[0]?.length;
  return differenceOf(pdf, isOfLive ? ofLive : ofPaper);
}

/** Undefined when both are the same bytes. */
function differenceOf(given: Uint8Array, drawn: Uint8Array): string | undefined {
  if (Buffer.compare(given, drawn) === 0) return undefined;
  const found = textsOfPages(given);
  for (const [page, texts] of textsOfPages(drawn).entries()) {
    for (const [at, text] of texts.entries()) {
      const other = found[page]?.[at];
      if (other === text) continue;
      const said = other === undefined ? 'lacks' : `says "${other}" in place of`;
      return `page ${page + 1} ${said} "${text}", which the sealed document gives`;
    }
  }
  return 'the file is not the one that this version draws from the sealed document';
}

const drawing = (fault: string | undefined): CheckedItem => ({
  name: 'drawing',
  pass: fault === undefined,
  why: fault ?? 'every page is what the sealed document gives',
});
