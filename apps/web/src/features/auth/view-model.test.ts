import { expect, test } from 'vitest';
import {
  changeFaults,
  contactFaults,
  loginFaults,
  secretFaults,
  withdrawPasswordFaults,
} from './view-model.ts';

test('a login needs a name, a password and the image code', () => {
  expect(loginFaults({ username: ' ', password: '', captcha: '' })).toEqual({
    username: 'auth.enterEmailOrPhone',
    password: 'auth.enterPassword',
    captcha: 'auth.enterImageCode',
  });
  expect(loginFaults({ username: 'a@b.co', password: 'x', captcha: '7K4P' })).toEqual({});
});

test.each([
  ['13800001234', undefined],
  ['19912345678', undefined],
  ['12800001234', 'auth.phoneWrong'],
  ['23800001234', 'auth.phoneWrong'],
  ['1380000123', 'auth.phoneWrong'],
  ['138000012345', 'auth.phoneWrong'],
  ['', 'auth.enterPhone'],
])('the phone %s is judged by 11 digits, first 1, second 3 to 9', (phone, fault) => {
  expect(contactFaults({ phone, email: 'a@b.co', emailCode: '1' }).phone).toBe(fault);
});

test.each([
  ['a@b.co', undefined],
  ['a.b+c@mail.example.org', undefined],
  ['a@b', 'auth.emailWrong'],
  ['a b@c.de', 'auth.emailWrong'],
  ['', 'auth.enterEmail'],
])('the e-mail %s is judged by its shape', (email, fault) => {
  expect(contactFaults({ phone: '13800001234', email, emailCode: '1' }).email).toBe(fault);
});

const secret = {
  passWord: 'long enough',
  confirm: 'long enough',
  invitationCode: 'TERN01',
  captcha: '7K4P',
  terms: 'yes',
};

test('a registration needs two equal passwords of 8 to 72 characters, an invitation and the tick', () => {
  expect(secretFaults(secret)).toEqual({});
  expect(secretFaults({ ...secret, confirm: 'other' }).confirm).toBe('auth.passwordsDiffer');
  expect(secretFaults({ ...secret, passWord: 'short', confirm: 'short' }).passWord).toBe(
    'auth.passwordLength',
  );
  expect(
    secretFaults({ ...secret, passWord: 'x'.repeat(73), confirm: 'x'.repeat(73) }).passWord,
  ).toBe('auth.passwordLength');
  expect(secretFaults({ ...secret, invitationCode: '' }).invitationCode).toBe(
    'auth.enterInvitation',
  );
  expect(secretFaults({ ...secret, terms: '' }).terms).toBe('auth.tickToContinue');
});

test('a password change needs the old one', () => {
  expect(
    changeFaults({ password: '', newPassword: 'long enough', confirm: 'long enough' }),
  ).toEqual({
    password: 'auth.enterOldPassword',
  });
});

test('a withdrawal password is six digits, proved by the old one or the login password', () => {
  const values = { proof: '', password: '12345', confirm: '12345' };
  expect(withdrawPasswordFaults(values, true)).toEqual({
    proof: 'auth.enterOldWithdraw',
    password: 'auth.enterSixDigits',
  });
  expect(withdrawPasswordFaults(values, false).proof).toBe('auth.enterLoginPassword');
});
