/** The login with a passkey in place of the one-time code, and through a provider of identities in place of the password. */
import { refused } from '@tern/protocol/tests';
import { fill, press, screen, untilText } from '@tern/ui/tests';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { renderConsole, type Server } from '../../../../tests/render-console.tsx';
import { currentSession } from '../../../kernel/session.ts';

const assertion = vi.hoisted(() => ({
  id: 'aaaa',
  rawId: 'aaaa',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'aaaa', authenticatorData: 'aaaa', signature: 'aaaa' },
}));
const startAuthentication = vi.hoisted(() => vi.fn());
/** The browser's dialog, which no test can answer. */
vi.mock('@simplewebauthn/browser', () => ({ startAuthentication }));

const AT = '2036-03-09T09:30:00.000Z';
const options = {
  challenge: 'aaaa',
  timeout: 300_000,
  rpId: 'tern.test',
  allowCredentials: [],
  userVerification: 'required' as const,
};
const offer = { loginId: 'a-login', options, expiresAt: AT };

async function logIn() {
  const server = renderConsole('/queue', [], (fake) => {
    fake.answer('POST /operator/login', { session: null, enrolment: null, passkey: offer });
    fake.answer('POST /operator/loginWithPasskey', {
      session: {
        token: 'x'.repeat(43),
        expiresAt: AT,
        idleMinutes: 30,
        operator: { ID: 3, login: 'ada', roles: ['support'], permissions: [] },
      },
    });
  });
  await fill('Operator', 'ada');
  await fill('Password', 'tern at the console 9');
  await press('Log in');
  return server;
}

test('without a code the passkey signs, and the operator is signed in', async () => {
  startAuthentication.mockResolvedValue(assertion);
  const server = await logIn();
  await vi.waitFor(() => expect(currentSession()?.operator.login).toBe('ada'));
  expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: options });
  expect(server.inputs('POST /operator/loginWithPasskey')).toMatchObject([
    { loginId: 'a-login', assertion },
  ]);
});

test('a cancelled dialog leaves the form, and says what else works', async () => {
  startAuthentication.mockRejectedValue(new Error('cancelled'));
  const server = await logIn();
  await untilText('No passkey was used. Try again, or enter a one-time code.');
  expect(server.inputs('POST /operator/loginWithPasskey')).toEqual([]);
});

const session = {
  token: 'x'.repeat(43),
  expiresAt: AT,
  idleMinutes: 30,
  operator: { ID: 3, login: 'ada', roles: ['support'] as const, permissions: [] },
};

describe('through a provider of identities', () => {
  const ANSWER = 'code=a-code&state=a-state&iss=https%3A%2F%2Fid.example';

  /** The browser was there and has come back. */
  function returnWith(answer: string, ticket: string | null = 'a-ticket') {
    if (ticket !== null)
      sessionStorage.setItem('tern.console.visit', JSON.stringify({ ticket, purpose: 'login' }));
    history.replaceState(null, '', `/console?${answer}`);
    onTestFinished(() => history.replaceState(null, '', '/'));
  }
  const open = (before: (server: Server) => void = () => {}) =>
    renderConsole('/queue', [], (server) => {
      server.answer('GET /operator/provider/name', { name: 'Example' });
      before(server);
    });
  const names = (server: Server, passkey: typeof offer | null) =>
    server.answer('POST /operator/provider/finish', {
      login: 'ada',
      ticket: 'second',
      expiresAt: AT,
      passkey,
    });

  test('the browser goes there, and keeps the ticket', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    onTestFinished(() => assign.mockRestore());
    const url = 'https://id.example/auth?state=a-state';
    open((server) =>
      server.answer('POST /operator/provider/begin', { url, ticket: 'a-ticket', expiresAt: AT }),
    );
    await press('Log in with Example');
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(url));
    expect(JSON.parse(sessionStorage.getItem('tern.console.visit') ?? '')).toEqual({
      ticket: 'a-ticket',
      purpose: 'login',
    });
    sessionStorage.removeItem('tern.console.visit');
  });

  test('without one there is no button', async () => {
    renderConsole('/queue', []);
    await screen.findByRole('button', { name: 'Log in' });
    expect(screen.queryByRole('button', { name: /^Log in with/ })).toBeNull();
  });

  test('while it is down the page says so in place, and keeps what was typed', async () => {
    const down = refused(5006, {}, 'The identity provider can’t be reached.');
    open((server) => server.answer('POST /operator/provider/begin', down));
    await fill('Operator', 'ada');
    await press('Log in with Example');
    await untilText('The identity provider can’t be reached.');
    expect(screen.getByLabelText<HTMLInputElement>('Operator').value).toBe('ada');
  });

  test('after coming back a code completes the login, and the address is clean', async () => {
    returnWith(ANSWER);
    const wrong = refused(5035, {}, 'one-time code wrong or already used');
    const server = open((fake) => {
      names(fake, null);
      fake.answer('POST /operator/provider/confirm', wrong);
    });
    await untilText('Example has named you as ada. The console asks for its second factor too.');
    expect(location.search).toBe('');
    expect(server.inputs('POST /operator/provider/finish')).toEqual([
      { ticket: 'a-ticket', answer: ANSWER },
    ]);
    await fill('One-time code', ' 123456 ');
    await press('Log in');
    await untilText('one-time code wrong or already used');
    server.answer('POST /operator/provider/confirm', { session });
    await press('Log in');
    await vi.waitFor(() => expect(currentSession()?.operator.login).toBe('ada'));
    expect(server.inputs('POST /operator/provider/confirm').at(-1)).toMatchObject({
      ticket: 'second',
      code: '123456',
    });
  });

  test('a passkey completes it after a press', async () => {
    returnWith(ANSWER);
    startAuthentication.mockResolvedValue(assertion);
    const server = open((fake) => {
      names(fake, offer);
      fake.answer('POST /operator/loginWithPasskey', { session });
    });
    await press('Use a passkey');
    await vi.waitFor(() => expect(currentSession()?.operator.login).toBe('ada'));
    expect(server.inputs('POST /operator/loginWithPasskey')).toMatchObject([
      { loginId: 'a-login', assertion },
    ]);
  });

  test('an answer that is refused leads back to the password, with the reason', async () => {
    returnWith('error=access_denied&state=a-state');
    open((server) =>
      server.answer('POST /operator/provider/finish', refused(4002, {}, 'It didn’t sign you in.')),
    );
    const said = await untilText('It didn’t sign you in.');
    expect(said.closest('[role=alert]')).not.toBeNull();
    await screen.findByLabelText('Password');
  });

  test('an answer to another window is not sent', async () => {
    returnWith(ANSWER, null);
    const server = open();
    await untilText('This login began in another window. Start again here.');
    expect(server.inputs('POST /operator/provider/finish')).toEqual([]);
  });
});
