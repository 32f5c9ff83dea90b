/** The formats of a statement's document: format 2 says whether its money is real, format 1 does not and stays valid. */
import {
  checkpointText,
  checkStatement,
  documentEntry,
  documentHash,
  formatLogProof,
  formatReceipt,
  leafHash,
  signNote,
  statementMode,
} from '@tern/proofs';
import { describe, expect, it } from 'vitest';
import { drawPdf } from '../src/features/money/statement/draw-pdf.ts';
import { verifyStatementPdf } from '../src/commands/verify/statement.ts';
import { logSigner, ORIGIN } from './support/sample-log.ts';

const SALT = '000102030405060708090a0b0c0d0e0f';
const AT = 1_795_000_000_000;
const trust = { origin: ORIGIN, keys: [logSigner.key] };
const FORMAT = { 1: '', paper: 'format,2,,paper,,,,,,\n', live: 'format,2,,live,,,,,,\n' };

/** A month in which 5 USDT arrived. */
const documentOf = (format: keyof typeof FORMAT) =>
  Buffer.from(
    `row,id,time,kind,asset,amount,fee,price,usdt,reference
${FORMAT[format]}statement,7-2026-10,2026-10-01T00:00:00.000Z,,,,,,,
end,,2026-11-01T00:00:00.000Z,,,,,,,
entry,12,2026-10-02T10:00:00.000Z,deposit,USDT,5,,,,deposit:1
closing,,2026-11-01T00:00:00.000Z,,USDT,5,,1,5,
sum,,,opening,,,,,0,
sum,,,deposits,,,,,5,
sum,,,closing,,,,,5,
sum,,,fifo profit,,,,,0,
sum,,,fifo priceChange,,,,,0,
sum,,,average profit,,,,,0,
sum,,,average priceChange,,,,,0,
`,
  );

/** Sealed as the only entry of a log. */
function receiptOf(document: Uint8Array): string {
  const hash = documentHash(SALT, document);
  const entry = documentEntry({ kind: 'statement', at: AT, hash });
  const text = checkpointText({ origin: ORIGIN, size: 1, root: leafHash(entry) });
  const extra = formatReceipt({ kind: 'document', entry, salt: SALT });
  return formatLogProof({ extra, index: 0, path: [], checkpoint: signNote(text, [logSigner]) });
}

async function checked(format: keyof typeof FORMAT, drawnAs: 'paper' | 'live') {
  const document = documentOf(format);
  const pdf = await drawPdf(document, receiptOf(document), drawnAs);
  const items = await verifyStatementPdf(pdf, trust);
  return {
    failed: items.filter(({ pass }) => !pass).map(({ name }) => name),
    mode: items.find(({ name }) => name === 'mode')?.why,
  };
}

describe('a statement that says whether its money is real', () => {
  it.each([
    ['paper', 'the statement is of paper money'],
    ['live', 'the statement is of real money'],
  ] as const)('verifies as of %s and says so', async (mode, said) => {
    expect(statementMode(documentOf(mode))).toBe(mode);
    expect(await checked(mode, mode)).toEqual({ failed: [], mode: said });
  });

  it.each([
    ['paper', 'live'],
    ['live', 'paper'],
  ] as const)('of %s is not one of %s, whatever its pages show', async (mode, other) => {
    expect((await checked(mode, other)).failed).toEqual(['drawing']);
  });
});

describe('a statement that was sealed before', () => {
  it.each(['paper', 'live'] as const)('stays valid when it was drawn as of %s', async (mode) => {
    expect(statementMode(documentOf(1))).toBeUndefined();
    expect(checkStatement(documentOf(1)).map(({ name }) => name)).toEqual(['records', 'sum']);
    expect(await checked(1, mode)).toEqual({ failed: [], mode: undefined });
  });
});
