/** Announcements: approved by two operators, shown live in the member's language; external links ask first. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { faultsOf } from './support/automatic-checks.ts';
import { openConsole, operator, operatorCall, readWarnings } from './support/console.ts';
import {
  answer,
  control,
  dialog,
  field,
  tap,
  untilPage,
  untilToast,
  words,
} from './support/hands.ts';
import { fillContact } from './support/registration.ts';
import { soon, story } from './support/story.ts';
import { untilLoaded, visit } from './support/waiting.ts';
import type { World } from './support/world.ts';

const BODY =
  '# When\nOn **Sunday** from 08:00 UTC.\n- Deposits go on.\nSee [the plan](https://status.tern.example/plan).';

/** Creates, proposes and approves by calls. Returns the id. */
async function published(world: World, title: string, body = BODY): Promise<number> {
  const writer = (await operator(world, 'content')).session.token;
  const approver = (await operator(world, 'approver')).session.token;
  const { ID, revision } = await operatorCall(world, 'POST /operator/announcement/begin', {
    input: { cate: 1, title, body },
    token: writer,
  });
  const { reviewId } = await operatorCall(world, 'POST /operator/announcement/propose', {
    input: { ID, revision, reason: 'For all members.' },
    token: writer,
  });
  await agree(world, approver, reviewId);
  return ID;
}

/** The second approval, by a call. */
async function agree(world: World, token: string, ID: number): Promise<void> {
  const review = { input: { ID }, token };
  await operatorCall(world, 'POST /operator/review/claim', review);
  const { rereview } = await operatorCall(world, 'GET /operator/review/find', review);
  await operatorCall(world, 'POST /operator/review/approve', {
    input: { ID, stage: 'second', hash: rereview.hash, acknowledged: true },
    token,
  });
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

story(
  'an announcement approved by two operators appears immediately, and disappears when withdrawn',
  async ({ open, world }) => {
    const title = `Withdrawals pause on Sunday ${Date.now()}`;
    const member = await world.member();
    const phone = await open(pages.home, { as: member, remembered: { language: 'de' } });
    await untilLoaded(phone);
    const writer = await operator(world, 'content');
    const approver = await operator(world, 'approver');

    const page = await openConsole(open, writer, '/');
    await heading(page, 'Announcements').waitFor();
    await tap(page, 'New announcement', 'link');
    await field(page, 'Title').fill(title);
    await field(page, 'Text').fill(BODY);
    await tap(page, 'Preview');
    await page.getByRole('region', { name: 'Preview' }).getByText('Deposits go on.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await tap(page, 'Create draft');
    await heading(page, title).waitFor();

    await tap(page, 'German , missing');
    await field(page, 'Title').fill(`Auszahlungen ruhen am Sonntag`);
    await field(page, 'Text').fill('Einzahlungen gehen weiter.');
    await page.getByText('Save or discard your changes first.').waitFor();
    await tap(page, 'Save draft');
    await control(page, 'button', 'German , written').waitFor();
    await field(page, 'Reason').fill('The network is upgraded.');
    await tap(page, 'Propose');
    await words(page, 'waiting for a second person').first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await words(phone, 'Auszahlungen ruhen am Sonntag').count()).toBe(0);

    const other = await openConsole(open, approver, '/announcements');
    await other.getByRole('link', { name: title }).click();
    expect(await control(other, 'button', 'Save draft').count()).toBe(0);
    await other.getByRole('link', { name: 'Open review' }).click();
    await other.getByText('status.tern.example').first().waitFor();
    await tap(other, /^Claim/);
    await readWarnings(other);
    await tap(other, /^Approve and carry out/);
    await answer(other.getByRole('alertdialog'), 'Approve');
    await untilToast(other, 'Approved and carried out');

    await tap(phone, 'Auszahlungen ruhen am Sonntag', 'link');
    await untilPage(phone, pages.announcementDetail);
    await words(phone, 'Einzahlungen gehen weiter.').waitFor();

    await page.reload();
    await field(page, 'Reason for withdrawing').fill('The upgrade was cancelled.');
    await tap(page, 'Unpublish');
    await answer(dialog(page, 'Withdraw it?'), 'Unpublish');
    await untilToast(page, 'Withdrawn');
    await phone.goBack();
    await untilPage(phone, pages.home);
    await soon(() => words(phone, 'Auszahlungen ruhen am Sonntag').count()).toBe(0);
  },
);

story(
  'announcements have a dot until read, external links ask first, and other languages see English',
  async ({ open, world }) => {
    const title = `New pairs ${Date.now()}`;
    await published(world, title);
    const member = await world.member();
    const page = await open(pages.my, { as: member });
    await tap(page, 'News', 'link');
    await untilPage(page, pages.announcements);
    await control(page, 'link', new RegExp(`${title}.*unread$`)).waitFor();
    await tap(page, new RegExp(title), 'link');
    await heading(page, 'When').waitFor();
    await tap(page, 'the plan', 'link');
    const asked = dialog(page, 'Open status.tern.example?');
    expect(await faultsOf(page)).toEqual([]);
    await answer(asked, 'Cancel');
    expect(page.context().pages()).toHaveLength(1);
    await page.goBack();
    await untilPage(page, pages.announcements);
    await soon(() => control(page, 'link', new RegExp(`${title}.*unread$`)).count()).toBe(0);

    await tap(page, 'Limits and fees', 'tab');
    await untilLoaded(page);
    await tap(page, 'Help', 'tab');
    await tap(page, 'Keep your account safe', 'link');
    await words(page, /never ask for your password/).waitFor();

    const foreign = await open(pages.announcements, { as: member, remembered: { language: 'jp' } });
    await tap(foreign, new RegExp(title), 'link');
    await words(foreign, '現在は英語のみです').waitFor();
    expect(await heading(foreign, title).getAttribute('lang')).toBe('en-US');
  },
);

story('the terms can be read where they are accepted, and under About', async ({ open, world }) => {
  const page = await open(pages.register);
  await fillContact(page, world);
  await tap(page, 'Terms, privacy and risk');
  const sheet = page.getByRole('dialog', { name: 'Terms, privacy and risk' });
  await sheet.getByText(/^One account per person/).waitFor();
  await sheet.getByRole('heading', { name: 'Privacy', exact: true }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await answer(sheet, 'Close');
  const about = await open(pages.about, {
    as: await world.member(),
    remembered: { language: 'fr' },
  });
  await untilLoaded(about);
  await tap(about, 'Conditions', 'link');
  await untilPage(about, pages.announcementDetail);
  await words(about, /Un compte par personne/).waitFor();
  await visit(about, pages.about);
  await tap(about, 'Aide', 'link');
  await untilPage(about, pages.announcements);
  await control(about, 'link', /^Gardez votre compte/).waitFor();
});
