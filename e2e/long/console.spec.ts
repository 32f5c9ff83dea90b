/** Every screen of the console passes the automatic checks in both themes, and fits small windows. */
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addEmbeddedUnmatched } from '../../apps/server/tests/support/embedded-owner.ts';
import { checksOf, faultsInBothThemes } from '../support/automatic-checks.ts';
import { openConsole, operator, operatorCall } from '../support/console.ts';
import { withdrawingMember } from '../support/reviewing.ts';
import { story } from '../support/story.ts';

/** Widths of the page and of its scrolling parts: only a table may be wider than a phone, in its own frame. */
const widest = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      document.documentElement.scrollWidth,
      ...[...document.querySelectorAll('main *')]
        .filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0)
        .filter((part) => getComputedStyle(part).overflowY === 'auto' && part.tagName === 'DIV')
        .filter((part) => part.querySelector(':scope > table') === null)
        .map((part) => part.getBoundingClientRect().left + part.scrollWidth),
    ),
  );

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

story('every screen of the console', async ({ open, world }) => {
  const everyone = await operator(world, 'reviewer', 'approver', 'support', 'content', 'auditor');
  const member = await withdrawingMember(world);
  const unmatched = `e2e-page-${member.session.user.ID}`;
  await addEmbeddedUnmatched(dirname(world.outboxFile), unmatched);
  await operatorCall(world, 'POST /operator/setting/propose', {
    input: {
      key: 'withdrawal.targetHours',
      value: '26',
      effectiveAt: new Date(Date.now() + 48 * 3_600_000).toISOString(),
      reason: 'The list of changes needs a row.',
    },
    token: everyone.session.token,
  });
  const page = await openConsole(open, everyone);
  const { found, check } = checksOf(page, faultsInBothThemes);
  const pages = {
    '/customers': 'Customers',
    [`/customers?id=${member.session.user.ID}`]: 'Records',
    '/audit': 'Audit log',
    '/limits': 'Limits and fees',
    '/limits?open=network.BTC.BTC': 'Limits and fees',
    '/limits?show=changes': 'Limits and fees',
    '/limits?key=withdrawal.targetHours': 'Propose another value',
    '/limits?key=network.BTC.BTC': 'Propose a change',
    '/chain': 'Stuck transfers',
    [`/chain?ref=${unmatched}`]: 'Stuck transfers',
    '/outbox': 'Outbox',
    '/announcements': 'Announcements',
    '/announcements?new=1': 'New announcement',
    '/announcements?id=6': 'Terms',
    '/products': 'Products',
    '/products?id=101': 'Versions',
    '/products?new=offering': 'New product: new coin',
    '/products?show=treasury': 'Money for products',
    '/operators': 'Operators',
    '/operators?new=1': 'New operator',
    '/operators?login=operator-1': 'Propose a change',
  };
  for (const [path, title] of Object.entries(pages)) {
    await page.evaluate((to) => {
      location.hash = to;
    }, `#${path}`);
    await heading(page, title).first().waitFor();
    await page.locator('main :is(table, dl, ul, form)').first().waitFor();
    await check(path);
    for (const size of [375, 900, 1440, 1280]) {
      await page.setViewportSize({ width: size, height: 800 });
      const width = await widest(page);
      if (width > size) found[`${path} at ${size}`] = [`${width} wide`];
    }
  }
  expect(found).toEqual({});
});
