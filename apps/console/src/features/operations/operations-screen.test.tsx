/** Operations: what is measured, the invariants, read-only mode lifted by two approvers, snapshots of liabilities. */
import {
  answer,
  dialog,
  fill,
  press,
  screen,
  type,
  untilText,
  untilToast,
  within,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole, type Server } from '../../../tests/render-console.tsx';

const holding = {
  id: 'floors',
  rule: 'No balance below its floor',
  checkedAt: new Date().toISOString(),
  tookMs: 3,
  faults: [] as string[],
};
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

async function reasoned(question: string, label: string, reason: string): Promise<void> {
  await fill('Reason', reason, await dialog(question));
  await answer(question, label);
}

const at = (invariants: object[], periods: object[]) => ({ invariants, periods }) as never;

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const keys = [
  'orders',
  'answerTime',
  'engineQueue',
  'recordsBehind',
  'settlementsLate',
  'sockets',
  'outbox',
  'refusedCalls',
] as const;

const figureOf = (key: string) => ({
  key,
  value: 3 as number | null,
  measuredAt: ago(0) as string | null,
  oldestAt: null as string | null,
  usual: { low: 0, high: 40 } as { low: number; high: number } | null,
  unusual: null as { since: string; isAbove: boolean } | null,
  line: { from: ago(3_600_000), stepMs: 60_000, values: [1, null, 3, 2] },
});

function stateOf(changes: object = {}, figures: Record<string, object> = {}) {
  return {
    at: ago(0),
    figures: keys.map((key) => ({ ...figureOf(key), ...figures[key] })),
    sources: [
      {
        name: 'simulated',
        classes: [{ name: 'crypto', symbols: 31 }],
        lastQuoteAt: ago(300),
        isClosed: false,
        isLate: false,
        silent: 0,
      },
    ],
    rails: [{ name: 'paper', movesRealMoney: false, chain: null }],
    database: {
      measuredAt: ago(0),
      version: '18.4',
      answerMs: 1.2,
      longestMs: 300,
      standbys: 0,
      size: 24_000_000,
      disk: { free: 40, size: 100 },
    },
    programs: null,
    backup: null,
    incidents: [],
    ...changes,
  } as never;
}

const published = {
  ID: 4,
  askedAt: ago(60_000),
  askedBy: 'operator-9' as string | null,
  takenAt: ago(50_000) as string | null,
  index: 12 as number | null,
  publishedAt: ago(40_000) as string | null,
};

const logKey = (
  ID: number,
  state: 'first' | 'undeclared' | 'declared',
  loss: object | null = null,
) => ({ ID, CreatedAt: ago(60_000), key: `tern.test/log+0000000${ID}+AAAA`, state, loss }) as never;

/** A server where everything is usual; `change` replaces answers. */
const shown = (roles: Parameters<typeof renderConsole>[1], change: (server: Server) => void) =>
  renderConsole('/operations', roles, (server) => {
    server.answer('GET /operator/operations/invariants', () => at([holding], []));
    server.answer('GET /operator/operations/state', () => stateOf());
    server.answer('GET /operator/liabilities/newest', () => ({ newest: published }));
    server.answer('GET /operator/logKeys/list', { list: [logKey(1, 'first')], due: null });
    change(server);
  });

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
])('the sentence names %s', async (_what, state, sentence) => {
  shown(['auditor'], (server) => server.answer('GET /operator/operations/state', () => state));
  await untilText(sentence);
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

const programOf = (changes: object = {}) => ({
  ID: 'a',
  name: 'host-1 100',
  isAnswering: true,
  state: 'works',
  roles: ['api', 'jobs'],
  version: '1.4.0',
  startedAt: ago(60_000),
  heartbeatMs: 300,
  clockOffsetMs: -12,
  engines: [],
  works: [
    { name: 'pricing', epoch: 3 },
    { name: 'job.a', epoch: 1 },
    { name: 'job.b', epoch: 1 },
  ],
  figures: {
    orders: 2.5,
    queued: 0,
    sockets: 0,
    calls: 120,
    processor: 23.4,
    blocked: 0.2,
    memory: 312_000_000,
  },
  ...changes,
});
const engineOf = (changes: object = {}) =>
  programOf({
    ID: 'b',
    name: 'host-2 200',
    isAnswering: false,
    roles: ['engine', 'feed'],
    engines: [
      { symbol: 'btcusdt', epoch: 7 },
      { symbol: 'ethusdt', epoch: 4 },
    ],
    works: [],
    ...changes,
  });
const unheldOf = (changes: object = {}) => ({ engines: [], works: [], ...changes });

const withPrograms = (all: object[], unheld = unheldOf()) =>
  shown(['auditor'], (server) =>
    server.answer('GET /operator/operations/state', () => stateOf({ programs: { all, unheld } })),
  );

test('a program that has its database alone is not listed', async () => {
  shown(['auditor'], () => {});
  await untilText('Everything is in its usual range.');
  expect(screen.queryByRole('list', { name: 'Programs' })).toBeNull();
});

test('each program shows what it does, has and uses; figures of several say that they are sums', async () => {
  withPrograms([programOf(), engineOf()]);
  const list = await screen.findByRole('list', { name: 'Programs' });
  const [first, second] = within(list).getAllByRole('listitem');
  for (const text of [
    'host-1 100',
    'shows you this page',
    'calls, jobs',
    '1.4.0',
    '12 ms behind',
    'prices, 2 jobs',
    '23% of a core',
    '312 MB',
    'pricing (epoch 3), job.a (epoch 1), job.b (epoch 1)',
  ]) {
    within(first!).getByText(text);
  }
  within(second!).getByText('2 engines');
  // Only what its roles have.
  within(first!).getByText('Calls a minute');
  expect(within(first!).queryByText('Sockets')).toBeNull();
  within(second!).getByText('Sockets');
  within(second!).getByText('btcusdt (epoch 7), ethusdt (epoch 4)');
  await untilText(/^Orders, queue and sockets are sums of 2 programs/);
});

test('a program that does not report is left out of the sums, and the room says so', async () => {
  withPrograms([programOf(), engineOf({ figures: null })]);
  await untilText(/^Orders, queue, sockets and calls are those of 1 of 2 programs/);
  await untilText('Does not report what it uses.');
});

test('a standby is not missing from the sums', async () => {
  withPrograms([programOf(), engineOf({ state: 'standby', engines: [], figures: null })]);
  await untilText('standby');
  expect(screen.queryByText(/programs/)).toBeNull();
});

test.each([
  [
    'a market without an engine',
    [programOf()],
    unheldOf({ engines: [{ symbol: 'btcusdt', epoch: 0 }] }),
    'No program has the engine of btcusdt.',
  ],
  [
    'prices that nobody makes',
    [programOf({ works: [] })],
    unheldOf({ works: [{ name: 'pricing', epoch: 0 }] }),
    'No program does this work: prices.',
  ],
  [
    'a wrong clock',
    [programOf(), engineOf({ state: 'leaving', clockOffsetMs: 5_000 })],
    unheldOf(),
    'The clock of host-2 200 is wrong, so it takes no work.',
  ],
  [
    'a program that has ended',
    [programOf(), engineOf({ state: 'silent', figures: null })],
    unheldOf(),
    'host-2 200 is silent. Others take its work.',
  ],
])('the sentence names %s', async (_what, all, unheld, sentence) => {
  withPrograms(all, unheld);
  await untilText(sentence);
});

test('keys of the public log that follow each other are not mentioned', async () => {
  shown(['approver'], () => {});
  await untilText('Everything is in its usual range.');
  await untilText('Snapshot 4');
  expect(screen.queryByText('Keys of the public log')).toBeNull();
});

test('a key that nothing explains is named, and two approvers declare the former one as lost', async () => {
  let loss: object | null = null;
  const server = shown(['approver'], (fresh) => {
    fresh.answer('GET /operator/logKeys/list', () => ({
      list: [logKey(2, 'undeclared', loss), logKey(1, 'first')],
      due: { ID: 2, lost: [1] },
    }));
    fresh.answer('POST /operator/logKeys/propose', ({ reason }) => {
      const none = { declaredBy: null, declaredAt: null, entry: null };
      loss = { proposedBy: 'operator-9', reason, ...none };
      return {};
    });
    fresh.answer('POST /operator/logKeys/declare', {});
  });
  await untilText(/nothing in the log says where it comes from/);
  await untilText('The declaration says: from here on key 2 signs; key 1 is lost.');
  await press('Propose a declaration');
  await reasoned('Propose to declare a lost key?', 'Propose a declaration', 'The disk burnt.');
  await untilToast('Proposed, waiting for another approver');
  expect(server.inputs('POST /operator/logKeys/propose')).toEqual([
    { ID: 2, reason: 'The disk burnt.' },
  ]);
  await untilText('operator-9: The disk burnt.');
  await press('Declare');
  await reasoned('Declare the key as lost?', 'Declare', 'I saw the disk.');
  await untilToast('Declared in the public log');
  expect(server.inputs('POST /operator/logKeys/declare')).toEqual([
    { ID: 2, reason: 'I saw the disk.' },
  ]);
});

test('who proposed a declaration does not declare it, and who is no approver sees no button', async () => {
  const own = {
    proposedBy: 'operator-3',
    reason: 'Lost.',
    declaredBy: null,
    declaredAt: null,
    entry: null,
  };
  const change = (server: Server) =>
    server.answer('GET /operator/logKeys/list', {
      list: [logKey(2, 'undeclared', own), logKey(1, 'first')],
      due: { ID: 2, lost: [1] },
    });
  shown(['approver'], change);
  await untilText('You proposed this. Another approver declares it.');
  expect(screen.queryByRole('button', { name: 'Declare' })).toBeNull();
});

test('a declared loss stays shown, with who declared it and where it is in the log', async () => {
  const loss = {
    proposedBy: 'operator-1',
    reason: 'The disk burnt.',
    declaredBy: 'operator-2',
    declaredAt: '2026-11-27T02:00:00.000Z',
    entry: 41,
  };
  shown(['auditor'], (server) =>
    server.answer('GET /operator/logKeys/list', {
      list: [logKey(2, 'declared', loss), logKey(1, 'first')],
      due: null,
    }),
  );
  await untilText('declared, in place of a lost key');
  await untilText(/operator-2, .*entry 41 of the log/);
  expect(screen.queryByRole('button', { name: /[Dd]eclar/ })).toBeNull();
});
