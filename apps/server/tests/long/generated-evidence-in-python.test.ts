/**
 * Our verifier and the one in Python agree on generated bundles, half of them with one value changed: of the hundred or so values
 * of a bundle each some ten times. More of them: TERN_PROOFS=10000 before the command, as before a release.
 */
import { fileURLToPath } from 'node:url';
import { decimal, type Price, type Rate } from '@tern/money';
import {
  chainTick,
  type ChainedTick,
  type EvidenceBundle,
  hashText,
  headText,
  makeBundle,
  receiptText,
  termsHash,
  tickGenesis,
  verifyBundle,
} from '@tern/proofs';
import { RULE_TERMS, type Terms } from '@tern/settlement';
import { describe, expect, it } from 'vitest';
import { changed, leavesOf } from '../support/change-one-value.ts';
import { pythonMissing, verifiedInPython } from '../support/run-python.ts';
import { seedKey } from '../support/seed-keys.ts';

const VERIFIER = fileURLToPath(new URL('verify_evidence.py', import.meta.url));
const BUNDLES = Number(process.env['TERN_PROOFS'] ?? '2000');
const START = 1_795_000_000_000;
const key = seedKey(7);
const publicKey = Buffer.from(key.publicKey).toString('hex');
const sign = (text: string) => Buffer.from(key.sign(Buffer.from(text))).toString('hex');

/** Reproducible random numbers in [0, 1): the mulberry32 generator. */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const chance = chanceFrom(16);
const below = (limit: number) => Math.floor(chance() * limit);
const oneOf = <Value>(...values: readonly Value[]): Value => values[below(values.length)]!;

/** A bundle of random terms over a random chain, with pauses, ties and backfilled ticks. */
function someBundle(number: number): EvidenceBundle {
  const ruleVersion = oneOf(1 as const, 2 as const);
  const terms: Terms = {
    ...RULE_TERMS,
    ruleVersion,
    symbol: oneOf('btcusdt', 'ethusdt', 'xauusd'),
    durationSeconds: oneOf(2, 3, 5),
    openAfterMs: ruleVersion === 1 ? 0 : oneOf(0, 250, 1000),
    staleAfterMs: oneOf(1500, 3000, 10_000),
    payoutRatio: decimal<Rate>(oneOf('0.8', '0.85', '0.333333333333333333', '1')),
    asset: oneOf('USDT', 'BTC'),
    assetScale: oneOf(0, 2, 6, 8),
  };
  const firstSeq = oneOf(1, 1 + below(1000));
  const hashBefore =
    firstSeq === 1 ? tickGenesis(terms.symbol) : Uint8Array.from({ length: 32 }, () => below(256));
  const acceptedAt = START + 1000 + below(1000);
  let at = START;
  const ticks: ChainedTick[] = Array.from({ length: 14 }, (_, index) => {
    at += oneOf(900, 1000, 1100, 1100, chance() < 0.2 ? 4000 : 1000);
    return {
      symbol: terms.symbol,
      seq: firstSeq + index,
      at,
      price: decimal<Price>(`${100 + below(4)}.${oneOf('5', '25', '123456789')}`),
      source: oneOf('simulated', 'htx+other'),
      rule: 2,
      ...(chance() < 0.2 ? { backfilledAt: at + 3000 } : {}),
    };
  });
  let hash = hashBefore;
  for (const tick of ticks) hash = chainTick(hash, tick);
  const unsigned = { symbol: terms.symbol, seq: ticks.at(-1)!.seq, hash: hashText(hash), at };
  const head = { ...unsigned, signature: sign(headText(unsigned)) };
  const stake = oneOf('12.5', '10', '0.000001', '999999.999999');
  const contract = {
    id: String(1_000_000 + number),
    direction: oneOf('up' as const, 'down' as const),
    stake: decimal(stake),
    acceptedAt,
    terms,
  };
  const { id, direction } = contract;
  const text = { id, symbol: terms.symbol, direction, stake, acceptedAt };
  const receipt = sign(receiptText({ ...text, termsHash: termsHash(terms) }));
  return makeBundle(contract, receipt, { hashBefore, ticks, head });
}

const ours = (document: unknown) => {
  const failed = verifyBundle(document, { publicKey })
    .filter(({ pass }) => !pass)
    .map(({ name }) => name);
  if (failed.includes('shape')) return 'FAIL shape';
  return failed.length === 0 ? 'PASS' : `FAIL ${failed.join(' ')}`;
};

describe.skipIf(pythonMissing)(`generated bundles ${pythonMissing ?? ''}`.trim(), () => {
  it('pass and fail in Python as they do in our own verifier', () => {
    const statuses = new Set<string>();
    const documents = Array.from({ length: BUNDLES }, (_, number) => {
      const bundle = someBundle(number);
      statuses.add(`${bundle.result.status} ${bundle.result.outcome}`);
      return number % 2 === 0 ? bundle : changed(bundle, oneOf(...leavesOf(bundle)));
    });
    expect([...statuses].sort()).toEqual([
      'invalid none',
      'settled loss',
      'settled tie',
      'settled win',
      'void none',
    ]);
    const expected = documents.map(ours);
    expect(expected.filter((line, at) => at % 2 === 1 && line === 'PASS')).toEqual([]);
    expect(verifiedInPython(VERIFIER, documents, publicKey)).toEqual(expected);
    expect(expected.filter((line) => line === 'PASS').length).toBeGreaterThan(BUNDLES / 3);
  }, 900_000);
});
