import { plainHashing } from '@tern/proofs';
import { expect, it } from 'vitest';
import { nativeHashing } from './native-hashing.ts';

const [a, b] = ['a', 'b'].map((text) => plainHashing.leaf(text)) as [Uint8Array, Uint8Array];

it('hashes as the plain one does', () => {
  expect(Buffer.from(nativeHashing.leaf('a'))).toEqual(Buffer.from(a));
  expect(Buffer.from(nativeHashing.nodes.combine(a, b)!)).toEqual(
    Buffer.from(plainHashing.nodes.combine(a, b)!),
  );
});

it('takes no node of anything but two hashes, whose other bytes would be those of the node before', () => {
  for (const [left, right] of [
    [a.subarray(1), b],
    [a, b.subarray(1)],
    [a, Buffer.concat([b, b])],
  ] as const) {
    expect(() => nativeHashing.nodes.combine(left, right)).toThrow(RangeError);
  }
});
