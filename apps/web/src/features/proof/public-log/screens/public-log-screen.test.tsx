/** The page of the public log: what this device found, and nothing it did not. */
import { isShown, press, screen, untilText, waitFor } from '@tern/ui/tests';
import { afterEach, expect, test } from 'vitest';
import {
  declaration,
  keyText,
  ORIGIN,
  publish,
  type Published,
  signer,
} from '../../../../../tests/published-log.ts';
import { renderScreen, untilPage } from '../../../../../tests/render-screen.tsx';
import { forgetLog, serveLog } from '../../../../../tests/served-log.ts';
import { pages } from '../../../../kernel/pages.ts';

const KEPT = 'tern.device.public-log';

afterEach(forgetLog);

/** Opens the page while the site serves a log. */
async function visit(log: Published | undefined) {
  serveLog(log);
  return renderScreen(pages.publicLog, {
    before: (server) => {
      const CreatedAt = '2026-11-18T12:00:00.000Z';
      const list = [{ ID: 1, CreatedAt, key: keyText(signer(1)), receipt: null }];
      server.answer('GET /public-log/keys', { origin: ORIGIN, list });
      server.answer('GET /public-log/checkpoints', {
        list: [
          { ID: 300, CreatedAt, root: 'x', witnesses: ['one.example', 'two.example'] },
          { ID: 144, CreatedAt, root: 'y', witnesses: [] },
        ],
        total: 2,
        page: 1,
        pageSize: 20,
      });
    },
  });
}

/** The page checks again while the site serves another log. */
async function checkAgain(log: Published | undefined) {
  serveLog(log);
  await press('Check again');
}

test('the first checkpoint is kept and proves nothing yet', async () => {
  await visit({ size: 300 });
  await untilText('Kept from now on');
  expect(isShown('Signed by the log')).toBe(true);
  expect(isShown('Contains everything before')).toBe(false);
});

test('checkpoints are listed with their size, who cosigned them, and their files', async () => {
  await visit({ size: 300 });
  await untilText('Checkpoints');
  await untilText('Cosigned by one.example, two.example');
  expect(isShown('144 entries')).toBe(true);
  expect(isShown('Not cosigned')).toBe(true);
  const files = screen.getAllByRole('link', { name: 'File' });
  expect(files.map((link) => link.getAttribute('href'))).toEqual([
    '/log/checkpoint/300',
    '/log/checkpoint/144',
  ]);
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
  await untilPage(pages.support);
  await waitFor(() =>
    expect(document.querySelector('textarea')?.value).toContain('tern log evidence 1'),
  );
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

test('a declared loss of the key is explained with the new key, and stays shown after it was seen', async () => {
  const server = await visit({ size: 300 });
  await untilText('Kept from now on');
  const next = signer(2);
  const losses = new Map([[350, declaration(next, signer(1))]]);
  const log = { size: 700, signers: [next], losses };
  const [loss] = (await publish(log).keys()).losses;
  const CreatedAt = '2026-11-18T12:00:00.000Z';
  const list = [{ ID: 2, CreatedAt, key: keyText(next), receipt: null, loss: loss! }];
  server.answer('GET /public-log/keys', { origin: ORIGIN, list });
  await checkAgain(log);
  await untilText('The exchange lost its key');
  await untilText(keyText(next));
  await untilText('Nothing was rewritten');
  expect(isShown('Signed with another key')).toBe(false);
  await waitFor(() => expect(localStorage.getItem(KEPT)).toContain('"isSeen":true'));
  await checkAgain({ ...log, size: 800 });
  await untilText('800');
  expect(isShown('The exchange lost its key')).toBe(true);
});
