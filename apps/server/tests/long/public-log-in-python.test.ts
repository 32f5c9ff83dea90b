/** Receipts of the public log, checked in Python by docs/public-log.md alone. More of them: TERN_PROOFS=10000 before the command. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  followReceipts,
  formatVerifierKey,
  type LogTrust,
  lossEntry,
  verifyReceipt,
} from '@tern/proofs';
import { describe, expect, it } from 'vitest';
import { pythonMissing, verifiedInPython } from '../support/run-python.ts';
import {
  keyEntryOf,
  logSigner,
  nextLogSigner,
  ORIGIN,
  sampleLog,
  statementFile,
  strangerSigner,
} from '../support/sample-log.ts';

const VERIFIER = fileURLToPath(new URL('verify_log.py', import.meta.url));
const PAGE = fileURLToPath(new URL('../../../../docs/public-log.md', import.meta.url));
const RECEIPTS = Number(process.env['TERN_PROOFS'] ?? '2000');
const MEMBERS = 300;
const KEY = formatVerifierKey(logSigner.key);
const trust: LogTrust = { origin: ORIGIN, keys: [logSigner.key] };

interface Case {
  readonly receipt: string;
  readonly document?: string | undefined;
  /** Receipts of the entries that introduced keys. */
  readonly keys?: readonly string[];
}

const ours = ({ receipt, document, keys = [] }: Case, given = trust) => {
  const bytes = document === undefined ? undefined : Buffer.from(document);
  const followed = followReceipts(keys, given);
  const failed = verifyReceipt(receipt, followed.trust, bytes).items.filter(({ pass }) => !pass);
  return failed.length === 0 ? 'PASS' : `FAIL ${failed.map(({ name }) => name).join(' ')}`;
};

/** Every line with one character changed, and every line of the extra text. */
function variants({ receipt, document }: Case): Case[] {
  const turn = (line: string) => {
    const at = Math.max(0, Math.floor(line.length / 2) - 1);
    const turned = line[at] === 'A' ? 'B' : line[at] === '1' ? '2' : line[at] === '0' ? '1' : 'A';
    return `${line.slice(0, at)}${turned}${line.slice(at + 1)}`;
  };
  const eachLine = (text: string) => {
    const lines = text.split('\n');
    return lines.map((line, at) => lines.with(at, turn(line)).join('\n'));
  };
  const extra = /^extra (.*)$/m.exec(receipt)![1]!;
  const inside = eachLine(Buffer.from(extra, 'base64').toString('latin1')).map((text) =>
    receipt.replace(extra, Buffer.from(text, 'latin1').toString('base64')),
  );
  // A trusted witness is not configured here, so its line may say anything that is spelt well.
  const outside = eachLine(receipt.slice(0, receipt.indexOf('— witness')));
  const turned = [...outside, ...inside].map((text) => ({ receipt: text, document }));
  return document === undefined
    ? turned
    : [...turned, { receipt, document: `${document} ` }, { receipt }];
}

describe.skipIf(pythonMissing)(`receipts ${pythonMissing ?? ''}`.trim(), () => {
  it('pass in Python, all of a log', async () => {
    const log = await sampleLog(RECEIPTS - MEMBERS, MEMBERS);
    const cases = [...(await log.receipts())].map(([name, receipt]) =>
      name === 'statement' ? { receipt, document: statementFile.toString() } : { receipt },
    );
    expect(cases.length).toBeGreaterThanOrEqual(RECEIPTS);
    const lines = verifiedInPython(VERIFIER, cases, KEY);
    expect(lines.filter((line) => line !== 'PASS')).toEqual([]);
    expect(lines.length).toBe(cases.length);
    for (const each of cases.slice(-20)) expect(ours(each)).toBe('PASS');
  }, 600_000);

  it('fail in Python with any one line changed, by the checks that fail in ours', async () => {
    const log = await sampleLog(300, 20);
    const names = ['line-1', 'line-257', 'snapshot', 'balance-1', 'balance-20', 'statement'];
    const cases: Case[] = [];
    for (const name of names) {
      const document = name === 'statement' ? { document: statementFile.toString() } : {};
      cases.push(...variants({ receipt: await log.receipt(name), ...document }));
    }
    const lines = verifiedInPython(VERIFIER, cases, KEY);
    expect(cases.length).toBeGreaterThan(150);
    expect(lines.filter((line) => line === 'PASS')).toEqual([]);
    expect(lines).toEqual(cases.map((each) => ours(each)));
    const receipt = await log.receipt('line-1');
    const other = formatVerifierKey(nextLogSigner.key);
    expect(verifiedInPython(VERIFIER, [{ receipt }], other)).toEqual(['FAIL checkpoint entry']);
  }, 300_000);

  it('under a new key pass if an entry of the log introduced it, and fail with any line of that entry changed', async () => {
    const rotated = (entry: Uint8Array) => sampleLog(30, 5, { entry, signer: nextLogSigner });
    const log = await rotated(keyEntryOf());
    const receipt = await log.receipt('line-1');
    const key = await log.receipt('key');
    const forged = await rotated(keyEntryOf(nextLogSigner, nextLogSigner));
    const cases: Case[] = [
      { receipt, keys: [key] },
      { receipt: key, keys: [key] },
      { receipt },
      { receipt, keys: [receipt] },
      { receipt: await forged.receipt('line-1'), keys: [await forged.receipt('key')] },
      ...variants({ receipt: key }).map((each) => ({ receipt, keys: [each.receipt] })),
      ...variants({ receipt: key }).map((each) => ({ ...each, keys: [key] })),
    ];
    const lines = verifiedInPython(VERIFIER, cases, KEY);
    expect(lines).toEqual(cases.map((each) => ours(each)));
    expect(lines.slice(0, 2)).toEqual(['PASS', 'PASS']);
    expect(lines.slice(2).filter((line) => line === 'PASS')).toEqual([]);
  }, 300_000);

  it('of a declared loss pass under its own key, introduce it to nobody, and fail when it did not sign them', async () => {
    const { key } = nextLogSigner;
    const declared = async (change: (entry: Uint8Array) => Uint8Array, lost = [logSigner.key]) => {
      const entry = change(lossEntry({ at: 1_795_000_000_000, key: nextLogSigner, lost }));
      const log = await sampleLog(30, 5, { entry, signer: nextLogSigner });
      return log.receipt('key');
    };
    const receipt = await declared((entry) => entry);
    const cases: Case[] = [
      { receipt },
      {
        receipt: await declared((entry) => entry.map((byte, at) => (at === 18 ? byte ^ 1 : byte))),
      },
      { receipt: await declared((entry) => entry, []) },
      { receipt: await declared((entry) => entry, [key]) },
      { receipt: await declared((entry) => entry, [logSigner.key, logSigner.key]) },
      { receipt: await declared((entry) => entry, [{ ...strangerSigner.key, name: 'other/log' }]) },
      ...variants({ receipt }),
    ];
    const lines = verifiedInPython(VERIFIER, cases, formatVerifierKey(key));
    expect(lines).toEqual(cases.map((each) => ours(each, { ...trust, keys: [key] })));
    expect(lines.slice(0, 6)).toEqual(['PASS', ...Array.from({ length: 5 }, () => 'FAIL content')]);
    expect(lines.slice(6)).not.toContain('PASS');
    const before = { receipt, keys: [receipt] };
    expect(verifiedInPython(VERIFIER, [before], KEY)).toEqual([ours(before)]);
    expect(ours(before)).toBe('FAIL checkpoint entry');
  }, 300_000);

  it('of the page pass', () => {
    const page = readFileSync(PAGE, 'utf8');
    const block = (name: string) =>
      `${new RegExp(`\`\`\`${name}\\n([\\s\\S]*?)\\n\`\`\``).exec(page)![1]!}\n`;
    const cases = [
      { receipt: block('line-receipt') },
      { receipt: block('balance-receipt') },
      { receipt: block('document-receipt'), document: block('document') },
      { receipt: block('key-receipt'), keys: [block('key-receipt')] },
    ];
    expect(verifiedInPython(VERIFIER, cases, block('log-key').trim())).toEqual([
      'PASS',
      'PASS',
      'PASS',
      'PASS',
    ]);
  });
});
