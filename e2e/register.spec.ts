/** Registration: an invitation link, and a phone number of another country. */
import { pages } from '../apps/web/src/kernel/pages.ts';
import { field, tap, untilPage, words } from './support/hands.ts';
import { fillContact, fillSecrets } from './support/registration.ts';
import { soon, story } from './support/story.ts';

story('an invited visitor registers with a German phone number', async ({ open, world }) => {
  const page = await open(`${pages.register}?code=TERN01`);
  await words(page, 'A member who invites you has it. In this demo, use TERN01.').waitFor();
  await soon(() => field(page, 'Invitation code').inputValue()).toBe('TERN01');
  await fillContact(page, world, { number: '+49 151 23456789', invitation: null });
  await fillSecrets(page);
  await tap(page, 'Open an account');
  await untilPage(page, pages.home);
});
