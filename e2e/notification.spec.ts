/** Notifications on the phone: a live dot, the full reason, the link to the record, and marking all as read. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, tap, untilPage, words } from './support/hands.ts';
import { reject, submitWithdrawal, withdrawingMember } from './support/reviewing.ts';
import { soon, story } from './support/story.ts';
import { PASSWORD } from './support/world.ts';
import { untilLoaded, visit } from './support/waiting.ts';

story(
  'a rejected withdrawal shows a dot at the bell immediately; its notice has the reason and links to the record',
  async ({ open, world }) => {
    const member = await withdrawingMember(world);
    const { token } = member.session;
    const { list } = await world.api.data('GET /notice/getNoticeList', {}, { token });
    await world.api.data('POST /notice/readAllNotices', { ID: list[0]!.ID }, { token });
    const { recordNo } = await submitWithdrawal(world, member);

    const page = await open(pages.home, { as: member });
    await untilLoaded(page);
    await control(page, 'link', 'Notifications').waitFor();
    await reject(world, recordNo, 'The address belongs to somebody else.');
    await control(page, 'link', 'Notifications, 1 unread').waitFor();

    await tap(page, 'Notifications, 1 unread', 'link');
    await untilPage(page, pages.notifications);
    await words(page, 'Mark 1 read').waitFor();
    await tap(page, /^Withdrawal rejected: 100 USDT/, 'link');
    await untilPage(page, pages.notificationDetail);
    await words(page, /100 USDT is back in your balance\. Reason: The address belongs/).waitFor();
    await tap(page, 'View record');
    await untilPage(page, pages.withdrawDetail);
    await words(page, recordNo).waitFor();

    await page.goBack();
    await untilPage(page, pages.notificationDetail);
    await page.goBack();
    await untilPage(page, pages.notifications);
    await soon(() => words(page, 'Mark 1 read').count()).toBe(0);
    await page.goBack();
    await untilPage(page, pages.home);
    await control(page, 'link', 'Notifications').waitFor();
  },
);

story(
  'new notices are added to an open list in the member’s language, and all can be marked as read',
  async ({ open, world }) => {
    const member = await world.member();
    const { token } = member.session;
    const page = await open(pages.notifications, {
      as: member,
      remembered: { language: 'de' },
    });
    await words(page, 'Dein Übungsgeld ist da').waitFor();
    const first = { password: '135790', loginPassword: PASSWORD };
    await world.api.data('POST /user/changePayPassword', first, { token });
    await words(page, 'Auszahlungspasswort festgelegt').waitFor();
    const second = { password: '246801', oldPassword: '135790' };
    await world.api.data('POST /user/changePayPassword', second, { token });
    await words(page, 'Auszahlungspasswort geändert').waitFor();
    await page.getByRole('heading', { name: 'Heute' }).waitFor();

    await tap(page, '2 als gelesen markieren');
    await soon(() => words(page, 'ungelesen').count()).toBe(0);
    await page.reload();
    await words(page, 'Auszahlungspasswort geändert').waitFor();
    expect(await words(page, 'ungelesen').count()).toBe(0);

    await tap(page, /^Auszahlungspasswort geändert/, 'link');
    await tap(page, 'Passwörter');
    await untilPage(page, pages.passwords);
    await visit(page, pages.my);
    await control(page, 'link', 'Posteingang').waitFor();
  },
);
