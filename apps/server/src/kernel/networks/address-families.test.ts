import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AddressFamily, readAddress } from './address-families.ts';

const isAddressOf = (family: AddressFamily, address: string) =>
  readAddress(family, address) !== undefined;

/** Addresses from the documentation of their chains. */
const examples: Record<AddressFamily, string[]> = {
  bitcoin: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  ],
  litecoin: ['LdP8Qox1VAhCzLJNqrr74YovaWYyNBUWvL', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  dogecoin: ['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  evm: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  tron: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  solana: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ripple: ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  cardano: [
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
  ],
  cosmos: ['cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh'],
  move: ['0x5e4f0a2cb6c8d1e3f7a9b0c2d4e6f8091a2b3c4d5e6f708192a3b4c5d6e7f809'],
};
const families = Object.keys(examples) as AddressFamily[];
const withChecksum = families.filter((family) => family !== 'move' && family !== 'solana');

describe('an address', () => {
  it.each(families)('of %s is accepted in its family', (family) => {
    for (const address of examples[family]) {
      expect([address, isAddressOf(family, address)]).toEqual([address, true]);
    }
  });

  it('of one family is refused in all others', () => {
    const owners = (address: string) => families.filter((family) => isAddressOf(family, address));
    for (const family of families) {
      for (const address of examples[family]) expect(owners(address)).toEqual([family]);
    }
  });

  it.each(withChecksum)('of %s with one wrong character is refused', (family) => {
    // The mixed case of an EVM address is its checksum.
    const address = examples[family][0]!;
    fc.assert(
      fc.property(
        fc.nat(address.length - 1),
        fc.constantFrom(...'023456789acdefghjk'),
        (at, with_) => {
          fc.pre(address[at]!.toLowerCase() !== with_ && at >= 2);
          const wrong = address.slice(0, at) + with_ + address.slice(at + 1);
          expect(isAddressOf(family, wrong)).toBe(false);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(families)('of %s is refused when empty, padded, or far too long', (family) => {
    const address = examples[family][0]!;
    for (const wrong of ['', ' ', ` ${address}`, `${address}\n`, address.repeat(30)]) {
      expect([wrong, isAddressOf(family, wrong)]).toEqual([wrong, false]);
    }
  });

  it.each(families.filter((family) => family !== 'solana'))(
    'of %s is refused when truncated',
    (family) => {
      // A Solana key has no checksum: a shorter text can be another key.
      expect(isAddressOf(family, examples[family][0]!.slice(0, -1))).toBe(false);
    },
  );

  it.each([
    ['evm', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', examples.evm[0]!],
    ['bitcoin', examples.bitcoin[2]!.toUpperCase(), examples.bitcoin[2]!],
    ['bitcoin', examples.bitcoin[0]!, examples.bitcoin[0]!],
    ['cosmos', examples.cosmos[0]!.toUpperCase(), examples.cosmos[0]!],
    ['move', `0x${'AB'.repeat(32)}`, `0x${'ab'.repeat(32)}`],
    ['tron', examples.tron[0]!, examples.tron[0]!],
  ] as const)('of %s is normalised to one form', (family, given, normal) => {
    expect(readAddress(family, given)).toBe(normal);
  });

  it.each([
    ['bitcoin', '1111111111111111111114oLvT2'],
    ['bitcoin', 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs'],
    ['litecoin', 'LKDxGDJq5fF4FohAB8zJH24mDDNHDNtqsE'],
    ['dogecoin', 'D596YFweJQuHY1BbjazZYmAbt8jJPbKehC'],
    ['evm', `0x${'0'.repeat(40)}`],
    ['evm', `0x${'0'.repeat(39)}1`],
    ['evm', '0x000000000000000000000000000000000000dEaD'],
    ['tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['solana', '11111111111111111111111111111111'],
    ['ripple', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
    ['ripple', 'rrrrrrrrrrrrrrrrrrrrBZbvji'],
    ['cosmos', 'cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a'],
    ['move', `0x${'0'.repeat(64)}`],
    ['move', `0x${'0'.repeat(63)}1`],
  ] as const)('of %s is refused when no key leads to it', (family, unowned) => {
    expect(readAddress(family, unowned)).toBeUndefined();
  });
});
