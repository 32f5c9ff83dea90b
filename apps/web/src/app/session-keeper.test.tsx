/** How the app leaves when the server ends a session. */
import { refused } from '@tern/protocol/tests';
import { untilToast } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, untilPage } from '../../tests/render-screen.tsx';
import { pages } from '../kernel/pages.ts';

const endings = [
  { code: 4015, data: {}, reason: 'Please log in.' },
  { code: 4017, data: {}, reason: 'Your session ended. Log in again.' },
  { code: 7, data: { reload: true }, reason: 'Signed out by the server' },
] as const;

test.each(endings)('an answer with code $code ends the session and shows why', async (ending) => {
  const refusal = refused(ending.code, ending.data, 'Signed out by the server');
  await renderScreen(pages.my, {
    before: (server) => {
      localStorage.setItem('tern.favourites', '["btcusdt"]');
      localStorage.setItem('tern.device.fact', '1');
      server.answer('GET /user/getUserInfo', refusal);
    },
  });
  await untilToast(ending.reason);
  await untilPage(pages.login);
  // Nothing of the member; what is about the device stays.
  expect({ ...localStorage }).toEqual({ 'tern.device.fact': '1' });
  localStorage.clear();
});

test('a stored session of another format is ignored', async () => {
  localStorage.setItem('tern.session', JSON.stringify({ token: 42 }));
  dispatchEvent(new StorageEvent('storage', { key: 'tern.session' }));
  await renderScreen(pages.my, { as: null });
  await untilPage(pages.login);
});
