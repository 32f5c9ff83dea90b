/** Passwords of a member: changed, set and reset, with the errors at their fields. */
import { refused } from '@tern/protocol/tests';
import {
  answer,
  dialog,
  expectError,
  field,
  fill,
  press,
  untilText,
  untilToast,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, untilPage } from '../../../../../tests/render-screen.tsx';
import { memberUser } from '../../../../../tests/usual-answers.ts';
import { pages } from '../../../../kernel/pages.ts';

const PASSWORD = 'open sea 41';
const NEW_PASSWORD = 'another sea 42';
const WAITING = 'After the reset, withdrawals pause for 24 hours.';

test('a wrong code for a forgotten password shows an error at its field, and keeps the other input', async () => {
  const server = await renderScreen(pages.forgetPassword, { as: null });
  server.answer('POST /base/resetPwdByPhone', refused(4009));
  await press('By phone', { role: 'radio' });
  await fill('Phone number', '+86 13800001234');
  await fill('SMS code', '000000');
  await fill('New password', NEW_PASSWORD);
  await fill('Confirm password', NEW_PASSWORD);
  await fill('Code in the image', 'abcd');
  await press('Set new password');
  await expectError('SMS code', 'That code is wrong or has expired.');
  expect((await field('Phone number')).value).toBe('+86 13800001234');
  expect((await field('New password')).value).toBe(NEW_PASSWORD);
  expect((await field('Code in the image')).value).toBe('');
});

test('a wrong image code before an SMS shows an error in its sheet, and can be corrected', async () => {
  const server = await renderScreen(pages.forgetPassword, { as: null });
  server.answer('POST /base/phoneCode', ({ captcha }) =>
    captcha === 'abcd' ? { resendAfterSeconds: 60 } : refused(4005),
  );
  await press('By phone', { role: 'radio' });
  await fill('Phone number', '+86 13800001234');
  await press('Send code');
  const sheet = await dialog('Before we send the SMS');
  await fill('Code in the image', 'WRNG', sheet);
  await press('Send code', { part: sheet });
  await expectError('Code in the image', /./, sheet);
  expect((await field('Code in the image', sheet)).value).toBe('');
  await fill('Code in the image', 'abcd', sheet);
  await answer('Before we send the SMS', 'Send code');
  await untilToast('Code sent to +86 13800001234');
  await untilText(/^Send again in \d+ s$/);
});

test('an image code is asked for before a code goes to an email, and a wrong one can be corrected', async () => {
  const server = await renderScreen(pages.forgetPassword, { as: null });
  server.answer('POST /base/emailCode', ({ captcha }) =>
    captcha === 'abcd' ? { resendAfterSeconds: 60 } : refused(4005),
  );
  await fill('Email', 'nobody');
  await press('Send code');
  await expectError('Email', 'That email doesn’t look right.');
  await fill('Email', 'ada@tern.test');
  await press('Send code');
  const sheet = await dialog('Before we send the email');
  await press('Send code', { part: sheet });
  await expectError('Code in the image', 'Enter the code in the image.', sheet);
  await fill('Code in the image', 'WRNG', sheet);
  await press('Send code', { part: sheet });
  await expectError('Code in the image', /Here is a new image/, sheet);
  await fill('Code in the image', 'abcd', sheet);
  await answer('Before we send the email', 'Send code');
  await untilToast('Code sent to ada@tern.test');
  expect(server.inputs('POST /base/emailCode').at(-1)).toMatchObject({
    email: 'ada@tern.test',
    purpose: 'resetPassword',
  });
});

test('a member who is logged in gets a code at their own address without an image code', async () => {
  const server = await renderScreen(pages.forgetPassword);
  server.answer('POST /user/emailCode', { resendAfterSeconds: 60 });
  await fill('Email', memberUser().email.toUpperCase());
  await press('Send code');
  await untilText(/^Send again in \d+ s$/);
  expect(server.inputs('POST /user/emailCode')).toEqual([{ purpose: 'resetPassword' }]);
});

test('a wrong old password is shown after the question, and the input stays', async () => {
  const server = await renderScreen(pages.resetPassword);
  server.answer('POST /user/changePassword', refused(4011));
  await fill('Old password', 'not the old one');
  await fill('New password', NEW_PASSWORD);
  await fill('Confirm password', NEW_PASSWORD);
  await press('Change password');
  const asked = await dialog('Change the login password?');
  expect(asked.textContent).toContain('withdrawals pause for 24 hours');
  await answer('Change the login password?', 'Cancel');
  expect(server.inputs('POST /user/changePassword')).toEqual([]);
  expect((await field('New password')).value).toBe(NEW_PASSWORD);

  await press('Change password');
  await answer('Change the login password?', 'Change password');
  await expectError('Old password', 'The old password doesn’t match.');
});

test('a withdrawal password is set with the login password, and needs six digits', async () => {
  await renderScreen(pages.resetWithdrawPassword, { as: { hasPayPassword: false } });
  await press('Set password');
  await expectError('Your login password', 'Enter your login password.');
  await fill('Your login password', PASSWORD);
  await fill('New withdrawal password', '12345');
  await press('Set password');
  await expectError('New withdrawal password', 'Enter 6 digits.');
  await fill('New withdrawal password', '135790');
  await fill('Confirm withdrawal password', '135790');
  await press('Set password');
  await untilToast('Withdrawal password saved');
});

test('a wrong old withdrawal password shows an error at its field', async () => {
  const server = await renderScreen(pages.resetWithdrawPassword);
  server.answer('POST /user/changePayPassword', refused(4012));
  await fill('Old withdrawal password', '000000');
  await fill('New withdrawal password', '246802');
  await fill('Confirm withdrawal password', '246802');
  await press('Change password');
  await expectError('Old withdrawal password', 'The old withdrawal password doesn’t match.');
});

test('a reset of the withdrawal password warns of the pause, and needs the email code and the login password', async () => {
  const server = await renderScreen(pages.forgetWithdrawPassword);
  server.answer('POST /user/resetPayPassword', refused(4011));
  server.answer('POST /user/emailCode', { resendAfterSeconds: 60 });
  await untilText(WAITING);
  await press('Send code');
  await untilText(/^Send again in \d+ s$/);
  expect(server.inputs('POST /user/emailCode')).toEqual([{ purpose: 'resetPayPassword' }]);
  await press('Set password');
  await expectError('Email code', 'Enter the email code.');
  await fill('Email code', '123456');
  await fill('Your login password', 'not this one');
  await fill('New withdrawal password', '246802');
  await fill('Confirm withdrawal password', '246802');
  await press('Set password');
  await expectError('Your login password', 'Wrong login password.');
});

test('a visitor sees only the password reset', async () => {
  await renderScreen(pages.passwords, { as: null });
  await press(/^Forgot login password/, { role: 'link' });
  await untilPage(pages.forgetPassword);
  await press('Back');
  await untilPage(pages.passwords);
  await press(/^Login password/, { role: 'link' });
  await untilPage(pages.login);
  await field('Email or phone');
});
