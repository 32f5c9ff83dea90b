/** Notifications on the phone: a live dot, the full reason, the link to the record, and marking all as read. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import type { Page } from 'playwright-core';
import { control, tap, untilPage, words } from './support/hands.ts';
import { reject, submitWithdrawal, withdrawingMember } from './support/reviewing.ts';
import { soon, story } from './support/story.ts';
import { PASSWORD } from './support/world.ts';
import { untilLoaded, visit } from './support/waiting.ts';

/** Other stories publish announcements to every member, so there may be more than one. */
const UNREAD = /^Notifications, [1-9]\d* unread$/;
const UNREAD_ROW = /Withdrawal rejected: 100\.00 USDT.*unread/;

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
    await reject(world, recordNo, 'The address belongs to another person.');
    await control(page, 'link', UNREAD).waitFor();

    await tap(page, UNREAD, 'link');
    await untilPage(page, pages.notifications);
    await control(page, 'link', UNREAD_ROW).waitFor();
    await tap(page, /^Withdrawal rejected: 100.00 USDT/, 'link');
    await untilPage(page, pages.notificationDetail);
    await words(
      page,
      /100\.00 USDT is back in your balance\. Reason: We couldn’t carry out this withdrawal/,
    ).waitFor();
    await tap(page, 'View record');
    await untilPage(page, pages.withdrawDetail);
    await words(page, recordNo).waitFor();

    await page.goBack();
    await untilPage(page, pages.notificationDetail);
    await page.goBack();
    await untilPage(page, pages.notifications);
    await soon(() => control(page, 'link', UNREAD_ROW).count()).toBe(0);
    await page.goBack();
    await untilPage(page, pages.home);
    await control(page, 'link', /^Notifications/).waitFor();
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

story(
  'preferences are saved immediately; a push that arrives at the closed app opens its notice',
  async ({ open, world }) => {
    const member = await world.member();
    const { token } = member.session;
    const page = await open(pages.notifications, {
      as: member,
      device: { serviceWorkers: 'allow' },
      before: (_page, context) => context.grantPermissions(['notifications']),
    });
    await tap(page, 'Notification preferences', 'link');
    await untilPage(page, pages.notificationPreferences);
    expect(await control(page, 'switch', 'Security: Email').isDisabled()).toBe(true);
    await tap(page, 'Contracts: Email', 'switch');
    await tap(page, /^Quiet hours/);
    await tap(page.getByRole('dialog', { name: 'Quiet hours' }), 'Quiet hours', 'switch');
    await words(page, '22:00 – 07:00').waitFor();
    const saved = () => world.api.data('GET /notice/getPreferences', {}, { token });
    const email = { category: 'contracts', channel: 'email', isOn: true, isLocked: false };
    // The screen shows a change before the server has it.
    await soon(async () => (await saved()).quiet).toEqual({ from: '22:00', until: '07:00' });
    expect((await saved()).switches).toContainEqual(email);

    const { list } = await world.api.data('GET /notice/getNoticeList', {}, { token });
    const { ID, title } = list[0]!;
    const target = `${pages.notificationDetail}?id=${ID}`;
    await soon(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const [worker] = page.context().serviceWorkers();
    await worker!.evaluate(() => {
      const scope = globalThis as unknown as WorkerScope;
      scope.shown = [];
      scope.registration.showNotification = async (heading, options) => {
        scope.shown.push({ heading, data: options.data });
      };
    });
    const shown = () =>
      worker!.evaluate(() =>
        (globalThis as unknown as WorkerScope).shown.map(({ heading }) => heading),
      );
    await deliverPush(page, { title, body: 'Details', tag: 'notice', page: target });
    await soon(shown).toEqual([title]);
    await worker!.evaluate(() => {
      const scope = globalThis as unknown as WorkerScope;
      const event = new Event('notificationclick');
      const notification = { ...scope.shown[0], close: () => scope.shown.splice(0) };
      Object.assign(event, { notification, waitUntil: () => {} });
      scope.dispatchEvent(event);
    });
    await untilPage(page, pages.notificationDetail);
    await page.getByRole('heading', { name: title }).waitFor();
    await soon(shown).toEqual([]);
  },
);

/** The headless browser has no notifications, so the story records what the worker shows. */
interface WorkerScope {
  shown: { heading: string; data: unknown }[];
  registration: {
    showNotification: (heading: string, options: { data: unknown }) => Promise<void>;
  };
  dispatchEvent(event: Event): boolean;
}

/** As the browser's push service delivers it. */
async function deliverPush(page: Page, message: object): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const origin = new URL(page.url()).origin;
  const push = { origin, registrationId: await found, data: JSON.stringify(message) };
  await devtools.send('ServiceWorker.deliverPushMessage', push);
}
