/** Opening an account by hand, the way a newcomer does. */
import type { Locator, Page } from 'playwright-core';
import { CAPTCHA } from './site.ts';
import { field, secret, tap, untilToast } from './hands.ts';
import { soon } from './story.ts';
import { PASSWORD, type World } from './world.ts';

interface Contact {
  /** With its dialling code; absent: a Chinese one that nobody has. */
  number?: string;
  /** Null: as the form has it. */
  invitation?: string | null;
}

/** Step one, with the code from the message that was sent; gives what was typed. */
export async function fillContact(
  page: Page,
  world: World,
  { number, invitation = 'TERN01' }: Contact = {},
) {
  const { email, phone: unused } = world.stranger();
  const phone = number ?? `+86 ${unused}`;
  if (invitation !== null) await field(page, 'Invitation code').fill(invitation);
  await field(page, 'Phone number').fill(phone);
  await field(page, 'Email').fill(email);
  await tap(page, 'Send code');
  await solveCaptcha(page, 'Before we send the email');
  await untilToast(page, `Code sent to ${email}`);
  await soon(() => world.codeFor(email)).toBeTruthy();
  await field(page, 'Email code').fill(world.codeFor(email) ?? '');
  await tap(page, 'Continue');
  await page.getByRole('heading', { name: 'How you log in' }).waitFor();
  return { email, phone };
}

/** Types the code of the image, once that has come: without it the code would be sent without an image's id, and refused. */
export async function typeImageCode(within: Page | Locator): Promise<void> {
  await within.getByAltText('Code to type').filter({ visible: true }).waitFor();
  await field(within, 'Code in the image').fill(CAPTCHA);
}

/** In the sheet that asks for the image code before a code is sent. */
export async function solveCaptcha(page: Page, title: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: title });
  await typeImageCode(sheet);
  await tap(sheet, 'Send code');
  await sheet.waitFor({ state: 'hidden' });
}

/** Step two, up to the button. */
export async function fillSecrets(page: Page): Promise<void> {
  await secret(page, 'Password').fill(PASSWORD);
  await secret(page, 'Confirm password').fill(PASSWORD);
  await typeImageCode(page);
  await page.getByRole('checkbox', { name: /^I know that trading/ }).check();
}
