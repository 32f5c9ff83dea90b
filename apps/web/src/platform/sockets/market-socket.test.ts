import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { orderedFrames } from './market-socket.ts';

function frameOf(message: object): ArrayBuffer {
  return new Uint8Array(gzipSync(JSON.stringify(message))).buffer;
}

test('delivers messages in the order of their frames, however long each takes to unpack', async () => {
  const seen: unknown[] = [];
  const read = orderedFrames((message) => seen.push((message as { n: number }).n));
  const bulk = randomBytes(2_000_000).toString('base64');
  read(frameOf({ n: 1, bulk }));
  for (let n = 2; n <= 20; n++) read(frameOf({ n }));
  await expect.poll(() => seen).toHaveLength(20);
  expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test('skips a damaged frame and delivers the next one', async () => {
  const seen: unknown[] = [];
  const read = orderedFrames((message) => seen.push(message));
  read(new Uint8Array([1, 2, 3, 4]).buffer);
  read('not json');
  read(frameOf({ ch: 'market.tickers' }));
  read(frameOf({ ch: 'later' }));
  await expect.poll(() => seen).toContainEqual({ ch: 'later' });
  expect(seen).toEqual([{ ch: 'market.tickers' }, { ch: 'later' }]);
});
