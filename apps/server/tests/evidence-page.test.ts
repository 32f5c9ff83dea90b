import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  bundleChecks,
  type EvidenceBundle,
  lineText,
  parseLogProof,
  parseReceipt,
  parseVerifierKey,
  type TriggerReceipt,
  verifyBundle,
  verifyTrigger,
} from '@tern/proofs';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../../../docs/evidence.md', import.meta.url), 'utf8');
const block = (name: string): string => {
  const found = new RegExp(`\`\`\`${name}\\n([\\s\\S]*?)\\n\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`the page has no ${name}`);
  return found;
};
const sha256 = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
/** A text and its hash below it. */
const hashed = (name: string) =>
  [...block(name).matchAll(/^(.+)\n {2}→ ([0-9a-f]{64})$/gm)].map(([, text = '', hash = '']) => ({
    text,
    hash,
  }));

describe('the worked example of docs/evidence.md', () => {
  const bundle = JSON.parse(block('json')) as EvidenceBundle;

  it('is a bundle that verifies with the key beside it', () => {
    const key = parseVerifierKey(block('log-key'))!;
    const log = { origin: key.name, keys: [key] };
    const items = verifyBundle(bundle, { publicKey: block('key'), log });
    expect(items.map(({ name }) => name)).toEqual([...bundleChecks]);
    expect(items.filter(({ pass }) => !pass)).toEqual([]);
    expect(bundle.result).toMatchObject({ status: 'settled', outcome: 'win', winnings: '10' });
  });

  it('has the genesis, tick hashes and terms hash of the described texts', () => {
    const genesis = sha256(`tern tick chain 1: the first link of ${bundle.terms.symbol}`);
    expect(block('genesis')).toBe(genesis);
    expect(bundle.chain.hashBefore).toBe(genesis);
    const ticks = hashed('ticks');
    expect(ticks).toHaveLength(bundle.chain.ticks.length);
    let before = genesis;
    for (const [index, { text, hash }] of ticks.entries()) {
      const { seq, at, price, source, rule, backfilledAt } = bundle.chain.ticks[index]!;
      const fields = [bundle.terms.symbol, seq, at, price, source, rule, backfilledAt ?? []].flat();
      expect(text).toBe(fields.join('|'));
      expect(sha256(Buffer.from(before, 'hex'), text)).toBe(hash);
      before = hash;
    }
    expect(bundle.head.hash).toBe(before);
    const [terms] = hashed('terms');
    expect(sha256(terms!.text)).toBe(terms!.hash);
    expect(terms!.hash).toBe(bundle.termsHash);
  });

  it('shows what its proofs of the log open', () => {
    const opened = Object.values(bundle.log!).map(
      (text) => parseReceipt(parseLogProof(text)!.extra!)!,
    );
    const [line, statement] = opened;
    expect(line?.kind === 'line' && lineText(line.line)).toBe(block('line'));
    expect(statement?.kind === 'statement' && statement.text).toBe(block('head'));
    const entries = opened.map(({ entry }) => Buffer.from(entry).toString());
    expect(block('entries')).toBe(entries.join('\n').trimEnd());
  });

  it('shows the signed texts of this document', () => {
    const { contract, head, terms, termsHash } = bundle;
    const { id, direction, stake, acceptedAt } = contract;
    expect(block('receipt')).toBe(
      `tern contract receipt 1|${id}|${terms.symbol}|${direction}|${stake}|${acceptedAt}|${termsHash}`,
    );
    expect(block('head')).toBe(
      `tern chain head 1|${head.symbol}|${head.seq}|${head.hash}|${head.at}`,
    );
  });
});

describe('the example of a receipt in docs/evidence.md', () => {
  const receipt = JSON.parse(block('trigger-json')) as TriggerReceipt;
  const { order, trigger, pauses, head, chain } = receipt;
  const joined = (...values: readonly (string | number | null)[]) =>
    values.map((value) => value ?? '').join('|');

  it('verifies with the key of the page', () => {
    const items = verifyTrigger(receipt, { publicKey: block('key') });
    expect(items).toHaveLength(10);
    expect(items.filter(({ pass }) => !pass)).toEqual([]);
    expect(chain?.hashBefore).toBe(block('genesis'));
  });

  it('has the signed texts as they are described', () => {
    expect(block('order')).toBe(
      joined('tern conditional order 1', ...Object.values<string | number | null>({ ...order })),
    );
    const each = pauses.flatMap((pause) => Object.values<number>({ ...pause }));
    expect(block('pauses')).toBe(joined('tern trigger pauses 1', ...each));
    const { number, price, at, bestPrice, orderId } = trigger;
    expect(block('trigger')).toBe(
      `${joined('tern trigger 1', order.id, number, price, at, bestPrice, orderId)}||||${sha256(block('pauses'))}|`,
    );
    const { symbol, seq, hash, at: signedAt } = head!;
    expect(block('trigger-head')).toBe(joined('tern chain head 1', symbol, seq, hash, signedAt));
  });
});
