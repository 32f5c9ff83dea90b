/** API keys: errors at the fields of a new key, and deleting one after a question. */
import { refused } from '@tern/protocol/tests';
import {
  answer,
  dialog,
  expectError,
  fill,
  press,
  screen,
  untilText,
  untilToast,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';

const bot = { ID: 1, name: 'grid bot', accessKey: 'access', scopes: ['read' as const], ips: [] };

test('missing or wrong input for a new key shows an error at its field', async () => {
  const server = await renderScreen(pages.apiKeys, {
    before: (fresh) => fresh.answer('GET /apiKey/getApiKeyList', { list: [], max: 5 }),
  });
  server.answer('POST /apiKey/createApiKey', refused(4011));
  await untilText('No keys yet');
  await press('New key');
  const sheet = await dialog('New key');
  await press('Create key', { part: sheet });
  await expectError('Name', 'Enter a name of up to 40 characters.', sheet);
  await fill('Name', 'grid bot', sheet);
  await fill('Allowed IP addresses', 'home', sheet);
  await fill('Your login password', 'not the password', sheet);
  await press('Allow trading', { role: 'switch', part: sheet });
  await press('Create key', { part: sheet });
  await expectError('Allowed IP addresses', /^Enter addresses like/, sheet);
  expect(server.inputs('POST /apiKey/createApiKey')).toEqual([]);
  await fill('Allowed IP addresses', '127.0.0.0/8, ::1', sheet);
  await press('Create key', { part: sheet });
  await expectError('Your login password', 'Wrong login password.', sheet);
  expect(server.inputs('POST /apiKey/createApiKey')).toMatchObject([
    { scopes: ['read', 'trade'], ips: ['127.0.0.0/8', '::1'] },
  ]);
});

test('a key is deleted after a question', async () => {
  let list = [bot];
  await renderScreen(pages.apiKeys, {
    before: (server) => {
      server.answer('GET /apiKey/getApiKeyList', () => ({ list, max: 5 }));
      server.answer('DELETE /apiKey/deleteApiKey', () => {
        list = [];
        return {};
      });
    },
  });
  await press('Delete key grid bot');
  await answer('Delete grid bot?', 'Cancel');
  await press('Delete key grid bot');
  await answer('Delete grid bot?', 'Delete key');
  await untilToast('Key deleted');
  await untilText('No keys yet');
});

test('the page links to the trading guide', async () => {
  await renderScreen(pages.apiKeys);
  const guide = await screen.findByRole('link', { name: 'Trading guide' });
  expect(guide.getAttribute('href')).toBe('/api/docs/trading');
});
