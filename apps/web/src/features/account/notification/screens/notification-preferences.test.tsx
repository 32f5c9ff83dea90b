/** Preferences of notifications: saved immediately, taken back on failure, locked where they stay on; and this device's push. */
import { refused } from '@tern/protocol/tests';
import { dialog, field, press, untilText, untilToast } from '@tern/ui/tests';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';
import type { NoticeCategory } from '../api.ts';
import type { Preferences } from '../preferences.ts';

const CATEGORIES: readonly NoticeCategory[] = [
  'security',
  'money',
  'loans',
  'contracts',
  'spot',
  'yield',
  'rewards',
  'service',
  'news',
];

const preferences: Preferences = {
  switches: CATEGORIES.flatMap((category) =>
    (['push', 'email'] as const).map((channel) => {
      const isLocked = category === 'security' || (category === 'loans' && channel === 'email');
      return { category, channel, isOn: isLocked || channel === 'push', isLocked };
    }),
  ),
  quiet: null,
  timeZone: 'UTC',
  showsDetails: false,
  devices: 0,
  pushKey: 'BKey',
};

async function open(answer: Preferences = preferences) {
  const server = await renderScreen(pages.notificationPreferences, {
    before: (fake) => fake.answer('GET /notice/getPreferences', answer),
  });
  await untilText('Security');
  return server;
}

const switchNamed = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('[role=switch]')].find(
    (each) => each.getAttribute('aria-label') === name,
  )!;
const isOn = (name: string) => switchNamed(name).getAttribute('aria-checked') === 'true';

afterEach(() => vi.unstubAllGlobals());

test('security, and emails about loans, are on and cannot be switched off', async () => {
  await open();
  for (const name of ['Security: Device', 'Security: Email', 'Loans: Email']) {
    expect([isOn(name), switchNamed(name).disabled]).toEqual([true, true]);
  }
  expect(switchNamed('Loans: Device').disabled).toBe(false);
});

test('a switch is saved immediately', async () => {
  const server = await open();
  server.answer('POST /notice/setSwitch', ({ category, channel, isOn: next }) => ({
    ...preferences,
    switches: preferences.switches.map((each) =>
      each.category === category && each.channel === channel ? { ...each, isOn: next } : each,
    ),
  }));
  await press('Contracts: Email', { role: 'switch' });
  await vi.waitFor(() => expect(isOn('Contracts: Email')).toBe(true), 60_000);
  expect(server.inputs('POST /notice/setSwitch')).toEqual([
    { category: 'contracts', channel: 'email', isOn: true },
  ]);
});

test('a switch that could not be saved goes back, with a message', async () => {
  const server = await open();
  server.answer('POST /notice/setSwitch', refused(5006));
  await press('Contracts: Email', { role: 'switch' });
  await untilToast(/./);
  expect(isOn('Contracts: Email')).toBe(false);
});

test('quiet hours start with the night in the time zone of the device', async () => {
  const server = await open();
  const quiet = { from: '22:00', until: '07:00' };
  server.answer('POST /notice/setQuietHours', ({ from, until, timeZone }) => ({
    ...preferences,
    quiet: from === undefined || until === undefined ? null : { from, until },
    timeZone,
  }));
  await press(/^Quiet hours/);
  const sheet = await dialog('Quiet hours');
  await press('Quiet hours', { role: 'switch', part: sheet });
  await untilText('22:00 – 07:00');
  expect((await field('From', sheet)).value).toBe('22:00');
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(server.inputs('POST /notice/setQuietHours')).toEqual([{ ...quiet, timeZone }]);
});

test('a browser without push says so, and how an iPhone can have it', async () => {
  vi.stubGlobal('PushManager', undefined);
  Reflect.deleteProperty(globalThis, 'PushManager');
  await open();
  await untilText(/add Tern to the Home Screen/);
  expect(switchNamed('Push on this device').disabled).toBe(true);
});

test('blocked notifications are explained, and no permission is asked for', async () => {
  const requestPermission = vi.fn();
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'denied', requestPermission });
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
  await open();
  await untilText(/in your browser’s settings/);
  expect(switchNamed('Push on this device').disabled).toBe(true);
  expect(requestPermission).not.toHaveBeenCalled();
});

test('the amounts and the other devices are shown once a device takes pushes', async () => {
  const server = await open({ ...preferences, devices: 2 });
  server.answer('POST /notice/removeOtherPushDevices', { ...preferences, devices: 0 });
  await untilText('Show amounts');
  await untilText('2 other devices');
  await press('Turn off there');
  await vi.waitFor(() => expect(document.body.textContent).not.toContain('Show amounts'), 60_000);
});
