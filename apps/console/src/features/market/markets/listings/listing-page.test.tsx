/** Listing a coin: saved as it is typed, tried, proposed; and what became of it. */
import { refused } from '@tern/protocol/tests';
import { answer, dialog, fill, press, screen, untilText, untilToast } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole } from '../../../../../tests/render-console.tsx';
import type { Checked, Listing } from './api.ts';
import { NEW_DRAFT, newNetwork } from './draft.ts';

const NETWORKS = [
  { code: 'ERC20', name: 'Ethereum (ERC-20)', family: 'evm', confirmations: 12, hasMemo: false },
  { code: 'XRP', name: 'XRP Ledger', family: 'ripple', confirmations: 1, hasMemo: true },
];
const CHECKS: Checked['checks'] = [
  { group: 'coin', name: 'name-free', isPassed: false, detail: 'OST' },
  { group: 'market', name: 'orders-replayed', isPassed: true, detail: '2000' },
];

const HASH = 'ab'.repeat(32);

const listing = (over: Partial<Listing>): Listing => ({
  ID: 4,
  draft: {
    ...NEW_DRAFT,
    coin: { code: 'OST', name: 'Ostra', scale: '4', networks: [newNetwork('ERC20')] },
    market: { ...NEW_DRAFT.market!, base: 'OST' },
  },
  state: 'draft',
  startedBy: 'operator-1',
  startedAt: '2026-11-20T10:00:00.000Z',
  savedAt: '2026-11-20T10:58:00.000Z',
  reason: null,
  proposedBy: null,
  opensAt: null,
  agreedAt: null,
  endedAt: null,
  recheckedAt: null,
  failed: [],
  reviewId: null,
  move: null,
  ...over,
});

const open = (path: string, list: readonly Listing[], role: 'approver' | 'auditor' = 'approver') =>
  renderConsole(path, [role], (fresh) => {
    fresh.answer('GET /operator/market/list', () => ({ list: [] }));
    fresh.answer('GET /operator/listing/list', () => ({ list: [...list] }));
    fresh.answer('GET /operator/listing/choices', () => ({
      networks: NETWORKS,
      coins: [{ code: 'USDT', name: 'Tether' }],
      sources: [],
    }));
    fresh.answer('POST /operator/listing/save', () => ({
      ID: 4,
      savedAt: '2026-11-20T10:58:00.000Z',
    }));
    fresh.answer('POST /operator/listing/check', () => ({
      checks: CHECKS,
      at: '2026-11-20T10:59:00.000Z',
      tookMs: 1_400,
    }));
    fresh.answer('POST /operator/listing/propose', () => ({ reviewId: 12 }));
    fresh.answer('POST /operator/listing/withdraw', () => ({}));
    fresh.answer('POST /operator/listing/move', () => ({ reviewId: 13 }));
    fresh.answer('POST /operator/listing/uploadPicture', () => ({ picture: HASH }));
  });

test('a new coin is saved as it is typed, with its market, and is tried before it is proposed', async () => {
  const server = open('/markets', []);
  await press('List a coin');
  await fill('Code', 'ost');
  await fill('Name', 'Ostra');
  await press('Next, networks');
  await fill('Add a network', 'ERC20');
  await fill('Smallest deposit', '5');
  await untilText('evm addresses, counted after 12 confirmations');
  await expect
    .poll(() => server.inputs('POST /operator/listing/save').at(-1))
    .toMatchObject({
      draft: {
        coin: { code: 'OST', name: 'Ostra', networks: [{ network: 'ERC20', depositMin: '5' }] },
        market: { base: 'OST', currency: 'USDT', feed: 'members' },
      },
    });
  await untilText('Draft, saved');
  await press(/Dry run/);
  await press('Run the checks');
  await untilText('1 of 2 checks passed');
  await untilText('Another coin has this code or name');
  await press(/Two people/);
  await press('Ask a second person');
  await fill('Reason', 'Members asked for it.', await dialog('Ask for OST/USDT?'));
  await answer('Ask for OST/USDT?', 'Ask a second person');
  await untilToast('Proposed, waiting for a second person');
  expect(server.inputs('POST /operator/listing/propose')).toEqual([
    { ID: 4, reason: 'Members asked for it.' },
  ]);
});

test('a market of a coin that exists has no coin of its own, and no field takes a price', async () => {
  const server = open('/markets?listing=4', [listing({})]);
  await fill('What is listed', 'market');
  await fill('Coin', 'USDT');
  await press(/^3|Market/, { part: await screen.findByRole('navigation', { name: 'Steps' }) });
  await untilText('Tick, smallest step of the price');
  expect(screen.queryByLabelText(/^(First )?price$/i)).toBeNull();
  await press(/Price/, { part: screen.getByRole('navigation', { name: 'Steps' }) });
  await untilText('Nobody can type a price.');
  await expect
    .poll(() => server.inputs('POST /operator/listing/save').at(-1))
    .toMatchObject({ ID: 4, draft: { coin: null, market: { base: 'USDT' } } });
});

test('one that did not open says which check failed, and its terms begin a new draft', async () => {
  const over = { state: 'stopped', failed: ['name-free'], endedAt: '2026-12-01T12:00:00.000Z' };
  const server = open('/markets?listing=4', [listing(over as Partial<Listing>)]);
  await untilText('Another coin has this code or name');
  await press('Begin again with these terms');
  await untilToast('A new draft was begun');
  expect(server.inputs('POST /operator/listing/save')).toMatchObject([
    { draft: { coin: { code: 'OST' }, startsAt: '' } },
  ]);
});

test('an agreed one is withdrawn by one person with a reason; an auditor only reads it', async () => {
  const agreed = listing({ state: 'agreed', opensAt: '2099-12-01T12:00:00.000Z' });
  const server = open('/markets?listing=4', [agreed]);
  await press('Withdraw');
  const asked = await dialog('Withdraw the listing of OST/USDT?');
  await fill('Reason', 'Its network has stopped.', asked);
  await answer('Withdraw the listing of OST/USDT?', 'Withdraw');
  await untilToast('Withdrawn');
  expect(server.inputs('POST /operator/listing/withdraw')).toEqual([
    { ID: 4, reason: 'Its network has stopped.' },
  ]);
  open('/markets?listing=4', [agreed], 'auditor');
  await untilText('List OST/USDT');
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});

test('a picture is uploaded and named by its hash, a file that is none is refused with the reason; names are typed by language', async () => {
  const server = open('/markets?listing=4', [listing({})]);
  await untilText('Names in other languages');
  const choose = (name: string, type: string, bytes = 10) => {
    const field = document.querySelector<HTMLInputElement>('input[type="file"]')!;
    const files = [new File(['x'.repeat(bytes)], name, { type })];
    Object.defineProperty(field, 'files', { value: files, configurable: true });
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  choose('mark.jpg', 'image/jpeg');
  await untilText('Choose a PNG, WebP or SVG file.');
  choose('mark.png', 'image/png', 512 * 1024 + 1);
  await untilText('The file is larger than 512 kB.');
  server.answer('POST /operator/listing/uploadPicture', refused(5008));
  choose('mark.png', 'image/png');
  await untilText(/^It has to be square with at least 256 pixels/);
  server.answer('POST /operator/listing/uploadPicture', () => ({ picture: HASH }));
  choose('mark.svg', 'image/svg+xml');
  await fill('German', 'Ostra-Münze');
  await fill('French', 'x');
  await fill('French', '');
  await expect
    .poll(() => server.inputs('POST /operator/listing/save').at(-1))
    .toMatchObject({ draft: { coin: { picture: HASH, names: { de: 'Ostra-Münze' } } } });
  const saved = server.inputs('POST /operator/listing/save').at(-1)!;
  expect(Object.keys(saved.draft.coin!.names!)).toEqual(['de']);
  const shown = document.querySelectorAll(`img[src="/coin-pictures/${HASH}.png"]`);
  // In the head, in three sizes, and as a member will see it.
  expect(shown).toHaveLength(5);
});

test('one that waits says which check failed; another time is proposed with a reason', async () => {
  const waits = {
    state: 'waiting' as const,
    failed: ['name-free'],
    opensAt: '2099-12-01T12:00:00.000Z',
  } satisfies Partial<Listing>;
  const server = open('/markets?listing=4', [listing(waits)]);
  await untilText('Another coin has this code or name');
  await press('Move the opening');
  const asked = await dialog('Move the opening of OST/USDT?');
  await fill('Opens', '2099-12-02T12:00', asked);
  await fill('Reason', 'The source is back.', asked);
  await answer('Move the opening of OST/USDT?', 'Move the opening');
  await untilToast('Proposed, waiting for a second person');
  expect(server.inputs('POST /operator/listing/move')).toEqual([
    {
      ID: 4,
      startsAt: new Date('2099-12-02T12:00').toISOString(),
      reason: 'The source is back.',
    },
  ]);
});
