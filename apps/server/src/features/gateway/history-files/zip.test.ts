import { crc32 } from 'node:zlib';
import { unzipSync } from 'fflate';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentOf, joinPacked, packDocument, packedBytes, type Packed, zipFrame } from './zip.ts';

const zipOf = (content: Buffer, packed: Packed, name: string) => {
  const { head, tail } = zipFrame({ ...packed, name, day: '2026-11-28' });
  return Buffer.concat([head, content, tail]);
};

it('has the same bytes for the same documents, wherever it is made', async () => {
  // Stored blocks: deflate itself may change with its library.
  const content = Buffer.from('000200fdff610a', 'hex');
  const packed = { bytes: content.length, documentBytes: 2, crc: crc32(Buffer.from('a\n')) };
  const zip = zipOf(content, packed, 'a.csv');
  expect(zip.toString('hex')).toMatchInlineSnapshot(
    `"504b030414000000080000007c5d07a1eadd090000000200000005000000612e637376000200fdff610a0300504b0102140014000000080000007c5d07a1eadd0900000002000000050000000000000000000000000000000000612e637376504b05060000000001000100330000002c0000000000"`,
  );
  expect(Buffer.from(unzipSync(zip)['a.csv']!).toString()).toBe('a\n');
});

it('joins the compressed bytes of several documents to the zip of all of them', async () => {
  const documents = fc.array(fc.uint8Array({ minLength: 1, maxLength: 5_000 }), {
    minLength: 1,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(documents, async (parts) => {
      const packed = await Promise.all(parts.map((part) => packDocument(Buffer.from(part))));
      const joined = joinPacked(packed.map((each) => each.packed));
      const content = Buffer.concat(packed.map((each) => each.content));
      const zip = zipOf(content, joined, 'all.csv');
      const whole = Buffer.concat(parts);
      expect(joined.crc).toBe(crc32(whole));
      expect(packedBytes({ name: 'all.csv', bytes: zip.length })).toBe(content.length);
      expect(contentOf(zip, 'all.csv').equals(content)).toBe(true);
      expect(Buffer.from(unzipSync(zip)['all.csv']!).equals(whole)).toBe(true);
    }),
    { numRuns: 30 },
  );
});
