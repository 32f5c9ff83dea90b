/** Operations: what is measured, the invariants, read-only mode lifted by two approvers, snapshots of liabilities. */
import { press, screen, type, untilText, untilToast, within } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import {
  reasoned,
  ago,
  stateOf,
  published,
  shown,
  holding,
  at,
  keys,
  noWork,
} from '../../../../tests/operations-page.tsx';

const broken = {
  ...holding,
  id: 'balances-match',
  rule: 'Balances match postings',
  faults: ['balance of owner 7 in USDT is not the sum of its postings'],
};
const period = {
  ID: 4,
  rule: broken.rule,
  faults: broken.faults,
  beganAt: new Date().toISOString(),
  proposedBy: null as string | null,
  proposedReason: '',
  proposedAt: null as string | null,
  liftedBy: null as string | null,
  liftedReason: '',
  liftedAt: null as string | null,
};

test('a sentence says that everything is usual; figures show their value, range and line', async () => {
  shown(['auditor'], () => {});
  await untilText('Everything is in its usual range.');
  const list = screen.getByRole('list', { name: 'Figures' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(8);
  expect(within(list).getAllByText('usually under 40')).toHaveLength(8);
  expect(within(list).getAllByText('Between 1 and 3 in this time.')).toHaveLength(8);
  await untilText('Read-only mode was never needed.');
});

test('a figure that was not measured says so, and an old one its age, instead of a number as if it were new', async () => {
  const old = { value: 7, measuredAt: ago(72_000) };
  shown(['auditor'], (server) =>
    server.answer('GET /operator/operations/state', () =>
      stateOf(
        {},
        {
          orders: { value: null, measuredAt: null, usual: null },
          answerTime: { value: null },
          sockets: old,
        },
      ),
    ),
  );
  await untilText('not measured yet');
  await untilText('no calls');
  await untilText('usual range not known yet');
  await untilText(/7[2-9] s old/);
});

test('before ranges are known, the sentence does not claim that everything is usual', async () => {
  const unknown = Object.fromEntries(keys.map((key) => [key, { usual: null }]));
  shown(['auditor'], (server) =>
    server.answer('GET /operator/operations/state', () => stateOf({}, unknown)),
  );
  await untilText(/Nothing is wrong\. Usual ranges are known after/);
});

test.each([
  ['nothing makes one', null, 'Nothing here makes a backup.'],
  ['there is none yet', { newestAt: null, archivedAt: null, fault: '' }, 'There is no backup yet.'],
])('the sentence does not claim that nothing is wrong without a backup: %s', async (...given) => {
  const [, backup, sentence] = given;
  shown(['auditor'], (server) =>
    server.answer('GET /operator/operations/state', () => stateOf({ backup })),
  );
  await untilText(sentence);
});

test.each([
  [
    'a silent source',
    stateOf({
      sources: [
        {
          name: 'quotes-b',
          classes: [],
          lastQuoteAt: ago(42_000),
          isClosed: false,
          isLate: true,
          silent: 4,
        },
      ],
    }),
    'Price source quotes-b is late.',
  ],
  [
    'a figure out of its range',
    stateOf({}, { outbox: { unusual: { since: ago(600_000), isAbove: true } } }),
    'Outbox: above the usual range.',
  ],
  [
    'a full disk',
    stateOf({
      database: {
        version: '18',
        answerMs: 1,
        longestMs: 0,
        standbys: 0,
        size: 1,
        measuredAt: ago(0),
        disk: { free: 5, size: 100 },
      },
    }),
    'The disk is almost full.',
  ],
  [
    'backups that fail',
    stateOf({ backup: { newestAt: null, archivedAt: null, fault: 'no space left' } }),
    'Backups fail. They are tried again automatically.',
  ],
  [
    'an old backup',
    stateOf({ backup: { newestAt: ago(26 * 3_600_000), archivedAt: ago(0), fault: '' } }),
    'The last backup is older than a day.',
  ],
  [
    'a log that is not archived',
    stateOf({ backup: { newestAt: ago(0), archivedAt: ago(400_000), fault: '' } }),
    'The log has not been archived for minutes.',
  ],
  [
    'pending rewards of one coin',
    stateOf({ rewardsWaiting: 1 }),
    'Rewards of invitations wait for treasury money, in one coin.',
  ],
  [
    'pending rewards of several coins',
    stateOf({ rewardsWaiting: 3 }),
    'Rewards of invitations wait for treasury money, in 3 coins.',
  ],
  [
    'a low treasury before stuck withdrawals',
    stateOf({
      openWork: { ...noWork, lowCoins: ['BTC', 'USDT'], stuck: { count: 1, since: ago(0) } },
    }),
    'The treasury is low in BTC, USDT.',
  ],
  [
    'a cap that is reached before late requests',
    stateOf({
      openWork: {
        ...noWork,
        capped: { count: 6, since: ago(0) },
        late: { count: 1, since: ago(0) },
      },
    }),
    'The cap of 24 hours is reached: 6 withdrawals wait.',
  ],
  [
    'hedging that is stopped before late requests',
    stateOf({
      openWork: {
        ...noWork,
        hedgingStopped: { count: 1, since: ago(0) },
        late: { count: 1, since: ago(0) },
      },
    }),
    'Hedging at the venue is stopped.',
  ],
  [
    'stuck withdrawals before late requests',
    stateOf({
      openWork: {
        ...noWork,
        stuck: { count: 2, since: ago(0) },
        late: { count: 1, since: ago(0) },
      },
    }),
    '2 withdrawals are stuck.',
  ],
  [
    'a request past its time',
    stateOf({ openWork: { ...noWork, late: { count: 1, since: ago(0) } } }),
    'One request waits longer than members were promised.',
  ],
  [
    'unmatched deposits',
    stateOf({ openWork: { ...noWork, unmatched: { count: 3, since: ago(0) } } }),
    '3 deposits match no member.',
  ],
])('the sentence names %s', async (_what, state, sentence) => {
  // The rows of this table were made when the file was loaded.
  const now = () => ({ ...(state as object), at: ago(0) });
  shown(['auditor'], (server) => server.answer('GET /operator/operations/state', now));
  await untilText(sentence);
});

test('what waits for operators leads to its page', async () => {
  const openWork = {
    ...noWork,
    late: { count: 2, since: ago(3 * 3_600_000) },
    lowCoins: ['BTC'],
  };
  shown(['auditor'], (server) =>
    server.answer('GET /operator/operations/state', () => stateOf({ openWork })),
  );
  const late = await screen.findByRole('link', { name: 'Requests past their time' });
  expect(late.getAttribute('href')).toBe('#/queue?stage=late');
  expect(late.closest('li')?.textContent).toContain('the oldest since 3 h');
  const treasury = screen.getByRole('link', { name: 'Treasury is low' });
  expect(treasury.closest('li')?.textContent).toContain('BTC');
});

test('the keys 1, 2 and 3 choose hour, day and week', async () => {
  const server = shown(['auditor'], () => {});
  await untilText('Everything is in its usual range.');
  await type('2');
  await expect
    .poll(() => server.inputs('GET /operator/operations/state').at(-1))
    .toEqual({ span: 'day' });
  await type('3');
  await expect
    .poll(() => server.inputs('GET /operator/operations/state').at(-1))
    .toEqual({ span: 'week' });
  await type('1');
  expect(await screen.findByRole('radio', { name: '1 hour', checked: true })).toBeDefined();
});

test('incidents say when they began and ended, and what they did', async () => {
  const incident = {
    ID: 1,
    kind: 'figure',
    subject: 'outbox',
    beganAt: '2026-11-20T10:00:00.000Z',
    endedAt: '2026-11-20T10:20:00.000Z',
    worst: 214_000,
  };
  shown(['auditor'], (server) =>
    server.answer('GET /operator/operations/state', () =>
      stateOf({
        incidents: [
          { ...incident, ID: 2, kind: 'source', subject: 'quotes-b', endedAt: null, worst: 42_000 },
          incident,
          { ...incident, ID: 3, kind: 'away', subject: '', worst: null },
        ],
      }),
    ),
  );
  await untilText('quotes-b is silent');
  await untilText('Longest without a price: 42 s');
  await untilText('Outbox: outside the usual range');
  await untilText('Furthest: 214 waiting');
  await untilText('The server did not run');
});

test('an approver asks for a snapshot of liabilities and sees who asked, its state and where it is published', async () => {
  let newest = published;
  const server = shown(['approver'], (fresh) => {
    fresh.answer('GET /operator/liabilities/newest', () => ({ newest }));
    fresh.answer('POST /operator/liabilities/ask', () => {
      newest = { ...published, ID: 5, takenAt: null, index: null, publishedAt: null };
      return { ID: 5 };
    });
  });
  await untilText('Snapshot 4');
  await untilText('operator-9');
  const link = screen.getByTitle('View its receipt');
  expect(link.getAttribute('href')).toBe('/log/liabilities/4/snapshot.tlog-proof');
  await press('Ask for a snapshot');
  await untilToast('Asked for. It begins within a minute.');
  expect(server.inputs('POST /operator/liabilities/ask')).toHaveLength(1);
  await untilText('waits to begin');
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: 'Ask for a snapshot' }).disabled,
  ).toBe(true);
});

test('a reviewer sees the snapshot without the button', async () => {
  shown(['reviewer'], () => {});
  await untilText('Snapshot 4');
  expect(screen.queryByRole('button', { name: 'Ask for a snapshot' })).toBeNull();
});

test('a broken rule shows its first fault, and an approver proposes to lift read-only mode', async () => {
  let now = period;
  const server = shown(['approver'], (fresh) => {
    fresh.answer('GET /operator/operations/invariants', () => at([broken, holding], [now]));
    fresh.answer('POST /operator/readOnly/propose', ({ reason }) => {
      now = { ...period, proposedBy: 'operator-9', proposedReason: reason };
      return {};
    });
    fresh.answer('POST /operator/readOnly/lift', () => ({}));
  });
  await untilText('A rule of the books is broken.');
  await screen.findAllByText(broken.faults[0]!);
  await press('Propose lifting');
  await reasoned('Propose to lift read-only mode?', 'Propose lifting', 'Repaired by hand.');
  await untilToast('Proposed. A second approver lifts it.');
  expect(server.inputs('POST /operator/readOnly/propose')).toEqual([
    { ID: 4, reason: 'Repaired by hand.' },
  ]);
  await press('Lift read-only mode');
  await reasoned('Lift read-only mode?', 'Lift read-only mode', 'I compared it.');
  await untilToast('Read-only mode lifted');
});

test('who may not lift it sees no button', async () => {
  shown(['auditor'], (server) => {
    server.answer('GET /operator/operations/invariants', () => at([broken], [period]));
  });
  await untilText('A rule of the books is broken.');
  expect(screen.queryByRole('button', { name: 'Propose lifting' })).toBeNull();
});
