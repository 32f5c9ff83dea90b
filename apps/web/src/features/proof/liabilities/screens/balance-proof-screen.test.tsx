/** Proof of balances: verified in the app, and never shown as proven when a check fails. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatLogProof, formatReceipt, parseLogProof, parseReceipt } from '@tern/proofs';
import { refused } from '@tern/protocol/tests';
import { isShown, press, untilText } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';

/** The worked example of the format's documentation. */
const page = readFileSync(
  join(import.meta.dirname, '../../../../../../../docs/public-log.md'),
  'utf8',
);
const block = (name: string): string => page.split(`\`\`\`${name}\n`)[1]!.split('\n```')[0]!;
const KEY = block('log-key');
const RECEIPT = `${block('balance-receipt')}\n`;
const AT = '2026-11-18T12:00:00.000Z';

/** The receipt is that of member 1. */
const open = (
  receipt: string,
  { memberId = 1, key = KEY, joinedAt = '2026-01-01T00:00:00.000Z' } = {},
) =>
  renderScreen(pages.balanceProof, {
    as: { ID: memberId, CreatedAt: joinedAt },
    before: (server) => {
      const list = [{ ID: 1, CreatedAt: AT, key, receipt: null }];
      server.answer('GET /public-log/keys', { origin: 'exchange.example/log', list });
      server.answer('GET /liabilities/proof', { ID: 1, CreatedAt: AT, receipt });
    },
  });

test('a balance that the published total counts is shown as proven, with what that does not show', async () => {
  await open(RECEIPT);
  await untilText('Your balance is in the published total');
  expect(isShown('1.25')).toBe(true);
  expect(isShown(/It doesn’t show what we hold/)).toBe(true);
});

/** The same total, for a member who was owed nothing. */
function withoutBalances(): string {
  const proof = parseLogProof(RECEIPT)!;
  const receipt = parseReceipt(proof.extra!)!;
  return formatLogProof({ ...proof, extra: formatReceipt({ ...receipt, parts: [] } as never) });
}

test('a member who joined after the total was taken is shown that the next one includes them', async () => {
  await open(withoutBalances(), { joinedAt: '2027-06-01T00:00:00.000Z' });
  await untilText('The next total includes you');
  expect(isShown('Your balance isn’t in this total')).toBe(false);
  expect(isShown('Your balances are counted')).toBe(false);
  expect(isShown('The total is signed')).toBe(true);
});

test('a former member is shown that no balance of theirs is counted', async () => {
  await open(withoutBalances());
  await untilText('Your balance isn’t in this total');
  expect(isShown('Your balances are counted')).toBe(false);
});

test('each visit and each press runs the checks', async () => {
  const server = await open(RECEIPT);
  await untilText('Your balance is in the published total');
  await press('Check again');
  await untilText('Your balance is in the published total');
  expect(server.inputs('GET /liabilities/proof').length).toBe(2);
});

test('a receipt of another member proves nothing', async () => {
  await open(RECEIPT, { memberId: 2 });
  await untilText('Not proven');
  expect(isShown('the receipt is not that of this account')).toBe(true);
  expect(isShown('Your balance is in the published total')).toBe(false);
});

test('a total that the log did not sign proves nothing', async () => {
  const other = KEY.replace('exchange.example/log', 'other.example/log');
  await open(RECEIPT, { key: other });
  await untilText('Not proven');
});

test('a changed receipt proves nothing', async () => {
  await open(RECEIPT.replace('index 3', 'index 2'));
  await untilText('Not proven');
});

test('a new deployment has published nothing yet', async () => {
  await renderScreen(pages.balanceProof, {
    before: (server) => {
      server.answer('GET /public-log/keys', { origin: 'exchange.example/log', list: [] });
      server.answer('GET /liabilities/proof', refused(5007));
    },
  });
  await untilText('No total has been published yet');
});
