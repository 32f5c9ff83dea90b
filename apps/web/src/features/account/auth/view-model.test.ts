import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { countryCodes } from './country-codes.ts';
import {
  changeFaults,
  contactFaults,
  loginFaults,
  phoneFault,
  secretFaults,
  sendFaults,
  withdrawPasswordFaults,
} from './view-model.ts';

test('a login needs a name, a password and a captcha', () => {
  expect(loginFaults({ username: ' ', password: '', captcha: '' })).toEqual({
    username: 'auth.enterEmailOrPhone',
    password: 'auth.enterPassword',
    captcha: 'auth.enterImageCode',
  });
  expect(loginFaults({ username: 'a@b.co', password: 'x', captcha: '7K4P' })).toEqual({});
});

const contact = {
  invitationCode: 'TERN01',
  phone: '13800001234',
  email: 'a@b.co',
  emailCode: '1',
};

test('an invitation is asked with the contact, and before a code is sent', () => {
  const faults = { invitationCode: 'auth.enterInvitation' };
  expect(contactFaults(contact, 'CN')).toEqual({});
  expect(contactFaults({ ...contact, invitationCode: ' ' }, 'CN')).toEqual(faults);
  expect(sendFaults('a@b.co', ' ')).toEqual(faults);
  expect(sendFaults('', undefined)).toEqual({ email: 'auth.enterEmail' });
});

test.each([
  ['13800001234', undefined],
  ['19912345678', undefined],
  ['12800001234', 'auth.phoneWrong'],
  ['23800001234', 'auth.phoneWrong'],
  ['1380000123', 'auth.phoneWrong'],
  ['138000012345', 'auth.phoneWrong'],
  ['', 'auth.enterPhone'],
])('checks the Chinese phone %s for 11 digits, first 1, second 3 to 9', (phone, fault) => {
  expect(contactFaults({ ...contact, phone }, 'CN').phone).toBe(fault);
});

test.each([
  ['DE', '0151 23456789', undefined],
  ['DE', '+4915123456789', undefined],
  ['DE', '13800001234', 'auth.phoneOtherWrong'],
  ['DE', '+8613800001234', 'auth.phoneOtherWrong'],
  ['DE', 'call me', 'auth.phoneOtherWrong'],
  ['US', '(202) 555-0123', undefined],
  ['US', '5550123', 'auth.phoneOtherWrong'],
  ['JP', '090-1234-5678', undefined],
  ['VN', '0912345678', undefined],
  ['GB', '07400 123456', undefined],
  ['IT', '333 123 4567', undefined],
  ['TW', '0912 345 678', undefined],
] as const)(
  'in %s checks the phone %s by the numbering plan of that country',
  (region, phone, fault) => {
    expect(contactFaults({ ...contact, phone }, region).phone).toBe(fault);
  },
);

test('accepts a valid mobile number of every listed country', () => {
  for (const [region] of countryCodes) {
    const phone = examples[region];
    expect(phoneFault(phone, region), `${region} ${phone}`).toBeUndefined();
  }
});

test.each([
  ['a@b.co', undefined],
  ['a.b+c@mail.example.org', undefined],
  ['a@b', 'auth.emailWrong'],
  ['a b@c.de', 'auth.emailWrong'],
  ['', 'auth.enterEmail'],
])('checks the format of the e-mail %s', (email, fault) => {
  expect(contactFaults({ ...contact, email }, 'CN').email).toBe(fault);
});

const secret = {
  password: 'long enough',
  confirm: 'long enough',
  captcha: '7K4P',
  terms: 'yes',
};

test('a registration needs two equal passwords of 8 to 72 characters and the checkbox', () => {
  expect(secretFaults(secret)).toEqual({});
  expect(secretFaults({ ...secret, confirm: 'other' }).confirm).toBe('auth.passwordsDiffer');
  expect(secretFaults({ ...secret, password: 'short', confirm: 'short' }).password).toBe(
    'auth.passwordLength',
  );
  expect(
    secretFaults({ ...secret, password: 'x'.repeat(73), confirm: 'x'.repeat(73) }).password,
  ).toBe('auth.passwordLength');
  expect(secretFaults({ ...secret, terms: '' }).terms).toBe('auth.tickToContinue');
});

test('a password change needs the old password', () => {
  expect(
    changeFaults({ password: '', newPassword: 'long enough', confirm: 'long enough' }),
  ).toEqual({
    password: 'auth.enterOldPassword',
  });
});

test('a withdrawal password is six digits, confirmed by the old one or the login password', () => {
  const values = { proof: '', password: '12345', confirm: '12345' };
  expect(withdrawPasswordFaults(values, true)).toEqual({
    proof: 'auth.enterOldWithdraw',
    password: 'auth.enterSixDigits',
  });
  expect(withdrawPasswordFaults(values, false).proof).toBe('auth.enterLoginPassword');
});
