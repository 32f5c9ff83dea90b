/** The page of the public log: what this device found, and nothing it did not. */
import { isShown, press, untilText } from '@tern/ui/tests';
import { parseTilePath } from '@tern/proofs';
import { afterEach, expect, test, vi } from 'vitest';
import {
  keyText,
  ORIGIN,
  publish,
  type Published,
  signer,
} from '../../../../tests/published-log.ts';
import { renderScreen, untilPage } from '../../../../tests/render-screen.tsx';
import { pages } from '../../../kernel/pages.ts';

const KEPT = 'tern.device.public-log';
const usual = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = usual;
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
});

/** The site serves this log under `/log/`; `undefined` is a server that fails. */
function serve(log: Published | undefined): void {
  const source = log && publish(log);
  const answer = async (path: string) => {
    if (source === undefined) return new Response('', { status: 503 });
    if (path === 'checkpoint') return new Response(source.note);
    const tile = parseTilePath(path);
    const bytes = tile && (await source.tile(tile, false));
    return bytes === undefined
      ? new Response('', { status: 404 })
      : new Response(new Uint8Array(bytes));
  };
  globalThis.fetch = (address, init) => {
    const [, path] = /^\/log\/(.+)$/.exec(String(address)) ?? [];
    return path === undefined ? usual(address, init) : answer(path);
  };
}

/** Opens the page while the site serves a log. */
async function visit(log: Published | undefined) {
  serve(log);
  return renderScreen(pages.publicLog, {
    before: (server) => {
      const list = [{ ID: 1, CreatedAt: '2026-11-18T12:00:00.000Z', key: keyText(signer(1)) }];
      server.answer('GET /public-log/keys', { origin: ORIGIN, list });
    },
  });
}

/** The page checks again while the site serves another log. */
async function checkAgain(log: Published | undefined) {
  serve(log);
  await press('Check again');
}

test('the first checkpoint is kept and proves nothing yet', async () => {
  await visit({ size: 300 });
  await untilText('Kept from now on');
  expect(isShown('Signed by the log')).toBe(true);
  expect(isShown('Contains everything before')).toBe(false);
});

test('a log that grew is shown as not rewritten, with what it was compared by', async () => {
  await visit({ size: 300 });
  await untilText('Kept from now on');
  await checkAgain({ size: 1_700 });
  await untilText('Nothing was rewritten');
  expect(isShown('1,700')).toBe(true);
  expect(localStorage.getItem(KEPT)).toContain('1700');
});

test('a rewritten log is shown with both sizes, and its evidence goes to service when the member sends it', async () => {
  await visit({ size: 300 });
  await untilText('Kept from now on');
  await checkAgain({ size: 1_700, fork: 200 });
  await untilText('The log was rewritten');
  expect(isShown('300')).toBe(true);
  expect(isShown('1,700')).toBe(true);
  expect(isShown('Passed')).toBe(true);
  expect(isShown('Failed')).toBe(true);
  expect(localStorage.getItem(KEPT)).toContain('"isSeen":true');
  await press('Send to service', { role: 'link' });
  await untilPage(pages.service);
  const written = await vi.waitUntil(() => document.querySelector('textarea'));
  expect(written.value).toContain('tern log evidence 1');
});

test('a server that fails leaves what was found before, and claims nothing', async () => {
  await visit(undefined);
  await untilText('Not checked');
  expect(isShown(/rewritten/)).toBe(false);
  await checkAgain({ size: 300 });
  await untilText('Kept from now on');
  await checkAgain(undefined);
  await untilText('Not checked');
  expect(isShown('Signed by the log')).toBe(false);
});

test.each(['{', '{"origin":1}', '[]', '"x"', '{"checks":-1}'])(
  'what was stored is forgotten if it cannot be read: %s',
  async (stored) => {
    localStorage.setItem(KEPT, stored);
    dispatchEvent(new StorageEvent('storage', { key: KEPT }));
    await visit({ size: 300 });
    await untilText('Kept from now on');
  },
);
