import { readFileSync } from 'node:fs';
import { recordTypes } from '@tern/ledger';
import { followReceipts, formatVerifierKey, parseVerifierKey, verifyReceipt } from '@tern/proofs';
import { describe, expect, it } from 'vitest';
import {
  keyEntryOf,
  logSigner,
  nextLogSigner,
  ORIGIN,
  sampleLog,
  statementFile,
  witnessSigner,
} from './support/sample-log.ts';

const page = readFileSync(new URL('../../../docs/public-log.md', import.meta.url), 'utf8');
const block = (name: string): string => {
  const found = new RegExp(`\`\`\`${name}\\n([\\s\\S]*?)\\n\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`the page has no ${name}`);
  return `${found}\n`;
};

describe('the worked example of docs/public-log.md', () => {
  it('is what our own log writes', async () => {
    const log = await sampleLog(3, 1);
    expect(block('log-key').trim()).toBe(formatVerifierKey(logSigner.key));
    expect(block('witness-key').trim()).toBe(formatVerifierKey(witnessSigner.key));
    expect(block('round')).toBe(Buffer.from(log.entries[0]!).toString());
    expect(block('snapshot')).toBe(Buffer.from(log.entries[3]!).toString());
    expect(block('line-receipt')).toBe(await log.receipt('line-1'));
    expect(block('balance-receipt')).toBe(await log.receipt('balance-1'));
    expect(block('document-receipt')).toBe(await log.receipt('statement'));
    expect(block('document')).toBe(statementFile.toString());
    const extra = /^extra (.*)$/m.exec(block('line-receipt'))![1]!;
    expect(block('line-extra')).toBe(Buffer.from(extra, 'base64').toString());
  });

  it('has the entry of a key, and follows the log to it', async () => {
    const log = await sampleLog(3, 1, { entry: keyEntryOf(), signer: nextLogSigner });
    expect(block('key-entry')).toBe(Buffer.from(log.entries[5]!).toString());
    expect(block('key-receipt')).toBe(await log.receipt('key'));
    const keys = [parseVerifierKey(block('log-key').trim())!];
    const { trust, items } = followReceipts([block('key-receipt')], { origin: ORIGIN, keys });
    expect(items.map(({ pass }) => pass)).toEqual([true]);
    expect(trust.keys.map(formatVerifierKey)).toEqual(
      [logSigner, nextLogSigner].map(({ key }) => formatVerifierKey(key)),
    );
  });

  it('verifies with the keys beside it', () => {
    const keys = [parseVerifierKey(block('log-key').trim())!];
    const witnesses = [parseVerifierKey(block('witness-key').trim())!];
    const trust = { origin: ORIGIN, keys, witnesses };
    for (const name of ['line-receipt', 'balance-receipt', 'document-receipt']) {
      const document = Buffer.from(block('document'));
      const { items, checkpoint } = verifyReceipt(block(name), trust, document);
      expect(items.filter(({ pass }) => !pass)).toEqual([]);
      expect(checkpoint?.cosignatures).toEqual([{ key: witnesses[0], at: 1_795_000_000 }]);
    }
  });
});

it('the page has the codes of all record types', () => {
  const [, table = ''] = /### Record types\n\n([^]+?)\n\n/.exec(page) ?? [];
  const listed = [...table.matchAll(/\| (\d+) \| `([A-Za-z]+)` /g)];
  const codes = listed.map(([, code = '', name = '']) => [name, Number(code)]);
  expect(Object.fromEntries(codes)).toEqual(recordTypes);
});
