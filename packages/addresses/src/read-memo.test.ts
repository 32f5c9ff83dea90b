import { describe, expect, it } from 'vitest';
import type { AddressFamily } from './read-address.ts';
import { readMemo } from './read-memo.ts';

const CLASSIC = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const WITH_TAG = 'XVPcpSm47b1CZkf5AkKM9a84dQHe3mTAxgxfLw2qYoe7Boa';
const WITHOUT_TAG = 'XVPcpSm47b1CZkf5AkKM9a84dQHe3m4sBhsrA4XtnBECTAc';
const MUXED = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ';

type Case = [family: AddressFamily, memo: string, address?: string];

describe('a memo', () => {
  it.each<Case>([
    ['ripple', '0'],
    ['ripple', '77'],
    ['ripple', '4294967295'],
    ['stellar', '18446744073709551615'],
    ['stellar', 'invoice 12'],
    ['stellar', 'ü'.repeat(14)],
    ['ton', 'ü'.repeat(61)],
    ['cosmos', 'x'.repeat(256)],
    ['eos', '104020451'],
  ])('of %s may be %s', (family, memo, address = CLASSIC) => {
    expect(readMemo({ family, address }, ` ${memo} `)).toBe(memo);
  });

  it.each<Case>([
    ['ripple', '4294967296'],
    ['ripple', '007'],
    ['ripple', '-1'],
    ['ripple', '1.0'],
    ['ripple', '1e3'],
    ['ripple', '１２'],
    ['ripple', 'abc'],
    ['ripple', '77', WITH_TAG],
    ['ripple', '77', WITHOUT_TAG],
    ['stellar', '18446744073709551616'],
    ['stellar', '012'],
    ['stellar', 'x'.repeat(29)],
    ['stellar', 'ü'.repeat(15)],
    ['stellar', '12', MUXED],
    ['ton', 'x'.repeat(124)],
    ['ton', 'two\nlines'],
    ['cosmos', 'x'.repeat(257)],
    ['cosmos', 'a\u{202e}b'],
    ['eos', 'x'.repeat(257)],
    ['eos', 'a\u{0}b'],
    ['bitcoin', '77'],
    ['evm', '77'],
    ['tron', '77'],
  ])('of %s is never %s', (family, memo, address = CLASSIC) => {
    expect(readMemo({ family, address }, memo)).toBeUndefined();
  });

  it('may be left out on every chain, also beside an X-address', () => {
    for (const family of ['ripple', 'stellar', 'ton', 'cosmos', 'eos', 'bitcoin'] as const)
      expect(readMemo({ family, address: WITH_TAG }, '  ')).toBe('');
  });
});
