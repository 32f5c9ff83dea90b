/** Proof of balances: verified in the app, and never shown as proven when a check fails. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  formatLogProof,
  formatReceipt,
  type LogTrust,
  parseLogProof,
  parseReceipt,
  parseVerifierKey,
} from '@tern/proofs';
import type { ReservesFile, ReserveWallet } from '@tern/proofs/reserves';
import { sampleReserves, type SampleReserves } from '@tern/proofs/tests';
import { refused } from '@tern/protocol/tests';
import { isShown, press, screen, untilText } from '@tern/ui/tests';
import { describe, expect, onTestFinished, test } from 'vitest';
import { renderScreen } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { VERSION } from '../../../../kernel/site-config.ts';

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
  {
    memberId = 1,
    key = KEY,
    joinedAt = '2026-01-01T00:00:00.000Z',
    mode = 'paper',
  }: { memberId?: number; key?: string; joinedAt?: string; mode?: 'paper' | 'live' } = {},
) =>
  renderScreen(pages.balanceProof, {
    as: { ID: memberId, CreatedAt: joinedAt },
    before: (server) => {
      const list = [{ ID: 1, CreatedAt: AT, key, receipt: null }];
      server.answer('GET /public-log/keys', { origin: 'exchange.example/log', list });
      server.answer('GET /liabilities/proof', { ID: 1, CreatedAt: AT, receipt });
      server.answer('GET /base/site', {
        version: VERSION,
        mode,
        serverTime: new Date().toISOString(),
        isReadOnly: false,
        priceSource: 'simulated',
      });
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

describe('reserves', () => {
  const TRUST: LogTrust = { origin: 'exchange.example/log', keys: [parseVerifierKey(KEY)!] };
  const HELD = { coin: 10n ** 18n, token: 1_250_000n };
  const usual = globalThis.fetch;

  /** Opens the page of an exchange with real money, which publishes such a file for the total. */
  const openWith = async (file: SampleReserves | undefined) => {
    const text = file && sampleReserves(RECEIPT, TRUST, file);
    onTestFinished(() => {
      globalThis.fetch = usual;
    });
    globalThis.fetch = async (address, init) =>
      address === '/log/reserves/1.json'
        ? new Response(text ?? '', { status: text === undefined ? 404 : 200 })
        : usual(address, init);
    await open(RECEIPT, { mode: 'live' });
  };
  const withWallet =
    (change: (wallet: ReserveWallet) => ReserveWallet) =>
    (file: ReservesFile): ReservesFile => ({
      ...file,
      chains: file.chains.map((chain) => ({ ...chain, wallets: chain.wallets.map(change) })),
    });

  test('a coin that a block proves is covered by it, one without a proof is not said to be held', async () => {
    await openWith(HELD);
    await untilText('These blocks cover 1 of 2 coins');
    expect(screen.getAllByText('Covered').length).toBe(1);
    expect(isShown(/^Block \d+ of Ethereum$/)).toBe(true);
    expect(isShown('Failed')).toBe(false);
  });

  test('less than is owed covers nothing', async () => {
    await openWith({ ...HELD, token: 1_249_999n });
    await untilText('These blocks cover 0 of 2 coins');
    expect(isShown('Covered')).toBe(false);
  });

  test('a balance that the block does not have proves nothing', async () => {
    const swap = withWallet((wallet) => ({
      ...wallet,
      holdings: wallet.holdings.map((each) => ({ ...each, storage: [] })),
    }));
    await openWith({ ...HELD, change: swap });
    await untilText('the block does not have this balance');
    expect(isShown(/These blocks cover/)).toBe(false);
  });

  test('a wallet that did not sign for this total proves nothing', async () => {
    const borrow = withWallet((wallet) => ({ ...wallet, address: `0x${'1'.repeat(40)}` }));
    await openWith({ ...HELD, change: borrow });
    await untilText(/did not sign for this checkpoint/);
    expect(isShown(/These blocks cover/)).toBe(false);
  });

  test('a file of another total proves nothing', async () => {
    await openWith({ ...HELD, change: (file) => ({ ...file, snapshot: 2 }) });
    await untilText(/is not that of snapshot 2/);
  });

  test('a contract that the app does not know is named and not counted', async () => {
    const other = withWallet((wallet) => ({
      ...wallet,
      holdings: wallet.holdings.map((each) =>
        each.contract === null ? each : { ...each, contract: `0x${'2'.repeat(40)}` },
      ),
    }));
    await openWith({ ...HELD, change: other });
    await untilText(/Not counted: USDT on ERC20/);
    expect(isShown('These blocks cover 0 of 2 coins')).toBe(true);
  });

  test('a total without a file says so', async () => {
    await openWith(undefined);
    await untilText(/no proof of what we hold/);
  });
});
