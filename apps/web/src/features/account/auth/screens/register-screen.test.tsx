/** Registration: the fields of each step, and the errors at them. */
import { refused } from '@tern/protocol/tests';
import { control, dialog, expectError, field, fill, press, untilText } from '@tern/ui/tests';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen, type Server, untilPage } from '../../../../../tests/render-screen.tsx';
import { memberUser } from '../../../../../tests/usual-answers.ts';
import { pages } from '../../../../kernel/pages.ts';
import { VERSION } from '../../../../kernel/site-config.ts';

const PASSWORD = 'open sea 41';

afterEach(() => vi.restoreAllMocks());

let server: Server;
const open = async (params = '', before: (server: Server) => void = () => undefined) => {
  server = await renderScreen(pages.register + params, { as: null, before });
  server.answer('POST /base/registerUser', { token: 'session', user: memberUser() });
};

const country = async () =>
  ((await field('Country or region')) as unknown as HTMLSelectElement).value;

async function fillContact({
  phone = '+86 138 0000 1234',
  invitation = 'TERN01',
} = {}): Promise<void> {
  await fill('Invitation code', invitation);
  await fill('Phone number', phone);
  await fill('Email', 'ada@tern.test');
  await fill('Email code', '123456');
  await press('Continue');
}

async function fillSecrets({ password = PASSWORD } = {}): Promise<void> {
  await fill('Password', password);
  await fill('Confirm password', password);
  await fill('Code in the image', 'abcd');
  const risk = await control('checkbox', /^I know that trading/);
  if (!(risk as HTMLInputElement).checked)
    await press(/^I know that trading/, { role: 'checkbox' });
  await press('Open an account');
}

test('the first step shows an error at each field', async () => {
  await open();
  await press('Continue');
  await expectError('Invitation code', 'Enter an invitation code.');
  await expectError('Phone number', 'Enter your phone number.');
  await expectError('Email', 'Enter your email.');
  await expectError('Email code', 'Enter the email code.');

  await fill('Country or region', 'CN');
  await fill('Phone number', '12345678901');
  await fill('Email', 'nobody at home');
  await press('Continue');
  await expectError('Phone number', 'Enter 11 digits, starting 13 to 19.');
  await expectError('Email', 'That email doesn’t look right.');
});

test('the second step shows an error at each field', async () => {
  await open();
  await fillContact();
  await untilText('How you log in');
  await press('Open an account');
  await expectError('Password', 'Enter a password.');
  await expectError('Confirm password', 'Confirm the password.');
  await expectError('Code in the image', 'Enter the code in the image.');
  await untilText('Tick the box to continue.');

  await fill('Password', 'long enough');
  await fill('Confirm password', 'but another');
  await press('Open an account');
  await expectError('Confirm password', 'The two passwords don’t match.');
  await fill('Password', 'short');
  await press('Open an account');
  await expectError('Password', 'Use 8 to 72 characters.');
});

test('an unknown invitation code shows an error where it is asked, and can be corrected', async () => {
  await open();
  server.answer('POST /base/registerUser', ({ invitationCode }) =>
    invitationCode === 'TERN01' ? { token: 'session', user: memberUser() } : refused(4004),
  );
  await fillContact({ invitation: 'NOBODY' });
  await fillSecrets();
  await expectError('Invitation code', 'That invitation code doesn’t exist.');
  await fillContact();
  await fillSecrets();
  await untilPage(pages.home);
});

test('no email code is sent without an invitation, and an unknown one is refused immediately', async () => {
  await open();
  server.answer('POST /base/emailCode', refused(4004));
  await fill('Email', 'ada@tern.test');
  await press('Send code');
  await expectError('Invitation code', 'Enter an invitation code.');
  expect(server.inputs('POST /base/emailCode')).toEqual([]);

  await fill('Invitation code', 'NOBODY');
  await press('Send code');
  const sheet = await dialog('Before we send the email');
  await fill('Code in the image', 'abcd');
  await press('Send code', { part: sheet });
  await expectError('Invitation code', 'That invitation code doesn’t exist.');
  const asked = { email: 'ada@tern.test', purpose: 'register', invitationCode: 'NOBODY' };
  expect(server.inputs('POST /base/emailCode')).toMatchObject([asked]);
});

test('says where an invitation code is from, and in the demo which one anyone may use', async () => {
  const site = {
    version: VERSION,
    mode: 'paper' as const,
    serverTime: new Date().toISOString(),
  };
  await open('', (before) =>
    before.answer('GET /base/site', { ...site, demoInvitation: 'TERN01' }),
  );
  await untilText('A member who invites you has it. In this demo, use TERN01.');
});

test('without a demo leads those without an invitation code to us', async () => {
  await open();
  await untilText('A member who invites you has it. No code? Contact us.');
  await press('Contact us', { role: 'link' });
  await untilPage(pages.support);
});

test('a wrong email code shows an error on its own step, and can be corrected there', async () => {
  await open();
  server.answer('POST /base/checkEmailCode', refused(4009));
  await fillContact();
  await expectError('Email code', 'That code is wrong or has expired.');
  await untilText('How we reach you');

  server.answer('POST /base/checkEmailCode', {});
  await fill('Email code', '654321');
  await press('Continue');
  await untilText('How you log in');
  expect(server.inputs('POST /base/checkEmailCode').at(-1)?.emailCode).toBe('654321');
});

test('a number of the chosen country is accepted, and no other', async () => {
  await open();
  await fill('Country or region', 'DE');
  await fillContact({ phone: '13800001234' });
  await expectError('Phone number', 'That isn’t a mobile number in this country.');
  await fillContact({ phone: '0151 23456789' });
  await untilText('How you log in');
  await fillSecrets();
  await untilPage(pages.home);
  expect(server.inputs('POST /base/registerUser')).toMatchObject([
    { countryCode: '49', phone: '0151 23456789' },
  ]);
});

test.each(['+49 151 23456789', '0049 151 23456789'])(
  'the dialling code of %s selects its country',
  async (phone) => {
    await open();
    await fill('Phone number', phone);
    expect(await country()).toBe('DE');
    await fillContact({ phone });
    await fillSecrets();
    await untilPage(pages.home);
    expect(server.inputs('POST /base/registerUser')).toMatchObject([{ countryCode: '49', phone }]);
  },
);

test('before anything is chosen the country is that of the device', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-AT', 'en']);
  await open();
  expect(await country()).toBe('AT');
});

const optionsOf = async (label: string) =>
  [...((await field(label)) as unknown as HTMLSelectElement).options].map(({ text }) => text);

test('with a licence offers its countries alone, also those of which the app knows no numbers', async () => {
  const licence = { countries: ['AE', 'CH'], validUntil: '2027-06-30' };
  const operator = { name: 'Tern Ltd', msb: null, office: null, licence };
  await open('', (before) => before.answer('GET /base/operator', operator));
  const served = ['+971 United Arab Emirates', '+41 Switzerland'];
  await expect.poll(() => optionsOf('Country or region')).toEqual(served);
  await fillContact({ phone: '050 123 45 67' });
  await fillSecrets();
  await untilPage(pages.home);
  expect(server.inputs('POST /base/registerUser')).toMatchObject([
    { countryCode: '971', phone: '050 123 45 67' },
  ]);
});

test('without a licence offers all countries that it knows', async () => {
  await open();
  const offered = await optionsOf('Country or region');
  expect([offered.length, offered[0]]).toEqual([26, '+86 China']);
});

test('where the device says nothing of it, the country is that of the language of the page', async () => {
  server = await renderScreen(pages.register, { as: null, language: 'de' });
  const selected = (await field('Land oder Region')) as unknown as HTMLSelectElement;
  expect(selected.value).toBe('DE');
});

test('a repetitive password is refused at its field, with the reason', async () => {
  await open();
  const reason = 'This password repeats or follows a simple order. Choose another.';
  server.answer('POST /base/registerUser', refused(5015, {}, reason));
  await fillContact();
  await fillSecrets({ password: 'aaaaaaaaaaaa' });
  await expectError('Password', reason);
});

test('an invitation link fills in its code', async () => {
  await open('?code=TERN01');
  expect((await field('Invitation code')).value).toBe('TERN01');
});
