/** Security: what needs attention, devices, saved addresses only, the phrase, freezing, and the way back. */
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
import { memberUser } from '../../../../../tests/usual-answers.ts';
import { pages } from '../../../../kernel/pages.ts';

const at = '2026-03-01T08:00:00.000Z';
const device = {
  ID: 1,
  name: 'Chrome, Windows',
  address: '203.0.113.7',
  method: 'password',
  firstSeenAt: at,
  lastSeenAt: at,
  isCurrent: true,
};
const other = { ...device, ID: 2, name: 'Safari, iOS', isCurrent: false };
const open = { status: 'open' as const, requestedAt: at, earliestAt: at, reason: '' };

type Unfreezing = typeof open | { status: 'rejected'; reason: string } | null;

async function show(
  given: {
    user?: Partial<ReturnType<typeof memberUser>>;
    unfreezing?: Unfreezing;
    offAt?: string | null;
    isOn?: boolean;
  } = {},
) {
  const { user = {}, unfreezing = null, offAt = null, isOn = true } = given;
  const server = await renderScreen(pages.security, {
    before: (fresh) => {
      const full = unfreezing === null ? null : { ...open, ...unfreezing };
      fresh.answer('GET /user/getUserInfo', { userInfo: { ...memberUser(), ...user } });
      fresh.answer('GET /user/security', { mailWord: 'heron tide', unfreezing: full });
      fresh.answer('GET /user/devices', { list: [device, other] });
      fresh.answer('GET /user_qianbao/addressLock', { lock: { isOn, offAt } });
    },
  });
  return server;
}

const frozen = (by: 'owner' | 'staff', reason = '') => ({
  frozen: true,
  freeze: { by, reason, until: by === 'staff' ? at : null },
});

test('nothing needs attention, and this device comes first', async () => {
  await show();
  await untilText('Nothing needs your attention');
  await untilText('2 known devices');
  await untilText('heron tide');
  const names = screen.getAllByText(/Windows|iOS/).map(({ textContent }) => textContent);
  expect(names).toEqual(['Chrome, Windows', 'Safari, iOS']);
  expect(screen.queryByRole('button', { name: 'Forget Chrome, Windows' })).toBeNull();
});

test('another device is forgotten after a question', async () => {
  const server = await show();
  server.answer('POST /user/forgetDevice', {});
  await press('Forget Safari, iOS');
  await answer('Forget Safari, iOS?', 'Forget');
  await untilToast('Device forgotten');
  expect(server.inputs('POST /user/forgetDevice')).toEqual([{ ID: 2 }]);
});

test('turning saved addresses only on needs no password, turning it off does', async () => {
  const server = await show({ isOn: false });
  server.answer('POST /user_qianbao/setAddressLock', ({ isOn }) =>
    isOn ? { lock: { isOn: true, offAt: null } } : refused(4011),
  );
  server.answer('GET /user_qianbao/addressLock', { lock: { isOn: true, offAt: null } });
  await press('Saved addresses only', { role: 'switch' });
  await untilToast('Saved addresses only is on');
  await press('Saved addresses only', { role: 'switch' });
  const sheet = await dialog('Turn off saved addresses only?');
  await press('Turn off in 24 h', { part: sheet });
  await expectError('Your login password', 'Enter your login password.', sheet);
  await fill('Your login password', 'a guess', sheet);
  await press('Turn off in 24 h', { part: sheet });
  await expectError('Your login password', 'Wrong login password.', sheet);
});

test('while it is ending, it says until when', async () => {
  await show({ offAt: at });
  await untilText('Saved addresses only is ending');
});

test('the anti-phishing phrase keeps what was typed when the password is wrong', async () => {
  const server = await show();
  server.answer('POST /user/setMailWord', refused(4011));
  await press(/^Anti-phishing phrase/);
  const sheet = await dialog('Anti-phishing phrase');
  await fill('Anti-phishing phrase', 'quiet harbour', sheet);
  await fill('Your login password', 'a guess', sheet);
  await press('Save phrase', { part: sheet });
  await expectError('Your login password', 'Wrong login password.', sheet);
  expect(screen.getByDisplayValue('quiet harbour')).toBeDefined();
  expect(server.inputs('POST /user/setMailWord')).toEqual([
    { word: 'quiet harbour', password: 'a guess' },
  ]);
});

test('the account is frozen after a question', async () => {
  const server = await show();
  server.answer('POST /user/freeze', { freeze: { by: 'owner', reason: '', until: null } });
  await press(/^Freeze my account/);
  await answer('Freeze your account?', 'Freeze');
  await expect.poll(() => server.inputs('POST /user/freeze')).toHaveLength(1);
});

test('a member who froze the account asks to lift it, and sees a rejection with its reason', async () => {
  const reason = 'Nobody answered the call.';
  const server = await show({
    user: frozen('owner'),
    unfreezing: { status: 'rejected', reason },
  });
  server.answer('POST /user/unfreeze', { unfreezing: open });
  await untilText('You froze your account');
  await untilText(new RegExp(reason));
  await press('Ask to lift the freeze');
  const sheet = await dialog('Ask to lift the freeze');
  await fill('Message to us (optional)', 'Call me', sheet);
  await press('Send request', { part: sheet });
  await expect.poll(() => server.inputs('POST /user/unfreeze')).toEqual([{ note: 'Call me' }]);
});

test('a member whom staff froze reads why, and cannot lift it', async () => {
  await show({ user: frozen('staff', 'The police asked for it.') });
  await untilText('Our staff froze your account');
  await untilText(/Reason: The police asked for it/);
  expect(screen.queryByRole('button', { name: 'Ask to lift the freeze' })).toBeNull();
});
