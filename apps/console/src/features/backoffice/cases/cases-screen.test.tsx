/** Cases: groups of the list, a case with its parts, a proposal that needs a reason, and the second person's decision. */
import type { OperatorRole } from '@tern/protocol';
import {
  answer,
  dialog,
  expectError,
  fill,
  press,
  screen,
  untilText,
  untilToast,
  within,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { OPERATOR, renderConsole } from '../../../../tests/render-console.tsx';

const row = {
  ID: 118,
  recordNo: 'CS-118',
  memberId: 8_200_009,
  memberName: 'Eve Structur',
  isNameVerified: true,
  source: 'person' as const,
  why: 'Deposits just under a limit',
  alerts: 3,
  points: 84,
  risk: 'high' as const,
  restricted: [] as ('withdrawals' | 'payouts')[],
  restrictedSince: null as string | null,
  restrictedUntil: null as string | null,
  dueAt: '2026-11-24T17:00:00.000Z',
  isLate: false,
  owner: { ID: OPERATOR.ID, login: OPERATOR.login } as { ID: number; login: string } | null,
  proposal: null as { act: 'clear' | 'restrict'; login: string; isOwn: boolean } | null,
  CreatedAt: '2026-11-22T10:41:00.000Z',
  closedAt: null as string | null,
  outcome: null as 'cleared' | null,
  decidedBy: [] as string[],
};
const free = { ...row, ID: 119, recordNo: 'CS-119', memberName: 'Jun Sato', owner: null };
const waiting = {
  ...row,
  ID: 116,
  recordNo: 'CS-116',
  memberName: 'Omar Haddad',
  proposal: { act: 'clear' as const, login: 'operator-4', isOwn: false },
};
const closed = {
  ...row,
  ID: 107,
  recordNo: 'CS-107',
  memberName: 'Anna Weber',
  closedAt: row.CreatedAt,
  outcome: 'cleared' as const,
  decidedBy: ['operator-2', 'operator-3'],
};
const found = {
  ...row,
  openedBy: 'operator-3',
  findings: [
    {
      ID: 1,
      found: 'Four deposits of 980.00 to 995.00 in 16 h',
      points: 84,
      hitId: null,
      hitState: null,
      CreatedAt: row.CreatedAt,
    },
  ],
  linked: [
    {
      memberId: 8_200_008,
      memberName: 'Dmitri V.',
      ground: 'device' as const,
      value: '',
      times: 1,
      caseId: 120,
      caseOutcome: null,
    },
  ],
  notes: [
    {
      ID: 7,
      CreatedAt: row.CreatedAt,
      login: 'operator-4',
      level: 'compliance' as const,
      note: 'Same pattern as in October.',
    },
  ],
  proposals: [] as {
    ID: number;
    act: 'clear';
    parts: [];
    reason: string;
    login: string;
    CreatedAt: string;
    state: 'open';
    decidedBy: string;
    decidedAt: null;
    decidedReason: string;
  }[],
  report: null,
  person: {
    email: 'eve@tern.test',
    countryCode: '43',
    joinedAt: row.CreatedAt,
    realNameStatus: 2,
    isFrozen: false,
    isBanned: false,
  },
  money: [{ coinname: 'USDT', deposited: '3950', withdrawn: '0' }],
  colleagues: [
    { ID: OPERATOR.ID, login: OPERATOR.login },
    { ID: 4, login: 'operator-4' },
  ],
  mayWork: true,
};

const open = (
  path: string,
  change: Partial<typeof found> = {},
  role: OperatorRole = 'compliance',
) =>
  renderConsole(path, [role], (server) => {
    server.answer('GET /operator/case/list', {
      list: [row, waiting, free],
      total: 3,
      late: 0,
      waiting: 3,
      closedThisWeek: [closed],
    });
    server.answer('GET /operator/screening/list', { lists: [], total: 0, open: [], decided: [] });
    server.answer('GET /operator/case/find', { case: { ...found, ...change } });
    server.answer('GET /operator/case/timeline', {
      list: [
        {
          ID: 1,
          group: 'case' as const,
          CreatedAt: row.CreatedAt,
          what: 'opened',
          reference: '',
          coinname: null,
          amount: null,
          place: '',
          entry: null,
          login: 'operator-3',
          text: 'Deposits just under a limit',
          facts: { source: 'person' },
        },
      ],
      next: null,
    });
  });

test('lists cases in groups, and one that nobody has can be taken', async () => {
  const server = open('/cases');
  const table = await screen.findByRole('table', { name: 'Cases' });
  const heads = within(table).getAllByRole('rowheader');
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Yours 1',
    'Waiting for a second person 1',
    'Nobody has them 1',
    'Closed this week 1',
  ]);
  expect(within(table).getByText('Clear, 1 of 2')).toBeTruthy();
  expect(within(table).getAllByText('Cleared')).toHaveLength(1);
  server.answer('POST /operator/case/take', {});
  await press('Take');
  await untilToast('It’s yours now');
  expect(server.inputs('POST /operator/case/take')).toEqual([{ ID: 119 }]);
});

test('a restriction needs what waits and a reason', async () => {
  const server = open('/cases?id=118');
  server.answer('POST /operator/case/propose', { until: row.dueAt });
  await untilText('Four deposits of 980.00 to 995.00 in 16 h');
  await untilText('Same pattern as in October.');
  await press(/^Restrict/);
  const asked = await dialog('Restrict Eve Structur until the case is decided?');
  await press('Withdrawals and transfers to members', { role: 'checkbox' });
  await press('Bank payouts', { role: 'checkbox' });
  await press('Restrict and ask a second person', { part: asked });
  await untilText('Choose what waits.');
  await expectError('Internal reason', 'Say what you have seen.');
  expect(server.inputs('POST /operator/case/propose')).toEqual([]);
  await press('Orders, swaps, contracts and purchases', { role: 'checkbox' });
  await fill('Internal reason', 'Structuring suspected.', asked);
  await answer(
    'Restrict Eve Structur until the case is decided?',
    'Restrict and ask a second person',
  );
  await untilToast('Restricted. A second person is asked.');
  expect(server.inputs('POST /operator/case/propose')).toEqual([
    { ID: 118, act: 'restrict', parts: ['trading'], reason: 'Structuring suspected.' },
  ]);
});

test('the second person agrees with a reason; nothing else can be proposed meanwhile', async () => {
  const proposal = {
    ID: 31,
    act: 'clear' as const,
    parts: [] as [],
    reason: 'Salary, paid in parts.',
    login: 'operator-4',
    CreatedAt: row.CreatedAt,
    state: 'open' as const,
    decidedBy: '',
    decidedAt: null,
    decidedReason: '',
  };
  const server = open('/cases?id=116', { proposal: waiting.proposal, proposals: [proposal] });
  server.answer('POST /operator/case/decide', {});
  await untilText(/Salary, paid in parts\./);
  expect(screen.queryByRole('button', { name: /^Report/ })).toBeNull();
  await press(/^Agree/);
  const asked = await dialog('Agree: clear?');
  await fill('Reason', 'Payslips are there.', asked);
  await answer('Agree: clear?', 'Agree');
  await untilToast('Agreed');
  expect(server.inputs('POST /operator/case/decide')).toEqual([
    { ID: 118, proposalId: 31, act: 'clear', isAgreed: true, reason: 'Payslips are there.' },
  ]);
});

test('a report needs what is suspected, days, a narrative and a reason', async () => {
  const server = open('/cases?id=118');
  server.answer('POST /operator/case/propose', { until: null });
  await untilText('Four deposits of 980.00 to 995.00 in 16 h');
  await press(/^Report/);
  const asked = await dialog('Report it to the authority?');
  await press('Ask a second person', { part: asked });
  await untilText('Choose what is suspected.');
  await expectError('Narrative', 'Write what happened.');
  await press('Source of funds', { role: 'checkbox' });
  await fill('Sum', '3,950', asked);
  await fill('Narrative', 'Four deposits without a stated source.', asked);
  await fill('Internal reason', 'No answer to two questions.', asked);
  await answer('Report it to the authority?', 'Ask a second person');
  await untilToast('Sent to a second person');
  expect(server.inputs('POST /operator/case/propose')).toEqual([
    {
      ID: 118,
      act: 'report',
      report: {
        suspicions: ['sourceOfFunds'],
        from: '2026-11-22',
        until: '2026-11-22',
        usd: 3950,
        narrative: 'Four deposits without a stated source.',
      },
      reason: 'No answer to two questions.',
    },
  ]);
});

test('an auditor reads a case and does not decide it', async () => {
  open('/cases?id=118', { mayWork: false, notes: [] }, 'auditor');
  await untilText('You read this case and don’t decide it.');
  expect(screen.queryByRole('button', { name: /^Restrict/ })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Write a note' })).toBeNull();
});

test('opening a case needs a customer, why and what was seen', async () => {
  const server = open('/cases');
  server.answer('POST /operator/case/open', { ID: 121, isNew: true });
  await press('Open a case');
  const asked = await dialog('Open a case');
  await press('Open the case', { part: asked });
  await untilText('Enter the ID of a customer.');
  expect(server.inputs('POST /operator/case/open')).toEqual([]);
  await fill('Customer ID', '8200009', asked);
  await fill('Why, in a few words', 'Deposits just under a limit', asked);
  await fill('What you have seen', 'Four of 990.00.', asked);
  await answer('Open a case', 'Open the case');
  await untilToast('The case is open');
  expect(server.inputs('POST /operator/case/open')).toEqual([
    {
      memberId: '8200009',
      why: 'Deposits just under a limit',
      risk: 'medium',
      reason: 'Four of 990.00.',
    },
  ]);
});
