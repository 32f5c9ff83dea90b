/** Second factors: adding an authenticator, recovery codes, removing, and the confirmation of a call. */
import { refused } from '@tern/protocol/tests';
import { answer, dialog, expectError, fill, press, untilText, untilToast } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';

const NOW = '2026-03-02T09:30:00.000Z';
const LATER = '2026-03-02T09:35:00.000Z';
const none = {
  passkeys: [],
  passkeysMax: 10,
  passkeysAvailable: true,
  totp: null,
  recoveryCodesLeft: 0,
};
const withApp = { ...none, totp: { CreatedAt: NOW, lastUsedAt: null }, recoveryCodesLeft: 10 };
const codes = Array.from({ length: 10 }, (_, index) => `ABCD-EFGH-JKLM-NPQ${index}`);
const asked = {
  confirmationId: 'A'.repeat(32),
  methods: ['totp' as const, 'recovery' as const],
  passkey: null,
  expiresAt: LATER,
};

const open = (factors: object, before: (server: Server) => void = () => {}) =>
  renderScreen(pages.secondFactors, {
    before: (server) => {
      server.answer('GET /user/factors', factors as never);
      before(server);
    },
  });

test('an authenticator is added with the password, its key and its first code, and codes are shown once', async () => {
  const server = await open(none);
  await press('Set up');
  const sheet = await dialog('Authenticator app');
  await press('Continue', { part: sheet });
  await expectError('Your login password', 'Enter your login password.', sheet);
  server.answer('POST /user/beginTotp', refused(4011));
  await fill('Your login password', 'not the password', sheet);
  await press('Continue', { part: sheet });
  await expectError('Your login password', 'Wrong login password.', sheet);
  server.answer('POST /user/beginTotp', {
    secret: 'ABCDEFGHJKLMNPQR',
    uri: 'otpauth://totp/Tern:ada?secret=ABCDEFGHJKLMNPQR',
    expiresAt: LATER,
  });
  await fill('Your login password', 'open sea 41', sheet);
  await press('Continue', { part: sheet });
  await untilText('ABCD EFGH JKLM NPQR');
  server.answer('POST /user/finishTotp', refused(5018, { triesLeft: 4 }));
  await fill('Authenticator code', '000000', sheet);
  await press('Turn on', { part: sheet });
  await expectError('Authenticator code', 'That didn’t match. Attempts left: 4.', sheet);
  server.answer('POST /user/finishTotp', { recoveryCodes: codes, withdrawalsBlockedUntil: null });
  await fill('Authenticator code', '123456', sheet);
  await press('Turn on', { part: sheet });
  await untilText(codes[0]!);
});

test('a call that needs a second factor is confirmed and sent again unchanged', async () => {
  let confirmed = 0;
  const server = await open(withApp);
  server.answer('POST /user/newRecoveryCodes', () => {
    confirmed += 1;
    return confirmed === 1 ? refused(5017, asked) : { recoveryCodes: codes };
  });
  await press('New codes');
  const sheet = await dialog('Confirm it’s you');
  server.answer('POST /user/confirm', refused(5018, { triesLeft: 3 }));
  await fill('Authenticator code', '000000', sheet);
  await press('Confirm', { part: sheet });
  await expectError('Authenticator code', 'That didn’t match. Attempts left: 3.', sheet);
  server.answer('POST /user/confirm', { expiresAt: LATER });
  await press('Use a recovery code', { part: sheet });
  await fill('Recovery code', codes[1]!, sheet);
  await press('Confirm', { part: sheet });
  await untilText(codes[0]!);
  expect(server.inputs('POST /user/confirm').at(-1)).toEqual({
    confirmationId: asked.confirmationId,
    method: 'recovery',
    code: codes[1],
  });
  expect(server.inputs('POST /user/newRecoveryCodes').length).toBe(2);
});

test('a cancelled confirmation changes nothing and says so', async () => {
  const server = await open(withApp);
  server.answer('POST /user/newRecoveryCodes', refused(5017, asked, 'Confirm that it’s you.'));
  await press('New codes');
  const sheet = await dialog('Confirm it’s you');
  await press('Close', { part: sheet });
  await untilToast('Confirm that it’s you.');
  expect(server.inputs('POST /user/newRecoveryCodes').length).toBe(1);
});

test('the last factor is removed after a question that names the consequences', async () => {
  const server = await open(withApp);
  server.answer('POST /user/removeTotp', { withdrawalsBlockedUntil: LATER });
  await press('Remove');
  await untilText(
    'Afterwards your password alone is enough to log in, and your recovery codes stop working.',
  );
  await answer('Remove Authenticator app?', 'Remove');
  await untilToast('Removed. Withdrawals are paused for 24 hours.');
});
