/** Invitations: a visitor registers through the link, and the inviter's page counts them without a reload. */
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, field, tap, untilPage, words } from './support/hands.ts';
import { fillContact, fillSecrets } from './support/registration.ts';
import { soon, story } from './support/story.ts';

story(
  'a friend registers through the link, and the inviter sees it live',
  async ({ open, world }) => {
    const inviter = await world.member();
    const code = inviter.session.user.inviteCode;
    const page = await open(pages.home, { as: inviter });
    await tap(page, 'Invite', 'link');
    await untilPage(page, pages.invite);
    await words(page, 'You get part of the fees we charge the people you invite.').waitFor();

    const friend = await open(`${pages.register}?code=${code}`);
    await soon(() => field(friend, 'Invitation code').inputValue()).toBe(code);
    await fillContact(friend, world, { invitation: null });
    await fillSecrets(friend);
    await tap(friend, 'Open an account');
    await untilPage(friend, pages.home);

    await words(page, '1 person, 0 verified').waitFor();
    await control(page, 'link', /Your invites/u).click();
    await words(page, /^.•••@/u).waitFor();
  },
);
