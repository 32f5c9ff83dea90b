import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Amount, decimal, type Price, type Rate } from '@tern/money';
import { RULE_TERMS } from '@tern/settlement';
import { describe, expect, it } from 'vitest';
import { everyChange } from '../tests/every-change.ts';
import {
  type BundleTick,
  bundleChecks,
  type ChainedTick,
  chainTick,
  type EvidenceBundle,
  hashesInBundle,
  hashText,
  headText,
  makeBundle,
  receiptText,
  termsHash,
  tickGenesis,
  verifyBundle,
} from './index.ts';

const secretKey = new Uint8Array(32).fill(7);
const publicKey = bytesToHex(ed25519.getPublicKey(secretKey));
const sign = (text: string) => bytesToHex(ed25519.sign(utf8ToBytes(text), secretKey));

const T = 1_763_700_000_000;
const symbol = 'btcusdt';
const terms = {
  ...RULE_TERMS,
  symbol,
  durationSeconds: 5,
  payoutRatio: decimal<Rate>('0.85'),
  asset: 'USDT',
  assetScale: 6,
} as const;

interface Story {
  /** Milliseconds after T and price, one tick each; the first at or before acceptance unless it is seq 1. */
  readonly ticks: readonly (readonly [number, string])[];
  readonly firstSeq?: number;
  readonly direction?: 'up' | 'down';
  readonly staleAfterMs?: number;
  readonly ruleVersion?: 1 | 2;
  /** Ticks, by milliseconds after T, that were created three seconds late. */
  readonly backfilled?: readonly number[];
}

const path = [
  [-900, '100'],
  [100, '101.5'],
  [1_100, '103'],
  [5_100, '102.25'],
  [6_100, '99'],
  [7_100, '98'],
] as const;

const stories: Record<string, Story> = {
  'a win': { ticks: path },
  'a loss': { ticks: path, direction: 'down' },
  'a tie': {
    ticks: [...path.slice(0, 3), [5_100, '101.5'], ...path.slice(4)] as Story['ticks'],
  },
  'an invalid contract': {
    ticks: [
      [-900, '100'],
      [100, '101.5'],
      [60_000, '99'],
    ],
    staleAfterMs: 1_000,
  },
  'a void contract': {
    ticks: [
      [0, '100'],
      [2_001, '101.5'],
      [9_000, '99'],
    ],
  },
  'a win on backfilled ticks': { ticks: path, backfilled: [100, 1_100, 5_100] },
  'a contract of rule 1': { ticks: path, ruleVersion: 1 },
  'a contract of rule 1 that opened after backfilled ticks': {
    ticks: path,
    ruleVersion: 1,
    backfilled: [100],
  },
  'a contract on the first ticks of a chain': { ticks: path.slice(1), firstSeq: 1 },
};

/** What the exchange itself makes of its ticks, and of the hash before them, before it signs their head. */
interface Forgery {
  readonly ticks?: (made: readonly ChainedTick[]) => readonly ChainedTick[];
  readonly hashBefore?: Uint8Array;
}

function bundleOf(story: Story, forge: Forgery = {}): EvidenceBundle {
  const { firstSeq = 41, direction = 'up', staleAfterMs = terms.staleAfterMs } = story;
  const { ruleVersion = 2, backfilled = [] } = story;
  const made = story.ticks.map(
    ([offset, price], index): ChainedTick => ({
      symbol,
      seq: firstSeq + index,
      at: T + offset,
      price: decimal<Price>(price),
      source: 'simulated',
      rule: 1,
      ...(backfilled.includes(offset) ? { backfilledAt: T + offset + 3_000 } : {}),
    }),
  );
  const ticks = forge.ticks?.(made) ?? made;
  const genesis = tickGenesis(symbol);
  const earlier = firstSeq === 1 ? genesis : chainTick(genesis, { ...made[0]!, seq: 40 });
  const hashBefore = forge.hashBefore ?? earlier;
  const last = ticks.reduce((hash, tick) => chainTick(hash, tick), hashBefore);
  const head = { symbol, seq: ticks.at(-1)!.seq, hash: hashText(last), at: T + 9_000 };
  const contract = {
    id: '1000001',
    direction,
    stake: decimal<Amount>('100.5'),
    acceptedAt: T,
    terms: { ...terms, ruleVersion, staleAfterMs },
  };
  const receipt = sign(
    receiptText({
      id: contract.id,
      symbol,
      direction,
      stake: '100.5',
      acceptedAt: T,
      termsHash: termsHash(contract.terms),
    }),
  );
  const signed = { ...head, signature: sign(headText(head)) };
  return makeBundle(contract, receipt, { hashBefore, ticks, head: signed });
}

const isProven = (bundle: unknown, key = publicKey) =>
  verifyBundle(bundle, { publicKey: key }).every((item) => item.pass);

describe.each(Object.entries(stories))('the evidence of %s', (_name, story) => {
  const bundle = JSON.parse(JSON.stringify(bundleOf(story))) as EvidenceBundle;

  it('passes every check', () => {
    const items = verifyBundle(bundle, { publicKey });
    expect(items.map(({ name }) => name)).toEqual(bundleChecks.filter((name) => name !== 'log'));
    expect(items.filter((item) => !item.pass)).toEqual([]);
  });

  it('fails once any field is changed, removed or duplicated', () => {
    const { tried, undetected } = everyChange(bundle, (changed) => isProven(changed));
    expect(tried).toBeGreaterThan(400);
    expect(undetected).toEqual([]);
  }, 120_000);

  it('fails with another key', () => {
    const other = bytesToHex(ed25519.getPublicKey(new Uint8Array(32).fill(8)));
    const failed = verifyBundle(bundle, { publicKey: other }).filter((item) => !item.pass);
    expect(failed.map(({ name }) => name)).toEqual(['receipt', 'head']);
    expect(isProven(bundle, 'no key')).toBe(false);
    expect(verifyBundle(bundle, { publicKey: [] }).every((item) => item.pass)).toBe(false);
    const both = verifyBundle(bundle, { publicKey: [other, publicKey] });
    expect(both.every((item) => item.pass)).toBe(true);
  });
});

describe('a saved bundle of version 1', () => {
  const { openAfterMs: _none, ...termsV1 } = bundleOf({ ticks: path, ruleVersion: 1 }).terms;
  const saved = { ...bundleOf({ ticks: path, ruleVersion: 1 }), version: 1, terms: termsV1 };

  it('still passes', () => {
    expect(verifyBundle(saved, { publicKey }).filter((item) => !item.pass)).toEqual([]);
  });

  it('may not contain rule 2 or backfilled ticks', () => {
    const [first, ...others] = saved.chain.ticks;
    const ticks = [{ ...first!, backfilledAt: first!.at + 1 }, ...others];
    expect(isProven({ ...saved, chain: { ...saved.chain, ticks } })).toBe(false);
    expect(isProven({ ...saved, terms: { ...termsV1, ruleVersion: 2 } })).toBe(false);
  });
});

const renumbered = (ticks: readonly BundleTick[]) =>
  ticks.map((tick, index) => ({ ...tick, seq: ticks[0]!.seq + index }));

function swapped(ticks: readonly BundleTick[], one: number, other: number): BundleTick[] {
  const [left, right] = [ticks[one]!, ticks[other]!];
  return ticks
    .with(one, { ...left, price: right.price })
    .with(other, { ...right, price: left.price });
}

/** Recomputes places and result from changed ticks: all that a forger can do without the key. */
function rebuilt(bundle: EvidenceBundle): EvidenceBundle {
  const { contract, chain, head, receipt } = bundle;
  return makeBundle(
    {
      ...contract,
      stake: decimal<Amount>(contract.stake),
      terms: {
        ...bundle.terms,
        openAfterMs: bundle.terms.openAfterMs ?? 0,
        payoutRatio: decimal<Rate>(bundle.terms.payoutRatio),
      },
    },
    receipt,
    {
      hashBefore: hexToBytes(chain.hashBefore),
      ticks: chain.ticks.map((tick) => ({ ...tick, symbol, price: decimal<Price>(tick.price) })),
      head,
    },
  );
}

describe('forged evidence', () => {
  const win = bundleOf(stories['a win']!);
  const failsIn = (bundle: EvidenceBundle) =>
    verifyBundle(bundle, { publicKey })
      .filter((item) => !item.pass)
      .map(({ name }) => name);

  it.each([
    ['a price is changed', (ticks) => ticks.with(3, { ...ticks[3]!, price: '101' })],
    [
      'the source of a price is changed',
      (ticks) => ticks.with(3, { ...ticks[3]!, source: 'elsewhere' }),
    ],
    ['a tick is removed', (ticks) => ticks.toSpliced(2, 1)],
    [
      'a tick is removed and the others are renumbered',
      (ticks) => renumbered(ticks.toSpliced(2, 1)),
    ],
    ['two ticks are swapped', (ticks) => ticks.with(2, ticks[3]!).with(3, ticks[2]!)],
    ['two prices are swapped', (ticks) => swapped(ticks, 2, 3)],
    [
      'a tick is inserted',
      (ticks) => renumbered(ticks.toSpliced(3, 0, { ...ticks[3]!, at: T + 5_000 })),
    ],
  ] as [string, (ticks: readonly BundleTick[]) => BundleTick[]][])(
    'fails the chain check when %s, even if all its hashes are recomputed',
    (_what, change) => {
      const ticks = change(win.chain.ticks);
      expect(failsIn({ ...win, chain: { ...win.chain, ticks } })).toContain('chain');
      const consistent = rebuilt({ ...win, chain: { ...win.chain, ticks } });
      expect(failsIn(consistent)).toEqual(expect.arrayContaining(['chain']));
      const headed = {
        ...consistent,
        head: { ...win.head, ...consistent.closing, seq: ticks.at(-1)!.seq },
      };
      expect(failsIn(headed)).toContain('head');
    },
  );

  const lastTick = (change: (last: ChainedTick, before: ChainedTick) => Partial<ChainedTick>) => ({
    ticks: (made: readonly ChainedTick[]) =>
      made.with(-1, { ...made.at(-1)!, ...change(made.at(-1)!, made.at(-2)!) }),
  });

  it.each<[string, Forgery, Story?]>([
    ['skips a tick', lastTick(({ seq }) => ({ seq: seq + 1 }))],
    ['repeats a position', lastTick((_last, { seq }) => ({ seq }))],
    ['has two ticks of one time', lastTick((_last, { at }) => ({ at }))],
    ['goes back in time', lastTick((_last, { at }) => ({ at: at - 1 }))],
    ['was backfilled at its own time', lastTick(({ at }) => ({ backfilledAt: at }))],
    [
      'does not begin at its genesis',
      { hashBefore: tickGenesis('ethusdt') },
      stories['a contract on the first ticks of a chain']!,
    ],
  ])(
    'fails the chain check alone when a chain %s, though its head is signed',
    (_what, forge, story = stories['a win']!) => {
      expect(failsIn(bundleOf(story, forge))).toEqual(['chain']);
    },
  );

  it('fails the head check alone when the head is one of another market', () => {
    const head = { ...win.head, symbol: 'ethusdt' };
    const signed = { ...head, signature: sign(headText(head)) };
    expect(failsIn({ ...win, head: signed })).toEqual(['head']);
  });

  it('fails the opening check alone when the ticks before the opening one are left out of a sound chain', () => {
    const [first, ...ticks] = win.chain.ticks;
    const hashBefore = hashesInBundle(win).get(first!.seq)!;
    expect(failsIn({ ...win, chain: { hashBefore, ticks } })).toEqual(['opening']);
  });

  it('fails the closing check when it ends with the closing tick, even at a signed head', () => {
    const short = bundleOf({ ticks: path.slice(0, 4) });
    expect(failsIn(short)).toEqual(['closing']);
  });

  it('fails the opening check when a contract is called void before a later tick is known', () => {
    const early = bundleOf({ ticks: [[0, '100']] });
    expect(early.result.status).toBe('void');
    expect(failsIn(early)).toEqual(['opening']);
  });

  it('names the wrong field of the result', () => {
    const better = { ...win, result: { ...win.result, profit: '100.5' } };
    const [item] = verifyBundle(better, { publicKey }).filter(({ pass }) => !pass);
    expect(item).toEqual({
      name: 'result',
      pass: false,
      why: 'profit is 85.425 by the rule, not 100.5',
    });
  });

  it('fails every check when it is not a bundle', () => {
    for (const value of [null, 1, 'x', [], {}, { ...win, version: 3 }, { ...win, note: '' }]) {
      expect(verifyBundle(value, { publicKey }).every((item) => !item.pass)).toBe(true);
    }
  });
});
