import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AddressFamily, readAddress } from './read-address.ts';

const isAddressOf = (family: AddressFamily, address: string) =>
  readAddress(family, address) !== undefined;

/** Addresses of the main networks, from the chains' own documentation and test vectors. */
const examples: Record<AddressFamily, string[]> = {
  bitcoin: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  litecoin: [
    'LdP8Qox1VAhCzLJNqrr74YovaWYyNBUWvL',
    'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441',
    'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    'ltc1qqyyq79says4nyw2qga892hrrdfchslux3k2fhg4fkzmma3wv60dq4k7wec',
    'ltc1pqyyq79says4nyw2qga892hrrdfchslux3k2fhg4fkzmma3wv60dqlp78py',
  ],
  dogecoin: ['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', 'A7JjzK9k9x5b2MkkQzqt91WZsuu7wTu6iS'],
  evm: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ],
  tron: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  solana: [
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'Ho87cuS3aSRgUMCeMrV7uNCCWx6Fj2ytnufYQ1W7KCLr',
  ],
  ripple: [
    'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    'XVPcpSm47b1CZkf5AkKM9a84dQHe3mTAxgxfLw2qYoe7Boa',
    'XVPcpSm47b1CZkf5AkKM9a84dQHe3m4sBhsrA4XtnBECTAc',
  ],
  cardano: [
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
    'addr1z8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gten0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs9yc0hh',
    'addr1yx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerkr0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shs2z78ve',
    'addr1x8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gt7r0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shskhj42g',
    'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
    'addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx',
  ],
  cosmos: [
    'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh',
    'cosmos1qyyq79says4nyw2qga892hrrdfchslux3k2fhg4fkzmma3wv60dqjvnycd',
  ],
  move: ['0x5e4f0a2cb6c8d1e3f7a9b0c2d4e6f8091a2b3c4d5e6f708192a3b4c5d6e7f809'],
  stellar: [
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
    'GB5QPGBUTHET6TVSK3L7NJBKZ4J66CMLEABC5ECPNSBPCOAFCZWJ6KSN',
  ],
  ton: [
    'EQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorkdl',
    'UQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorhqg',
  ],
  eos: ['binancecleos', 'b1', 'gu2tembqgage'],
};

/** What each chain's specification refuses, and what other networks of the same chain accept. */
const refused: Record<AddressFamily, string[]> = {
  bitcoin: [
    // No program, a version without rules, and version 1 with 20 or 40 bytes.
    'bc1gmk9yu',
    'bc1squkq23fu0a',
    'BC1SW50QGDZ25J',
    'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
    'bc1pqyyq79says4nyw2qga892hrrdfchsluxscjwd3',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    // Version 0 of 16 bytes, in bech32m, and version 1 in bech32.
    'bc1qqyyq79says4nyw2qga892hrrdgvta5ae',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'bc1qqyyq79says4nyw2qga892hrrdfchsluxmx99q6',
    'bc1pqyyq79says4nyw2qga892hrrdfchslux3k2fhg4fkzmma3wv60dqfeqm7r',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    // An invalid character, mixed case, padding that is no zero or too long (BIP 350).
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'bc1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
    // The test networks, and a private key.
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    'mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVs',
    '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
  ],
  litecoin: [
    'ltc153m7rf',
    'ltc1zqyyq79says4nyw2qga892hrrdfchslux3k2fhg4fkzmma3wv60dqhu8g00',
    'ltc1pqyyq79says4nyw2qga892hrrdfchslux5yg24p',
    'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0',
    'mzBc4XEFSdzCDcTxAgf6EZXgsZWpztRhef',
  ],
  dogecoin: ['nZtvBdSpMHZZbWjvvFUBmFjF8AFkGv7VNo', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7M'],
  evm: [
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA',
    'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS',
  ],
  tron: ['27QLkQPvTrNRuvLLWWRKwrWmDyDtS3Vuafm', '4112E621D5577311998708F4D7B9F71F86DAE138B5'],
  solana: ['4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA9', 'O0Il1111111111111111111111111111'],
  ripple: [
    // The test network; a secret; a node's key.
    'TVK3SYvMLZR6rEtLDZh3saYHaqFSeMfyuiuZdqF49Mhpsws',
    'sn259rEFXrQrWyx3Q7XneWcwV6dfL',
    'n9MXXueo837zYH36DvMc13BwHcqtfAWNJY5czWVbp7uYTj7x17TH',
    'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTi',
  ],
  cardano: [
    'addr1mykd6t',
    // A byte too many, the header of the test network, a stake key missing, a stake address, pointers.
    'addr1vyqssrckr5jzkv3egpr5u42uvd48z7rls6xefxaz4xct00k9jnudwt',
    'addr1vqqssrckr5jzkv3egpr5u42uvd48z7rls6xefxaz4xct00shdm0ca',
    'addr1qyqssrckr5jzkv3egpr5u42uvd48z7rls6xefxaz4xct00sgx3736',
    'addr1uyqssrckr5jzkv3egpr5u42uvd48z7rls6xefxaz4xct00sdda7y6',
    'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw',
    'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
    'addr1gx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrzqf96k',
  ],
  cosmos: [
    'cosmos1550dq7',
    'cosmos1qyyq79says4nyw2qga892hrrdfchslux35a28lmh',
    'cosmosvaloper1fl48vsnmsdzcv85q5d2q4z5ajdha8yu3x5vrvg',
    'osmo1fl48vsnmsdzcv85q5d2q4z5ajdha8yu3aq6l09',
  ],
  move: ['0x1', '0x5e4f0a2cb6c8d1e3f7a9b0c2d4e6f8091a2b3c4d', `0x${'g'.repeat(64)}`],
  stellar: [
    // A secret, a contract, and what SEP-23 lists as invalid.
    'SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR',
    'CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA',
    'GAAAAAAAACGC6',
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGA',
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUACUSI',
    'G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ====',
  ],
  ton: [
    // The test network, the raw form, a wrong checksum.
    'kQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorvzv',
    '0:8a8627861a5dd96c9db3ce0807b122da5ed473934ce7568a5b4b1c361cbb28ae',
    'EQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorkdm',
  ],
  eos: ['eosio', 'eosio.token', 'Binancecleos', 'binance6', 'abcdefghijklm', 'ends.', ''],
};
const families = Object.keys(examples) as AddressFamily[];
const unchecked: readonly AddressFamily[] = ['move', 'solana', 'eos'];
const withChecksum = families.filter((family) => !unchecked.includes(family));

describe('an address', () => {
  it.each(families)('of %s is accepted in its family', (family) => {
    for (const address of examples[family]) {
      expect([address, isAddressOf(family, address)]).toEqual([address, true]);
    }
  });

  it.each(families)('of %s is refused without the content that its checksum is about', (family) => {
    for (const address of refused[family]) {
      expect([address, isAddressOf(family, address)]).toEqual([address, false]);
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

  it.each(families.filter((family) => family !== 'solana' && family !== 'eos'))(
    'of %s is refused when truncated',
    (family) => {
      // A Solana key has no checksum and an account of EOS is a name: a shorter text can be another one.
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
