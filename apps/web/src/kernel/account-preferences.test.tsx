/** Favourites follow the account: taken over by an account without any, replaced by those of one that has some. */
import { waitFor } from '@tern/ui/tests';
import { afterEach, expect, test } from 'vitest';
import { renderScreen } from '../../tests/render-screen.tsx';
import { favourites, toggleFavourite } from './favourites.ts';
import { pages } from './pages.ts';

afterEach(() => {
  favourites.unsent.write(undefined);
  favourites.put([]);
});

const kept = (list: string[] | null) => ({ preferences: { favourites: list, tiles: null } });

test('an account without favourites takes over those of the device', async () => {
  const server = await renderScreen(pages.market, {
    before: (each) => {
      favourites.put(['ethusdt']);
      each.answer('GET /user/preferences', kept(null));
    },
  });
  await waitFor(() =>
    expect(server.inputs('POST /user/setPreferences')).toEqual([{ favourites: ['ethusdt'] }]),
  );
});

test('the favourites of the account replace those of the device; a change is sent', async () => {
  const server = await renderScreen(pages.market, {
    before: (each) => {
      favourites.put(['ethusdt']);
      each.answer('GET /user/preferences', kept(['btcusdt']));
    },
  });
  await waitFor(() => expect(favourites.read()).toEqual(['btcusdt']));
  expect(server.inputs('POST /user/setPreferences')).toEqual([]);
  toggleFavourite('xauusd');
  await waitFor(() =>
    expect(server.inputs('POST /user/setPreferences')).toEqual([
      { favourites: ['btcusdt', 'xauusd'] },
    ]),
  );
});

test('a change that was not sent is sent at the next start, and is not replaced', async () => {
  const server = await renderScreen(pages.market, {
    before: (each) => {
      favourites.put(['ethusdt']);
      favourites.unsent.write(true);
      each.answer('GET /user/preferences', kept(['btcusdt']));
    },
  });
  await waitFor(() =>
    expect(server.inputs('POST /user/setPreferences')).toEqual([{ favourites: ['ethusdt'] }]),
  );
  expect(favourites.read()).toEqual(['ethusdt']);
});

test('a visitor keeps them on the device', async () => {
  const server = await renderScreen(pages.market, { as: null });
  toggleFavourite('ethusdt');
  expect(favourites.unsent.read()).toBeUndefined();
  expect(server.inputs('POST /user/setPreferences')).toEqual([]);
});
