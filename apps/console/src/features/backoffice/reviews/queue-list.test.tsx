/** The queue: who waits, until when and how risky; its search; marks, and claiming what was marked. */
import type { Given } from '@tern/protocol/tests';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { control, fill, press, screen, type, untilText, waitFor } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole, type Server } from '../../../../tests/render-console.tsx';

type Row = Given<OperatorOutput<'GET /operator/review/list'>['list'][number]>;

const MINUTE_MS = 60_000;
/** Half a minute more, so that the minute does not end meanwhile. */
const dueIn = (minutes: number) => new Date(Date.now() + (minutes + 0.5) * MINUTE_MS).toISOString();

const row = (ID: number, more: Partial<Row> = {}): Row => ({
  ID,
  kind: 'withdrawal',
  recordNo: `W-${ID}`,
  memberId: 8_200_000 + ID,
  memberName: `Customer ${ID}`,
  isNameVerified: true,
  coinname: 'USDT',
  amount: '100',
  approvals: 2,
  state: 'open',
  stage: 'first',
  dueAt: dueIn(38),
  isLate: false,
  risk: { level: 'low', signs: [] },
  claimedBy: null,
  claimUntil: null,
  firstBy: null,
  decidedBy: null,
  ...more,
});

const late = row(1, {
  memberName: 'Linh Trần',
  dueAt: dueIn(-13),
  isLate: true,
  risk: { level: 'high', signs: ['stopped', 'newAccount'] },
});
const proposal = row(3, {
  kind: 'terms',
  recordNo: 'R-3',
  memberId: null,
  memberName: '',
  amount: null,
  coinname: null,
  risk: null,
  firstBy: { ID: 2, login: 'operator-2' },
});

const openQueue = (list: readonly Row[], more: (server: Server) => void = () => {}) =>
  renderConsole('/queue', ['reviewer'], (server) => {
    server.answer('GET /operator/review/list', ({ search }) =>
      search === undefined ? { list: [...list], total: list.length } : { list: [], total: 0 },
    );
    more(server);
  });

const rowOf = (name: string) => screen.findByRole('link', { name: new RegExp(name) });

test('a row names the customer, the time left or late, and the risk in words', async () => {
  openQueue([late, row(2), proposal]);
  const first = await rowOf('Linh Trần');
  expect(first.textContent).toContain('12 min late');
  expect(first.textContent).toContain(
    'High risk: the account is frozen or banned, opened within seven days',
  );
  expect((await rowOf('Customer 2')).textContent).toContain('in 38 min');
  expect((await rowOf('by operator-2')).textContent).not.toContain('risk');
});

test('the search of the queue asks the server, and is cleared where it stands', async () => {
  const server = openQueue([row(1)]);
  const search = await screen.findByRole('searchbox', { name: 'Name, record or address' });
  await fill('Name, record or address', 'weber');
  search.focus();
  await type('{Enter}');
  await untilText('Nothing found for “weber”');
  expect(server.inputs('GET /operator/review/list').at(-1)).toMatchObject({ search: 'weber' });
  await press('Clear Name, record or address');
  await rowOf('Customer 1');
});

test('marked ones are claimed together, and what a colleague has is named', async () => {
  const refused = [{ ID: 2, recordNo: 'W-2', code: 5031, login: 'operator-1' }];
  const server = openQueue([row(1), row(2), row(4)], (fresh) =>
    fresh.answer('POST /operator/review/claimSeveral', { claimed: [1], refused }),
  );
  (await rowOf('Customer 1')).focus();
  await type('x');
  (await control('checkbox', 'Mark W-2')).click();
  await untilText('2 marked');
  // A third one is marked and unmarked again.
  (await control('checkbox', 'Mark W-4')).click();
  await untilText('3 marked');
  (await control('checkbox', 'Mark W-4')).click();
  await press('Claim 2');
  await untilText('W-2 is with operator-1.');
  expect(server.inputs('POST /operator/review/claimSeveral')).toMatchObject([{ IDs: [1, 2] }]);
  await waitFor(() => expect(screen.queryByText(/marked$/)).toBeNull());
});
