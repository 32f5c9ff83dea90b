/** The instances of a deployment on the operations page: what each does and uses, and what nobody does. */
import { screen, untilText, within } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { ago, stateOf, shown } from '../../../../tests/operations-page.tsx';

const instanceOf = (changes: object = {}) => ({
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
  instanceOf({
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

const withInstances = (all: object[], unheld = unheldOf()) =>
  shown(['auditor'], (server) =>
    server.answer('GET /operator/operations/state', () => stateOf({ instances: { all, unheld } })),
  );

test('an instance that has its database alone is not listed', async () => {
  shown(['auditor'], () => {});
  await untilText('Everything is in its usual range.');
  expect(screen.queryByRole('list', { name: 'Instances' })).toBeNull();
});

test('each instance shows what it does, has and uses; figures of several say that they are sums', async () => {
  withInstances([instanceOf(), engineOf()]);
  const list = await screen.findByRole('list', { name: 'Instances' });
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
  await untilText(/^Orders, queue and sockets are sums of 2 instances/);
});

test('an instance that does not report is left out of the sums, and the page says so', async () => {
  withInstances([instanceOf(), engineOf({ figures: null })]);
  await untilText(/^Orders, queue, sockets and calls are those of 1 of 2 instances/);
  await untilText('Does not report what it uses.');
});

test('a standby is not missing from the sums', async () => {
  withInstances([instanceOf(), engineOf({ state: 'standby', engines: [], figures: null })]);
  await untilText('standby');
  expect(screen.queryByText(/instances/)).toBeNull();
});

test.each([
  [
    'a market without an engine',
    [instanceOf()],
    unheldOf({ engines: [{ symbol: 'btcusdt', epoch: 0 }] }),
    'No instance has the engine of btcusdt.',
  ],
  [
    'prices that nobody makes',
    [instanceOf({ works: [] })],
    unheldOf({ works: [{ name: 'pricing', epoch: 0 }] }),
    'No instance does this work: prices.',
  ],
  [
    'a wrong clock',
    [instanceOf(), engineOf({ state: 'leaving', clockOffsetMs: 5_000 })],
    unheldOf(),
    'The clock of host-2 200 is wrong, so it takes no work.',
  ],
  [
    'an instance that has ended',
    [instanceOf(), engineOf({ state: 'silent', figures: null })],
    unheldOf(),
    'host-2 200 is silent. Others take its work.',
  ],
])('the sentence names %s', async (_what, all, unheld, sentence) => {
  withInstances(all, unheld);
  await untilText(sentence);
});
