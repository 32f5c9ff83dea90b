import { afterEach, expect, test, vi } from 'vitest';
import { fetchFile } from './fetch-file.ts';

afterEach(() => vi.unstubAllGlobals());

/** The server answers everything like this. */
function answer(response: () => Response | Promise<Response>) {
  const asking = vi.fn<typeof fetch>(async () => response());
  vi.stubGlobal('fetch', asking);
  return asking;
}

test('a file is its bytes, up to the limit', async () => {
  answer(() => new Response(new Uint8Array([1, 2, 3])));
  expect(await fetchFile('/log/x', { bytesMax: 3 })).toEqual(new Uint8Array([1, 2, 3]));
});

test('an answer without end is left at the limit', async () => {
  let sent = 0;
  let isLeft = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(new Uint8Array(1_000));
    },
    cancel: () => {
      isLeft = true;
    },
  });
  answer(() => new Response(endless));
  await expect(fetchFile('/log/x', { bytesMax: 5_000 })).rejects.toThrow('more than 5000 bytes');
  expect(isLeft).toBe(true);
  expect(sent).toBeLessThan(10);
});

test('a missing file is no fault; every other status is one', async () => {
  answer(() => new Response('', { status: 404 }));
  expect(await fetchFile('/log/x', { bytesMax: 3 })).toBeUndefined();
  for (const status of [429, 500, 503]) {
    answer(() => new Response('', { status }));
    await expect(fetchFile('/log/x', { bytesMax: 3 })).rejects.toThrow(String(status));
  }
  answer(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(fetchFile('/log/x', { bytesMax: 3 })).rejects.toThrow('Failed to fetch');
});

test('a fresh file is asked of the server even if the browser has a copy', async () => {
  const asking = answer(() => new Response('x'));
  await fetchFile('/log/x', { bytesMax: 3, isFresh: true });
  expect(asking.mock.lastCall?.[1]?.cache).toBe('reload');
});
