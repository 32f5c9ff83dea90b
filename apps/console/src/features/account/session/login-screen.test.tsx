/** The login with a passkey in place of the one-time code. */
import { fill, press, untilText } from '@tern/ui/tests';
import { expect, test, vi } from 'vitest';
import { renderConsole } from '../../../../tests/render-console.tsx';
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
