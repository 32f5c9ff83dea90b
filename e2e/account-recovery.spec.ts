/** Account recovery and its protection: proven phones, delayed resets, "This wasn't me". */
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { endCodeWaits } from '../apps/server/tests/support/embedded-owner.ts';
import { messagesIn } from '../apps/server/tests/support/people.ts';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { field, secret, tap, untilPage, untilToast, words } from './support/hands.ts';
import { withdrawingMember } from './support/reviewing.ts';
import { solveCaptcha, typeImageCode } from './support/registration.ts';
import { soon, story } from './support/story.ts';
import { PASSWORD, type World } from './support/world.ts';

const NEW_PASSWORD = 'another sea 42';

/** The link in the newest security message to a recipient, without its host. */
async function linkTo(world: World, recipient: string): Promise<string> {
  const link = () => {
    const alerts = messagesIn(world.outboxFile).filter(
      ({ to, purpose, body }) => to === recipient && purpose === 'alert' && body.includes('http'),
    );
    return /#(\/pages\/login\/notMe\?token=[\w-]+)/.exec(alerts.at(-1)?.body ?? '')?.[1];
  };
  await soon(link).toBeTruthy();
  return link() ?? '';
}

/** Presses the button that sends a code, and reads it; an older one stays in the outbox. */
async function newCode(
  page: Page,
  { world, recipient, isOwn }: { world: World; recipient: string; isOwn: boolean },
): Promise<string> {
  const before = world.codeFor(recipient);
  await endCodeWaits(dirname(world.outboxFile));
  await tap(page, 'Send code');
  if (!isOwn) await solveCaptcha(page, 'Before we send the email');
  await soon(() => world.codeFor(recipient)).not.toBe(before);
  return world.codeFor(recipient) ?? '';
}

story(
  'a forgotten withdrawal password is reset by email, and the page shows how long withdrawals wait',
  async ({ open, world }) => {
    const member = await withdrawingMember(world);
    const page = await open(`${pages.withdraw}?coin=USDT`, { as: member });
    await tap(page, 'Forgot?', 'link');
    await untilPage(page, pages.forgetWithdrawPassword);
    const code = await newCode(page, { world, recipient: member.email, isOwn: true });
    await field(page, 'Email code').fill(code);
    await secret(page, 'Your login password').fill(PASSWORD);
    await secret(page, 'New withdrawal password').fill('246802');
    await secret(page, 'Confirm withdrawal password').fill('246802');
    await tap(page, 'Set password');
    await untilToast(page, /Withdrawals are paused until \d/);

    await untilPage(page, pages.withdraw);
    await words(page, /paused until|Available from/i)
      .first()
      .waitFor();
  },
);

story(
  'a phone is confirmed with a code sent to it, and then resets the password',
  async ({ open, world }) => {
    const registration = world.stranger();
    const page = await open(pages.passwords, { as: await world.newcomer(registration) });
    await tap(page, /^Phone number/, 'link');
    await untilPage(page, pages.provePhone);
    await soon(() => field(page, 'Phone number').inputValue()).toBe(registration.phone);
    await tap(page, 'Send code');
    await solveCaptcha(page, 'Before we send the SMS');
    const recipient = `+86${registration.phone}`;
    await soon(() => world.codeFor(recipient)).toBeTruthy();
    await field(page, 'SMS code').fill(world.codeFor(recipient) ?? '');
    await secret(page, 'Your login password').fill(PASSWORD);
    await tap(page, 'Confirm number');
    await untilToast(page, 'Phone number confirmed');
    await untilPage(page, pages.passwords);
    await page.getByText('Confirmed', { exact: true }).waitFor();
  },
);

story(
  '"This wasn\'t me" freezes the account with one press and no login',
  async ({ open, world }) => {
    const member = await world.member();
    const thief = await open(pages.forgetPassword);
    await field(thief, 'Email').fill(member.email);
    await field(thief, 'Email code').fill(
      await newCode(thief, { world, recipient: member.email, isOwn: false }),
    );
    await secret(thief, 'New password').fill(NEW_PASSWORD);
    await secret(thief, 'Confirm password').fill(NEW_PASSWORD);
    await typeImageCode(thief);
    await tap(thief, 'Set new password');
    await untilPage(thief, pages.login);

    const link = await linkTo(world, member.email);
    const page = await open(link);
    await page.getByRole('heading', { name: 'Was this you?' }).waitFor();
    await page.getByText('The login password of your account was reset.').waitFor();
    await tap(page, 'Not me: freeze account');
    await page.getByRole('heading', { name: 'Your account is frozen' }).waitFor();
    await expect(world.logInElsewhere(member, NEW_PASSWORD)).rejects.toThrow();

    const again = await open(link);
    await again.getByText('This link was used or has expired').waitFor();
  },
);
