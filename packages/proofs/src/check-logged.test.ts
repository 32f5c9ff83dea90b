/** Evidence of version 3: its receipt and its head are in the public log, and the receipt came first. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Amount, decimal, type Price, type Rate } from '@tern/money';
import { RULE_TERMS } from '@tern/settlement';
import { describe, expect, it } from 'vitest';
import { everyChange } from '../tests/every-change.ts';
import {
  bundleChecks,
  chainTick,
  checkpointText,
  contractReceiptRow,
  type EvidenceBundle,
  formatLogProof,
  formatReceipt,
  hashNodes,
  hashText,
  HEADS,
  headText,
  inLog,
  leafHash,
  lineSalt,
  makeBundle,
  memoryTree,
  parseStatementsEntry,
  receiptText,
  sealRound,
  sealStatements,
  signNote,
  statementsEntry,
  termsHash,
  tickGenesis,
  verifierKey,
  verifyBundle,
  verifyReceipt,
} from './index.ts';

const secret = new Uint8Array(32).fill(7);
const publicKey = bytesToHex(ed25519.getPublicKey(secret));
const sign = (text: string) => bytesToHex(ed25519.sign(utf8ToBytes(text), secret));

const ORIGIN = 'exchange.example/log';
const signer = {
  key: verifierKey(ORIGIN, 'note', ed25519.getPublicKey(secret)),
  sign: (message: Uint8Array) => ed25519.sign(message, secret),
};
const trust = { publicKey, log: { origin: ORIGIN, keys: [signer.key] } };

const T = 1_795_000_000_000;
const symbol = 'btcusdt';
const terms = {
  ...RULE_TERMS,
  symbol,
  durationSeconds: 3,
  payoutRatio: decimal<Rate>('0.8'),
  asset: 'USDT',
  assetScale: 6,
} as const;

/** A win, as it is before its proofs of the log. */
function evidence(ticksAfterwards = 0): EvidenceBundle {
  const later = Array.from({ length: ticksAfterwards }, (_, index) => 6_000 + index * 1_000);
  const ticks = [0, 1_000, 2_000, 4_000, 5_000, ...later].map((after, index) => ({
    symbol,
    seq: index + 1,
    at: T + after,
    price: decimal<Price>(String(100 + index)),
    source: 'simulated',
    rule: 2,
  }));
  const hashBefore = tickGenesis(symbol);
  const hash = hashText(ticks.reduce(chainTick, hashBefore));
  const head = { symbol, seq: ticks.length, hash, at: T + 60_000 };
  const contract = {
    id: '1000001',
    direction: 'up',
    stake: decimal<Amount>('12.5'),
    acceptedAt: T + 400,
    terms,
  } as const;
  const receipt = receiptText({
    ...contract,
    symbol,
    stake: '12.5',
    termsHash: termsHash(terms),
  });
  const segment = { hashBefore, ticks, head: { ...head, signature: sign(headText(head)) } };
  return makeBundle(contract, sign(receipt), segment);
}

interface Published {
  readonly rows?: readonly string[];
  readonly kind?: string;
  readonly statement?: string;
  readonly isHeadFirst?: boolean;
}

/** The evidence in a log of four entries. */
function published(bundle: EvidenceBundle, over: Published = {}): EvidenceBundle {
  const { rows = [contractReceiptRow(bundle.contract.id, bundle.receipt)], kind = HEADS } = over;
  const lines = [7, -3].map((owner) => ({
    round: 41,
    owner,
    salt: lineSalt(secret, 41, owner),
    rows: owner === 7 ? rows : ['posting|1|3|USDT|available|12.5'],
  }));
  const round = sealRound({ round: 41, at: T + 450, assets: ['USDT'], lines });
  const texts = ['another head', over.statement ?? headText(bundle.head), 'a third'];
  const heads = sealStatements(kind, T + 60_000, texts);
  const between = utf8ToBytes('another entry');
  const entries =
    over.isHeadFirst === true
      ? [heads.entry, between, round.entry, between]
      : [round.entry, between, heads.entry, between];
  const tree = memoryTree(hashNodes, entries.map(leafHash))!;
  const text = checkpointText({ origin: ORIGIN, size: entries.length, root: tree.root });
  const proven = (entry: Uint8Array, extra: Uint8Array) => {
    const index = entries.indexOf(entry);
    const checkpoint = signNote(text, [signer]);
    return formatLogProof({ extra, index, path: tree.path(index), checkpoint });
  };
  const line = { kind: 'line', entry: round.entry, ...round.open(7)! } as const;
  const statement = {
    kind: 'statement',
    entry: heads.entry,
    text: texts[1]!,
    index: 1,
    path: heads.path(1),
  } as const;
  return inLog(bundle, {
    receipt: proven(round.entry, formatReceipt(line)),
    head: proven(heads.entry, formatReceipt(statement)),
  });
}

const failures = (bundle: unknown, given: Parameters<typeof verifyBundle>[1] = trust) =>
  verifyBundle(bundle, given).filter(({ pass }) => !pass);
const whys = (bundle: unknown) => failures(bundle).map(({ name, why }) => `${name}: ${why}`);

describe('evidence in the public log', () => {
  const logged = published(evidence());

  it('passes every check', () => {
    const items = verifyBundle(logged, trust);
    expect(items.map(({ name }) => name)).toEqual([...bundleChecks]);
    expect(items.filter(({ pass }) => !pass)).toEqual([]);
    expect(items.at(-1)?.why).toBe('the receipt is entry 0 of the public log, the head 2');
  });

  it('fails once a proof is changed, removed or duplicated', () => {
    const { tried, undetected } = everyChange(logged.log, (log) =>
      verifyBundle({ ...logged, log }, trust).every(({ pass }) => pass),
    );
    expect(tried).toBeGreaterThan(200);
    expect(undetected).toEqual([]);
  });

  it('is not proven without a key of the log, or with another', () => {
    expect(failures(logged, { publicKey }).map(({ name }) => name)).toEqual(['log']);
    const other = { ...trust.log, keys: [] };
    expect(failures(logged, { publicKey, log: other }).map(({ name }) => name)).toEqual(['log']);
  });

  it('fails the log check alone when a key thief signs a loss in place of a win and puts it behind the price', () => {
    expect(whys(published(evidence(), { isHeadFirst: true }))).toEqual([
      'log: the receipt came into the public log behind the price that ended the contract',
    ]);
  });

  it('fails the log check alone with a head of more than an hour later, behind which a receipt could be signed again', () => {
    // The fourth tick ends the contract.
    expect(failures(published(evidence(3_599)))).toEqual([]);
    expect(whys(published(evidence(3_600)))).toEqual([
      'log: the head was signed too long after the price that ended the contract',
    ]);
  });

  it('fails the log check alone when the line is that of another contract', () => {
    const rows = [contractReceiptRow('1000002', evidence().receipt)];
    expect(whys(published(evidence(), { rows }))).toEqual([
      'log: the line of the public log does not contain this receipt',
    ]);
  });

  it('fails the log check alone when another head is in the log, or the head in an entry of another kind', () => {
    const other = headText({ ...evidence().head, hash: 'a'.repeat(64) });
    for (const over of [{ statement: other }, { kind: 'seeds' }]) {
      expect(whys(published(evidence(), over))).toEqual(['log: the statement is not the head']);
    }
  });

  it('fails the log check alone when each proof stands in the place of the other', () => {
    const { receipt, head } = logged.log!;
    expect(whys({ ...logged, log: { receipt: head, head: receipt } })).toEqual([
      'log: the line of the public log does not contain this receipt',
    ]);
    expect(whys({ ...logged, log: { receipt, head: receipt } })).toEqual([
      'log: the statement is not the head',
    ]);
  });

  it('is named as older when it has no proofs, and may not have them in another version', () => {
    const items = verifyBundle(evidence(), trust);
    expect(items.map(({ name }) => name)).toEqual(bundleChecks.filter((name) => name !== 'log'));
    expect(items[0]?.why).toContain('before receipts and heads were in the public log');
    expect(failures({ ...logged, version: 2 })).toHaveLength(bundleChecks.length);
  });
});

describe('the entry of statements', () => {
  const texts = ['one', 'two', 'three'];
  const sealed = sealStatements(HEADS, T, texts);

  it('says kind, time, number and root', () => {
    const text = Buffer.from(sealed.entry).toString();
    const { root } = parseStatementsEntry(sealed.entry)!;
    const spelt = Buffer.from(root).toString('base64');
    expect(text).toBe(`tern statements 1\nheads\n${T}\n3\n${spelt}\n`);
  });

  it.each(['Heads', '', 'heads\n', '1'])('has no kind "%s"', (kind) => {
    const leaf = parseStatementsEntry(sealed.entry)!;
    expect(parseStatementsEntry(statementsEntry({ ...leaf, kind }))).toBeUndefined();
  });

  it('is read in one spelling only', () => {
    const text = Buffer.from(sealed.entry).toString();
    for (const wrong of [
      text.slice(0, -1),
      `${text}\n`,
      text.replace('\n3\n', '\n0\n'),
      text.replace('\n3\n', '\n03\n'),
      text.replace('statements 1', 'statements 2'),
    ]) {
      expect(parseStatementsEntry(utf8ToBytes(wrong)), wrong).toBeUndefined();
    }
  });

  it('opens each statement by a receipt, and no other text', () => {
    const tree = memoryTree(hashNodes, [leafHash(sealed.entry)])!;
    const note = checkpointText({ origin: ORIGIN, size: 1, root: tree.root });
    const items = (index: number, text: string) => {
      const path = sealed.path(index);
      const extra = formatReceipt({ kind: 'statement', entry: sealed.entry, text, index, path });
      const checkpoint = signNote(note, [signer]);
      return verifyReceipt(formatLogProof({ extra, index: 0, path: [], checkpoint }), trust.log)
        .items;
    };
    for (const [index, text] of texts.entries()) {
      expect(items(index, text).filter(({ pass }) => !pass)).toEqual([]);
    }
    expect(items(1, 'three').filter(({ pass }) => !pass)).toMatchObject([{ name: 'content' }]);
    expect(items(1, 'two\nlines').every(({ pass }) => !pass)).toBe(true);
  });
});
