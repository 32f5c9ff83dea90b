import { getBytes, hexlify, SigningKey } from 'ethers';
import { describe, expect, it } from 'vitest';
import { transferCall } from '../evm-rail/token-contract.ts';
import { accountHex } from './chain.ts';
import { rawBytes, signTransaction, type Unsigned } from './transaction.ts';

const FROM = 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ';
const TO = 'TCQETCiTGjpUZA2u3ggvXLc97icCU9WC4u';
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const KEY = new SigningKey(`0x${'1'.repeat(64)}`);

const reference = {
  height: 0x5_a1b2,
  hash: `000000000005a1b2${'0011223344556677'}${'9'.repeat(32)}`,
  time: 1_764_500_000_000,
};
const expiresAt = 1_764_500_300_007;
const coins: Unsigned = {
  content: { kind: 'coins', from: FROM, to: TO, units: 1_234_567n },
  reference,
  expiresAt,
};
const call: Unsigned = {
  content: {
    kind: 'call',
    from: FROM,
    contract: USDT,
    data: transferCall(accountHex(TO), 98_765_432_100n),
    feeLimit: 13_500_000n,
  },
  reference,
  expiresAt,
};

// Made with tronweb 6.5.1 from the same values.
const tronweb = [
  {
    what: 'a payment in the coin',
    unsigned: coins,
    raw: '0a02a1b22208001122334455667740e7c1a7a3ad335a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412320a154119e7e376e7c213b7e7e7e46cc70a5dd086daff2a1215411aabdc948bff3919bb5fd465825578566658649f1887ad4b70809a95a3ad33',
    txid: '3b7276d42da2d6df691e0daad82d88238fc62865aec46e6d1e026efc2d95ba55',
    signature:
      '4b861e88505a25aa8a84cf7bd68dd8468379fb431fa46c71495e1bc2eb592782600e362b4c0e2e6075bb6d391d245e7e408639c19a70b65f412484686594b1b41b',
  },
  {
    what: 'a payment in a token',
    unsigned: call,
    raw: '0a02a1b22208001122334455667740e7c1a7a3ad335aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a154119e7e376e7c213b7e7e7e46cc70a5dd086daff2a121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb0000000000000000000000001aabdc948bff3919bb5fd465825578566658649f00000000000000000000000000000000000000000000000000000016fee0e52470809a95a3ad339001e0fcb706',
    txid: 'a780579b6ce68e024b1ddb4a26db8c443a289bc92994e4621c9c633b756e17eb',
    signature:
      '84a892a8c523221e05259d85579234159524f728eaf3d7a6dead7c1199eedb15381d842b6dce4047a8ec276c2e13ae3ee10c819cceca7a7e4296f0eee1b18ab01c',
  },
];

describe('a transaction of TRON', () => {
  it.each(tronweb)('is, of $what, byte for byte that of tronweb', ({ unsigned, ...made }) => {
    expect(hexlify(rawBytes(unsigned)).slice(2)).toBe(made.raw);
    const { txid, signed } = signTransaction(KEY, unsigned);
    expect(txid).toBe(made.txid);
    const [lengthOfRaw] = [made.raw.length / 2];
    const prefix =
      lengthOfRaw < 128
        ? [0x0a, lengthOfRaw]
        : [0x0a, (lengthOfRaw & 0x7f) | 0x80, lengthOfRaw >> 7];
    expect(signed).toBe(
      `${hexlify(Uint8Array.from(prefix)).slice(2)}${made.raw}1241${made.signature}`,
    );
    expect(getBytes(`0x${signed}`)).toHaveLength(signed.length / 2);
  });
});
