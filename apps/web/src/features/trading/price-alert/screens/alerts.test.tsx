/** Price alerts: the list by market, setting one, switching and removing it, and what is refused at the field. */
import { refused } from '@tern/protocol/tests';
import {
  control,
  dialog,
  expectError,
  fill,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';
import type { Alert } from '../api.ts';

const alert = (changes: Partial<Alert>): Alert => ({
  ID: 1,
  CreatedAt: '2026-11-18T08:00:00.000Z',
  symbol: 'btcusdt',
  kind: 'above',
  level: '900000',
  repeats: false,
  push: true,
  email: true,
  isOn: true,
  offAt: '',
  reachedAt: '',
  reachedPrice: '',
  ...changes,
});

const reachedAt = '2026-11-18T08:14:33.000Z';
const all = [
  alert({}),
  alert({ ID: 2, kind: 'below', level: '100', repeats: true, email: false }),
  alert({ ID: 3, symbol: 'ethusdt', kind: 'change', level: '5', push: false, email: false }),
  alert({ ID: 4, level: '640', isOn: false, offAt: reachedAt, reachedAt, reachedPrice: '640.9' }),
];

const TOO_LATE = 'The price is already there. Choose another level.';

const listed = (alerts: Alert[]) => (server: Server) =>
  server.answer('GET /alert/list', { alerts });

test('alerts stand by market, with how and how often; reached ones can be set again', async () => {
  const server = await renderScreen(pages.priceAlerts, { before: listed(all) });
  await untilText('Above 900,000.00');
  await untilText('Once · push, email');
  await untilText('Each time · push');
  await untilText('±5% in 24 h');
  await untilText('Once · in the app');
  await untilText(/18 Nov 2026, .*, at 640\.90/);
  server.answer('POST /alert/switch', refused(5025, {}, TOO_LATE));
  await press('Set again');
  await untilToast(TOO_LATE);
  server.answer('POST /alert/switch', { alerts: [] });
  await press('Above 900,000.00, on', { role: 'switch' });
  await untilText('No alerts yet');
  expect(server.inputs('POST /alert/switch')).toEqual([
    { ID: 4, isOn: true },
    { ID: 1, isOn: false },
  ]);
});

test('one is removed from its sheet', async () => {
  const server = await renderScreen(pages.priceAlerts, { before: listed([alert({})]) });
  await press(/^Above 900,000\.00/);
  await dialog('BTC above 900,000.00');
  server.answer('POST /alert/remove', { alerts: [] });
  await press('Remove alert');
  await untilToast('Alert removed');
  expect(server.inputs('POST /alert/remove')).toEqual([{ ID: 1 }]);
});

test('a chart’s bell opens the form of its market; what is passed or missing is said at the field, and kept when refused', async () => {
  const server = await renderScreen(`${pages.priceAlerts}?symbol=btcusdt`, { before: listed([]) });
  await dialog('New alert');
  await press('Set alert');
  await expectError('Price', 'Enter a price.');
  await fill('Price', '1');
  await expectError('Price', 'The last price is already above. Choose Below or a higher price.');
  await press('Below', { role: 'radio' });
  await untilText(/below the last price$/);
  await press('Each time', { role: 'radio' });
  await press('Push', { role: 'switch' });
  await press('Email', { role: 'switch' });
  server.answer(
    'POST /alert/set',
    refused(5012, { max: 50 }, 'You have 50 alerts, the most there can be. Delete one first.'),
  );
  await press('Set alert');
  await untilToast('You have 50 alerts, the most there can be. Delete one first.');
  server.answer('POST /alert/set', { alerts: [alert({ kind: 'below', level: '1' })] });
  await press('Set alert');
  await untilText('Below 1.00');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.inputs('POST /alert/set').at(-1)).toEqual({
    symbol: 'btcusdt',
    kind: 'below',
    level: '1',
    repeats: true,
    push: false,
    email: true,
  });
  expect(await control('button', 'New alert')).toBeTruthy();
});
