/** The public log as a member's phone sees it: kept, checked again, and shown when it was changed. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import {
  checkpointText,
  emptyRoot,
  formatVerifierKey,
  parseVerifierKey,
  readClaim,
  signNote,
  verifierKey,
  verifyLogEvidence,
} from '../packages/proofs/src/index.ts';
import { pages } from '../apps/web/src/kernel/pages.ts';
import {
  answer,
  control,
  dialog,
  pathOf,
  storageOf,
  switchTab,
  tap,
  untilPage,
  words,
} from './support/hands.ts';
import { soon, story } from './support/story.ts';
import type { World } from './support/world.ts';

const KEPT = 'device.public-log';
const KEPT_AT = Date.parse('2026-03-02T09:30:00Z');

/** The log has entries that the phone has not seen. */
async function untilGrown(world: World, page: Page): Promise<void> {
  const stored = (await storageOf(page))[`tern.${KEPT}`] ?? '{}';
  const seen = readClaim((JSON.parse(stored) as { checkpoint: string }).checkpoint)!.size;
  const newest = async () => (await fetch(`${world.url}/log/checkpoint`)).text();
  await soon(async () => readClaim(await newest())!.size).toBeGreaterThan(seen);
}

story('a phone keeps what it saw, and finds that the log only grew', async ({ open, world }) => {
  const member = await world.member();
  const page = await open(pages.my, { as: member });
  await tap(page, 'Public log', 'link');
  await words(page, 'Kept from now on').waitFor();
  await world.buyAtMarket(member, { symbol: 'btcusdt', spend: '100' });
  await untilGrown(world, page);
  await tap(page, 'Check again');
  await words(page, 'Nothing was rewritten').waitFor();
  expect(await control(page, 'link', 'Send to service').count()).toBe(0);
});

/** Flips a bit of every hash of the tree. */
async function spoil(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.body()).map((byte) => byte ^ 1);
  await route.fulfill({ response, body: Buffer.from(body) });
}

story('changed hashes of the log prove nothing, and the phone says so', async ({ open, world }) => {
  const member = await world.member();
  const page = await open(pages.publicLog, {
    as: member,
    before: (opened) => opened.clock.install(),
  });
  await words(page, 'Kept from now on').waitFor();
  await world.buyAtMarket(member, { symbol: 'btcusdt', spend: '100' });
  await page.route('**/log/tile/**', spoil);
  await untilGrown(world, page);
  await tap(page, 'Check again');
  // The phone fetches them once more after some seconds.
  const unproven = words(page, 'Not proven');
  await soon(async () => {
    await page.clock.runFor(1_000);
    return unproven.count();
  }).toBe(1);
  await words(page, /didn’t show that it still contains/).waitFor();
  // The server serves the right ones again.
  await page.unroute('**/log/tile/**', spoil);
  await page.reload();
  await words(page, 'Nothing was rewritten').waitFor();
});

/** A phone that saw another log of this name, signed by a key it trusts, and the site with a log that this key signs. */
function forkedLog(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const key = verifierKey(origin, 'note', new Uint8Array(bytes));
  const signer = {
    key,
    sign: (message: Uint8Array) => new Uint8Array(sign(null, message, privateKey)),
  };
  const checkpoint = signNote(checkpointText({ origin, size: 3, root: emptyRoot() }), [signer]);
  const times = { since: KEPT_AT, provenAt: KEPT_AT, checkedAt: KEPT_AT, checks: 7 };
  return {
    trust: { origin, keys: [key] },
    kept: { origin, keys: [formatVerifierKey(key)], checkpoint, ...times },
    serve: (page: Page) =>
      page.route('**/log/checkpoint', async (route) => {
        const response = await route.fetch();
        const real = readClaim(await response.text())!;
        await route.fulfill({ response, body: signNote(checkpointText(real), [signer]) });
      }),
  };
}

story(
  'a rewritten log is shown on every page until the member looks at it, with evidence that verifies without us',
  async ({ open, world }) => {
    const published = await fetch(`${world.url}/api/public-log/keys`);
    const { data } = (await published.json()) as {
      data: { origin: string; list: { key: string }[] };
    };
    expect(parseVerifierKey(data.list[0]!.key)?.name).toBe(data.origin);
    const { kept, trust, serve } = forkedLog(data.origin);
    const page = await open(pages.home, {
      as: await world.member(),
      remembered: { [KEPT]: kept },
      before: async (opened) => {
        await opened.clock.install();
        await serve(opened);
      },
    });
    const alert = page.getByRole('alert').filter({ hasText: 'The public log failed a check' });
    // The log is checked some seconds after the start.
    await soon(async () => {
      await page.clock.runFor(1_000);
      return alert.count();
    }).toBe(1);
    await switchTab(page, 'Assets');
    await alert.getByRole('link').click();
    await untilPage(page, pages.publicLog);
    await words(page, 'The log was rewritten').waitFor();
    await alert.waitFor({ state: 'hidden' });

    const [file] = await Promise.all([page.waitForEvent('download'), tap(page, 'Evidence')]);
    const evidence = readFileSync(await file.path(), 'utf8');
    expect(verifyLogEvidence(evidence, trust).filter(({ pass }) => !pass)).toEqual([]);

    await page.reload();
    await words(page, 'The log was rewritten').waitFor();
    expect(await alert.count()).toBe(0);
    await tap(page, 'Send to service', 'link');
    await soon(() => pathOf(page)).toBe(pages.support);
    const message = page.getByRole('textbox', { name: 'Message' });
    await soon(() => message.inputValue()).toContain(kept.checkpoint.trim());
  },
);

story('logging out leaves what the phone knows of the log', async ({ open, world }) => {
  const { kept } = forkedLog('exchange.example/log');
  const page = await open(pages.my, { as: await world.member(), remembered: { [KEPT]: kept } });
  await tap(page, 'Log out');
  await answer(dialog(page, 'Log out on this device?'), 'Log out');
  await untilPage(page, pages.login);
  expect(Object.keys(await storageOf(page))).toEqual([`tern.${KEPT}`]);
});
