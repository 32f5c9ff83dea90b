/** The own account: sessions that are ended, and the change of the password. */
import { refused } from '@tern/protocol/tests';
import { answer, dialog, fill, press, screen, untilText, untilToast } from '@tern/ui/tests';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { renderConsole, type Server } from '../../../../tests/render-console.tsx';

const created = vi.hoisted(() => ({
  id: 'aaaa',
  rawId: 'aaaa',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'aaaa', attestationObject: 'aaaa' },
}));
const startRegistration = vi.hoisted(() => vi.fn());
/** The browser's dialog, which no test can answer. */
vi.mock('@simplewebauthn/browser', () => ({ startRegistration }));

const AT = '2026-03-09T09:30:00.000Z';
const session = {
  ID: 1,
  CreatedAt: AT,
  device: 'Chrome, Linux',
  address: '10.2.0.14',
  method: 'code' as const,
  isThroughProvider: false,
  lastUsedAt: AT,
  expiresAt: AT,
  isThis: true,
};
const account = {
  login: 'operator-3',
  CreatedAt: AT,
  passwordChangedAt: null,
  recoveryCodesLeft: 9,
  passkeys: [
    { ID: 4, CreatedAt: AT, name: 'blue key', lastUsedAt: null, synced: false },
    { ID: 5, CreatedAt: AT, name: 'laptop', lastUsedAt: null, synced: true },
  ],
  waitingPasskeys: [{ ID: 4, CreatedAt: AT, name: 'green key' }],
  provider: null,
  passkeysMax: 10,
  passkeysAvailable: true,
  idleMinutes: 30,
  sessions: [session, { ...session, ID: 2, device: 'Safari, iOS', isThis: false }],
  signIns: [
    { ID: 9, CreatedAt: AT, address: '10.2.0.99', device: '', refusedFor: 'password' as const },
  ],
};

const openOwn = (shown: object = {}, before: (server: Server) => void = () => {}) =>
  renderConsole('/account', ['support'], (server) => {
    server.answer('GET /operator/own/account', { ...account, ...shown });
    before(server);
  });

test('another session is ended, this one is marked', async () => {
  const server = openOwn();
  await untilText('This one');
  expect(screen.queryByRole('button', { name: 'End the session on Chrome, Linux' })).toBeNull();
  await press('End the session on Safari, iOS');
  await untilToast('Session ended');
  expect(server.inputs('POST /operator/own/endSession')).toEqual([{ ID: 2 }]);
});

test('all others are ended after a question', async () => {
  const server = openOwn();
  await press('End the others');
  await answer('End all other sessions?', 'End the others');
  await untilToast('Other sessions ended');
  expect(server.inputs('POST /operator/own/endOtherSessions')).toEqual([{}]);
});

test('with one session there is nothing to end', async () => {
  openOwn({ sessions: [session] });
  await untilText('This one');
  expect(screen.queryByRole('button', { name: 'End the others' })).toBeNull();
});

test('recent sign-ins show what was refused, and from where', async () => {
  openOwn();
  await untilText('Refused: wrong password');
  await untilText('10.2.0.99');
});

test('the password is changed; a refusal keeps what was typed', async () => {
  const wrong = refused(5035, {}, 'one-time code wrong or already used');
  const server = openOwn({}, (fake) => fake.answer('POST /operator/own/changePassword', wrong));
  await fill('Password now', 'tern at the console 9');
  await fill('New password', 'a ferry leaves at nine');
  await fill('One-time code', '123 456 ');
  await press('Change the password');
  await untilToast('one-time code wrong or already used');
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(
    'a ferry leaves at nine',
  );
  server.answer('POST /operator/own/changePassword', { ended: 1 });
  await press('Change the password');
  await untilToast('Password changed, other sessions ended');
  expect(server.inputs('POST /operator/own/changePassword').at(-1)).toEqual({
    password: 'tern at the console 9',
    newPassword: 'a ferry leaves at nine',
    code: '123 456',
  });
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
});

const addDialog = 'Add a passkey or security key?';
async function addKey() {
  await press('Add a passkey');
  await fill('Name', 'red key', await dialog(addDialog));
  await fill('Code of your authenticator', '123456', await dialog(addDialog));
  await press('Add a passkey', { part: await dialog(addDialog) });
}

test('a passkey is added with a code and a name', async () => {
  startRegistration.mockResolvedValue(created);
  const server = openOwn();
  await addKey();
  await untilToast('It works after a second person agreed');
  expect(server.inputs('POST /operator/own/beginPasskey')).toEqual([{ code: '123456' }]);
  expect(server.inputs('POST /operator/own/finishPasskey')).toEqual([
    { name: 'red key', credential: created },
  ]);
});

test('a cancelled dialog of the browser keeps what was typed', async () => {
  startRegistration.mockRejectedValue(new Error('cancelled'));
  const server = openOwn();
  await addKey();
  await untilToast('No passkey was created. It may already be on this device.');
  expect(server.inputs('POST /operator/own/finishPasskey')).toEqual([]);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('red key');
});

test('a passkey is removed with a code', async () => {
  const server = openOwn();
  await press('Remove blue key');
  await fill('Code of your authenticator', '123456', await dialog('Remove blue key?'));
  await answer('Remove blue key?', 'Remove');
  await untilToast('Passkey removed');
  expect(server.inputs('POST /operator/own/removePasskey')).toEqual([{ ID: 4, code: '123456' }]);
});

test('the last passkey stays, and one that waits for a second person is withdrawn', async () => {
  const [last] = account.passkeys;
  const server = openOwn({ passkeys: [last] });
  await untilText('Waits for a second person');
  const remove = screen.getByRole<HTMLButtonElement>('button', { name: 'Remove blue key' });
  expect(remove.disabled).toBe(true);
  await press('Withdraw green key');
  await untilToast('Withdrawn');
  expect(server.inputs('POST /operator/own/withdrawPasskey')).toEqual([{ ID: 4 }]);
});

describe('the link to an identity', () => {
  const link = { ID: 7, CreatedAt: AT, subject: 'person-7', email: 'ada@example.com' };
  const example = { name: 'Example', link: null, waitingLink: null };

  test('is asked for with a code, at the provider', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    onTestFinished(() => assign.mockRestore());
    const url = 'https://id.example/auth';
    const server = openOwn({ provider: example }, (fake) =>
      fake.answer('POST /operator/own/beginLink', { url, ticket: 'a-ticket', expiresAt: AT }),
    );
    await press('Link');
    const question = 'Link your identity at Example?';
    await fill('Code of your authenticator', '123456', await dialog(question));
    await press('Link', { part: await dialog(question) });
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(url));
    expect(server.inputs('POST /operator/own/beginLink')).toEqual([{ code: '123456' }]);
    sessionStorage.removeItem('tern.console.visit');
  });

  test('goes on after the browser has come back, once', async () => {
    const visit = { ticket: 'a-ticket', purpose: 'link' };
    sessionStorage.setItem('tern.console.visit', JSON.stringify(visit));
    history.replaceState(null, '', '/console?code=a-code&state=a-state');
    onTestFinished(() => history.replaceState(null, '', '/'));
    const server = openOwn({ provider: example });
    await untilToast('It works after a second person agreed');
    expect(location.search).toBe('');
    expect(server.inputs('POST /operator/own/finishLink')).toEqual([
      { ticket: 'a-ticket', answer: 'code=a-code&state=a-state' },
    ]);
  });

  test('that waits is withdrawn', async () => {
    const waiting = openOwn({ provider: { ...example, waitingLink: link } });
    await untilText('ada@example.com');
    await press('Withdraw', { part: screen.getByText('ada@example.com').closest('tr')! });
    await untilToast('Withdrawn');
    expect(waiting.inputs('POST /operator/own/withdrawLink')).toEqual([{ ID: 7 }]);
  });

  test('that works is removed with a code', async () => {
    const server = openOwn({ provider: { ...example, link: { ...link, lastUsedAt: null } } });
    await untilText('ada@example.com');
    await press('Remove', { part: screen.getByText('ada@example.com').closest('tr')! });
    await fill('Code of your authenticator', '123456', await dialog('Remove the link?'));
    await answer('Remove the link?', 'Remove');
    await untilToast('Link removed');
    expect(server.inputs('POST /operator/own/removeLink')).toEqual([{ ID: 7, code: '123456' }]);
  });
});
