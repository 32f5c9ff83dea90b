import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type Amount, decimal } from '@tern/money';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type BalanceReceipt,
  checkpointText,
  createLiabilitiesBuilder,
  documentEntry,
  documentHash,
  formatLogProof,
  formatReceipt,
  hashNodes,
  leafHash,
  liabilitiesEntry,
  type LineReceipt,
  lineRow,
  lineSalt,
  lineText,
  memoryTree,
  type MemberLine,
  type NoteSigner,
  parseLiabilitiesEntry,
  parseLine,
  parseLogProof,
  parseRoundEntry,
  postingRow,
  proveParts,
  receiptBalances,
  type Receipt,
  sealRound,
  signNote,
  splitBalance,
  tilePath,
  verifierKey,
  verifyReceipt,
} from '../index.ts';
import { memoryBuckets } from '../../tests/memory-buckets.ts';

const secret = new Uint8Array(32).fill(1);
const ORIGIN = 'exchange.example/log';
const log: NoteSigner = {
  key: verifierKey(ORIGIN, 'note', ed25519.getPublicKey(secret)),
  sign: (message) => ed25519.sign(message, secret),
};
const trust = { origin: ORIGIN, keys: [log.key] };

const ROUND = 41;
const AT = 1_795_000_000_000;
const OWNERS = [7, 8, 9, -1, -2];

const lineOf = (owner: number, amount: string, round = ROUND): MemberLine => ({
  round,
  owner,
  salt: lineSalt(secret, round, owner),
  rows: [
    postingRow({
      entry: 1001,
      type: 9,
      asset: 'USDT',
      purpose: 'available',
      amount: decimal(amount),
    }),
    lineRow('order', 5, 'filled'),
  ],
});
const round = sealRound({
  round: ROUND,
  at: AT,
  assets: ['USDT', 'BTC', 'USDT'],
  lines: OWNERS.map((owner) => lineOf(owner, String(owner))),
});

/** The receipt in a log of three entries, as its second. */
function proven(receipt: Receipt): string {
  const leaves = [utf8ToBytes('before'), receipt.entry, utf8ToBytes('after')].map(leafHash);
  const tree = memoryTree(hashNodes, leaves)!;
  const text = checkpointText({ origin: ORIGIN, size: 3, root: tree.root });
  const checkpoint = signNote(text, [log]);
  return formatLogProof({
    extra: formatReceipt(receipt),
    index: 1,
    path: tree.path(1),
    checkpoint,
  });
}

const failed = (text: string, document?: Uint8Array) =>
  verifyReceipt(text, trust, document)
    .items.filter(({ pass }) => !pass)
    .map(({ name }) => name);

function lineReceipt(owner: number): LineReceipt {
  return { kind: 'line', entry: round.entry, ...round.open(owner)! };
}

describe('the entry of a round', () => {
  it('says round, time, assets and a root, and nothing of any member', () => {
    const text = Buffer.from(round.entry).toString();
    expect(text.split('\n')).toEqual([
      'tern round 1',
      '41',
      String(AT),
      '5',
      Buffer.from(round.leaf.root).toString('base64'),
      'BTC 0',
      'USDT 0',
      '',
    ]);
    expect(parseRoundEntry(round.entry)).toEqual(round.leaf);
  });

  it('is read in one spelling only', () => {
    const text = Buffer.from(round.entry).toString();
    for (const wrong of [
      text.slice(0, -1),
      text.replace('\n41\n', '\n041\n'),
      text.replace('\n5\n', '\n0\n'),
      text.replace('BTC 0', 'BTC 1'),
      text.replace('BTC 0\n', 'USDT 0\n'),
      text.replace('tern round 1', 'tern round 2'),
      `${text}\n`,
    ]) {
      expect(parseRoundEntry(utf8ToBytes(wrong)), wrong).toBeUndefined();
    }
  });

  it('has one line of each owner, all of its own round', () => {
    const seal = (lines: readonly MemberLine[]) =>
      sealRound({ round: ROUND, at: AT, assets: ['USDT'], lines });
    expect(() => seal([])).toThrow('no lines');
    expect(() => seal([lineOf(7, '1'), lineOf(7, '2')])).toThrow('two of one owner');
    expect(() => seal([lineOf(7, '1', 40)])).toThrow('lines of other rounds');
    expect(round.open(77)).toBeUndefined();
  });

  it('changes with any amount, owner or salt, so that a re-hashed row is noticed', () => {
    const lines = OWNERS.map((owner) => lineOf(owner, String(owner)));
    const rootOf = (changed: readonly MemberLine[]) =>
      sealRound({ round: ROUND, at: AT, assets: ['USDT'], lines: changed }).leaf.root;
    const honest = rootOf(lines);
    expect(honest).toEqual(round.leaf.root);
    expect(rootOf(lines.toReversed())).toEqual(honest);
    expect(rootOf(lines.with(0, lineOf(7, '7.000001')))).not.toEqual(honest);
    expect(rootOf(lines.with(0, { ...lines[0]!, owner: 70 }))).not.toEqual(honest);
    expect(rootOf(lines.with(0, { ...lines[0]!, salt: '0'.repeat(32) }))).not.toEqual(honest);
    expect(rootOf(lines.slice(1))).not.toEqual(honest);
  });
});

describe('a line', () => {
  it('has a salt of its own, which another secret would not give', () => {
    const salts = [
      lineSalt(secret, 1, 7),
      lineSalt(secret, 1, 8),
      lineSalt(secret, 2, 7),
      lineSalt(new Uint8Array(32).fill(2), 1, 7),
    ];
    expect(new Set(salts).size).toBe(4);
    expect(salts[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is read as it is written', () => {
    const line = lineOf(7, '-0.5');
    expect(line.rows).toEqual(['posting|1001|9|USDT|available|-0.5', 'order|5|filled']);
    expect(parseLine(lineText(line))).toEqual(line);
    expect(parseLine(lineText({ ...line, rows: [] }))).toBeUndefined();
    expect(parseLine(lineText({ ...line, owner: 0 }))).toBeUndefined();
    expect(parseLine(`${lineText(line)}\n`)).toBeUndefined();
    for (const field of ['a|b', 'a\nb', 'é'])
      expect(() => lineRow('note', field)).toThrow('not a row');
  });
});

describe('a receipt of a line', () => {
  it('proves each owner’s line, with nothing of the others', () => {
    for (const owner of OWNERS) {
      const text = proven(lineReceipt(owner));
      expect(failed(text)).toEqual([]);
      const { receipt } = verifyReceipt(text, trust);
      expect(receipt).toEqual(lineReceipt(owner));
    }
  });

  it('fails with another line, round, place or path', () => {
    const honest = lineReceipt(7);
    const other = lineReceipt(8);
    expect(failed(proven({ ...honest, line: lineOf(7, '7.5') }))).toEqual(['content']);
    expect(failed(proven({ ...honest, line: lineOf(7, '7', 40) }))).toEqual(['content']);
    expect(failed(proven({ ...honest, index: other.index }))).toEqual(['content']);
    expect(failed(proven({ ...honest, path: other.path }))).toEqual(['content']);
    expect(failed(proven({ ...honest, entry: utf8ToBytes('tern round 1\n') }))).toEqual([
      'content',
    ]);
  });

  it('fails when any one character of it is another', () => {
    const text = proven(lineReceipt(7));
    fc.assert(
      fc.property(fc.nat(text.length - 1), (at) => {
        const turned = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
        expect(failed(turned), turned).not.toEqual([]);
      }),
      { numRuns: 300 },
    );
    // Every byte of the extra text counts too, though the format does not authenticate it.
    const proof = parseLogProof(text)!;
    const extra = formatReceipt(lineReceipt(7));
    for (let at = 0; at < extra.length; at += 1) {
      const turned = extra.with(at, extra[at] === 65 ? 66 : 65);
      expect(failed(formatLogProof({ ...proof, extra: turned })), `byte ${at}`).not.toEqual([]);
    }
  });

  it('fails for a log with another key', () => {
    const other = verifierKey(ORIGIN, 'note', ed25519.getPublicKey(new Uint8Array(32).fill(2)));
    const { items } = verifyReceipt(proven(lineReceipt(7)), { origin: ORIGIN, keys: [other] });
    expect(items.map(({ pass }) => pass)).toEqual([true, false, false, true]);
  });
});

describe('a receipt of a document', () => {
  const file = utf8ToBytes('date,amount\n2026-11-01,5\n');
  const salt = '00112233445566778899aabbccddeeff';
  const entry = documentEntry({ kind: 'statement', at: AT, hash: documentHash(salt, file) });

  it('proves this file and no other', () => {
    const text = proven({ kind: 'document', entry, salt });
    expect(failed(text, file)).toEqual([]);
    expect(failed(text, file.with(3, 1))).toEqual(['content']);
    expect(failed(text)).toEqual(['content']);
    expect(failed(proven({ kind: 'document', entry, salt: salt.replace('0', '1') }), file)).toEqual(
      ['content'],
    );
  });
});

describe('a receipt of balances', () => {
  const snapshot = { snapshot: 3, nonce: new Uint8Array(32).fill(5) };
  const balances = new Map<string, Amount>([
    ['BTC', decimal('0.5')],
    ['USDT', decimal('1234.56')],
  ]);
  let receipt: BalanceReceipt;

  beforeAll(async () => {
    const assets = [];
    const parts: BalanceReceipt['parts'][number][] = [];
    for (const [asset, amount] of balances) {
      const builder = createLiabilitiesBuilder(asset, memoryBuckets());
      const split = (owner: number, owned: Amount) =>
        splitBalance(snapshot, { owner, asset, scale: 6, amount: owned });
      const mine = split(7, amount);
      await builder.add(mine);
      for (let owner = 8; owner < 300; owner += 1)
        await builder.add(split(owner, decimal(String(owner))));
      const tiles = new Map<string, Uint8Array>();
      const tree = (await builder.finish(async (tile) => {
        tiles.set(tilePath(tile), tile.nodes);
      }))!;
      assets.push(tree);
      const found = (await proveParts(tree.leaves, mine, async (tile) =>
        tiles.get(tilePath(tile)),
      ))!;
      parts.push(...found.map(({ snapshot: _s, owner: _o, ...part }) => part));
    }
    const entry = liabilitiesEntry({ snapshot: 3, at: AT, round: ROUND, assets });
    receipt = { kind: 'balance', entry, owner: 7, parts };
  });

  it('proves the member’s balances, asset by asset', () => {
    const text = proven(receipt);
    expect(failed(text)).toEqual([]);
    const read = verifyReceipt(text, trust).receipt;
    expect(read).toEqual(receipt);
    expect(receiptBalances(read as BalanceReceipt)).toEqual(balances);
    expect(failed(proven({ ...receipt, parts: [] }))).toEqual([]);
  });

  it('fails when the entry states another total than its tree sums up to', () => {
    const leaf = parseLiabilitiesEntry(receipt.entry)!;
    const assets = leaf.assets.map((tree) => ({ ...tree, total: (tree.total - 1n) as Amount }));
    const entry = liabilitiesEntry({ ...leaf, assets });
    expect(failed(proven({ ...receipt, entry }))).toEqual(['content']);
  });

  it('fails for another member, a shrunk part, a part counted twice, or a turned sum on the path', () => {
    const [first, ...rest] = receipt.parts;
    const withFirst = (change: Partial<typeof first>) =>
      failed(proven({ ...receipt, parts: [{ ...first!, ...change }, ...rest] }));
    expect(failed(proven({ ...receipt, owner: 8 }))).toEqual(['content']);
    expect(withFirst({ amount: (first!.amount - 1n) as Amount })).toEqual(['content']);
    expect(withFirst({ part: 9 })).toEqual(['content']);
    expect(withFirst({ index: first!.index + 1 })).toEqual(['content']);
    expect(withFirst({ path: first!.path.slice(1) })).toEqual(['content']);
    const sibling = first!.path[2]!;
    const turned = first!.path.with(2, sibling.with(15, sibling[15]! ^ 1));
    expect(withFirst({ path: turned })).toEqual(['content']);
    expect(failed(proven({ ...receipt, parts: [first!, ...receipt.parts] }))).toEqual(['content']);
  });
});
