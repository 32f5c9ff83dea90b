/** Login: messages about missing and wrong input, and what the form keeps. */
import { held, refused } from '@tern/protocol/tests';
import { expectError, field, fill, press, screen, untilText, waitFor } from '@tern/ui/tests';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen, type Server, untilPage } from '../../../../../tests/render-screen.tsx';
import { memberUser } from '../../../../../tests/usual-answers.ts';
import { pages } from '../../../../kernel/pages.ts';

/** Every image differs from the one before it. */
function withNewImages(server: Server): void {
  let images = 0;
  server.answer('POST /base/captcha', () => {
    images += 1;
    return { captchaId: `image-${images}`, picPath: `data:,${images}`, captchaLength: 4 };
  });
}

const picture = () => screen.findByAltText<HTMLImageElement>('Code to type');

async function logIn({ password = 'open sea 41', code = 'abcd' } = {}): Promise<void> {
  await picture();
  await fill('Email or phone', 'ada@tern.test');
  await fill('Password', password);
  await fill('Code in the image', code);
  await press('Log in');
}

test('an empty login form shows an error at each field', async () => {
  await renderScreen(pages.login, { as: null });
  await press('Log in');
  await expectError('Email or phone', 'Enter your email or phone.');
  await expectError('Password', 'Enter your password.');
  await expectError('Code in the image', 'Enter the code in the image.');
  const first = await field('Email or phone');
  await waitFor(() => expect(document.activeElement, 'the first wrong field').toBe(first));
});

test('a wrong password shows an error and a new image, and keeps the password', async () => {
  const server = await renderScreen(pages.login, { as: null, before: withNewImages });
  server.answer('POST /base/login', refused(4002));
  const before = (await picture()).src;
  await logIn({ password: 'not the password' });
  await untilText('Wrong login or password.');
  await waitFor(async () => expect((await picture()).src).not.toBe(before));
  expect((await field('Password')).value).toBe('not the password');
  expect((await field('Email or phone')).value).toBe('ada@tern.test');
  expect((await field('Code in the image')).value).toBe('');

  server.answer('POST /base/login', { token: 'session', user: memberUser() });
  await logIn();
  await untilPage(pages.home);
  expect(localStorage.getItem('tern.session')).toContain('ada@tern.test');
});

test('a wrong image code shows an error at its field, and a new image', async () => {
  const server = await renderScreen(pages.login, { as: null, before: withNewImages });
  server.answer('POST /base/login', refused(4005));
  const before = (await picture()).src;
  await logIn({ code: 'zzzz' });
  await expectError('Code in the image', 'That code doesn’t match. Here is a new image.');
  await waitFor(async () => expect((await picture()).src).not.toBe(before));
  expect((await field('Password')).value).toBe('open sea 41');
});

test('an image is not shown any more while the next one is loading', async () => {
  const server = await renderScreen(pages.login, { as: null, before: withNewImages });
  await picture();
  const next = held({ captchaId: 'next', picPath: 'data:,next', captchaLength: 4 });
  server.answer('POST /base/captcha', next.answer);
  await press('New image');
  await waitFor(() => expect(screen.queryByAltText('Code to type')).toBeNull());
  next.arrive();
  expect((await picture()).src).toBe('data:,next');
});

test('a password can be shown', async () => {
  await renderScreen(pages.login, { as: null });
  await fill('Password', 'see me');
  await press('Show password');
  expect(await field('Password')).toMatchObject({ type: 'text', value: 'see me' });
  await press('Hide password');
  expect(await field('Password')).toMatchObject({ type: 'password', value: 'see me' });
});

const LOGIN = {
  loginId: 'A'.repeat(32),
  expiresAt: '2026-03-02T09:35:00.000Z',
  options: {
    challenge: 'AAAA',
    timeout: 300_000,
    rpId: 'localhost',
    allowCredentials: [],
    userVerification: 'required' as const,
  },
};

/** A browser with passkeys, whose dialog ends like this. */
function withPasskeys(get: () => Promise<unknown>): void {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { get } } }));
}

const signed = () => {
  const bytes = new Uint8Array(4).buffer;
  const response = {
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes,
  };
  const rest = { type: 'public-key', getClientExtensionResults: () => ({}) };
  return Promise.resolve({ id: 'AAAA', rawId: bytes, response, ...rest });
};

afterEach(() => vi.unstubAllGlobals());

test('a passkey logs in without a name or password, and a refused one is explained', async () => {
  withPasskeys(signed);
  const server = await renderScreen(pages.login, { as: null });
  server.answer('POST /base/beginPasskeyLogin', LOGIN);
  server.answer('POST /base/passkeyLogin', refused(5018));
  await press('Log in with a passkey');
  await untilText('This passkey can’t log you in. Use your password.');
  const banned = { reason: 'Fraud reported by a bank.', until: null };
  server.answer('POST /base/passkeyLogin', refused(4007, banned));
  await press('Log in with a passkey');
  await untilText(/Fraud reported by a bank/);
  server.answer('POST /base/passkeyLogin', { token: 'session', user: memberUser() });
  await press('Log in with a passkey');
  await untilPage(pages.home);
  expect(localStorage.getItem('tern.session')).toContain('ada@tern.test');
});

test('a cancelled passkey sends nothing and keeps what was typed', async () => {
  withPasskeys(() => Promise.reject(new DOMException('cancelled', 'NotAllowedError')));
  const server = await renderScreen(pages.login, { as: null });
  server.answer('POST /base/beginPasskeyLogin', LOGIN);
  await fill('Email or phone', 'ada@tern.test');
  await press('Log in with a passkey');
  await untilText('The passkey wasn’t used. Try again.');
  expect((await field('Email or phone')).value).toBe('ada@tern.test');
  expect(server.inputs('POST /base/passkeyLogin')).toEqual([]);
});

test('a browser without passkeys offers none', async () => {
  await renderScreen(pages.login, { as: null });
  await screen.findByRole('button', { name: 'Log in' });
  expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).toBeNull();
});
