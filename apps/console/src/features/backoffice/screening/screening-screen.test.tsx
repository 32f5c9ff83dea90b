/** Screening: groups of hits, a hit with its entry, and a decision that needs a finding, a fact and a reason. */
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
import { renderConsole } from '../../../../tests/render-console.tsx';

const row = {
  ID: 231,
  recordNo: 'SH-231',
  what: 'person' as 'person' | 'address',
  value: 'Tomas Varga',
  memberId: 8_204_502,
  list: 'SAMPLE',
  listedName: 'VARGA, Tamás',
  score: 94,
  state: 'open' as 'open' | 'notSame' | 'match',
  decisions: 0,
  foundIn: 'I-50001',
  CreatedAt: '2026-11-22T10:00:00.000Z',
  decidedAt: null as string | null,
};
const address = {
  ...row,
  ID: 232,
  recordNo: 'SH-232',
  what: 'address' as const,
  value: '0x5a4d',
  score: 100,
};
const waiting = { ...row, ID: 233, recordNo: 'SH-233', value: 'Li Wei', decisions: 1 };
const lists = [
  {
    list: 'EU',
    day: '2026-11-19',
    entries: 4_120,
    readAt: '2026-11-22T10:00:00.000Z',
    isOld: true,
  },
];
const hit = {
  ...row,
  round: 1,
  matched: 'VARGA, Tamás',
  entry: {
    number: 'SL.2219.07',
    kind: 'person' as const,
    names: ['VARGA, Tamás', '“Tomi”'],
    births: ['1968', '1969'],
    birthplaces: ['Győr, Hungary'],
    nationalities: ['Hungary'],
    documents: [],
    gender: 'male',
    since: '2022-02-03',
    programme: 'Sample',
  },
  requests: ['I-50001'],
  document: {
    reviewId: 9,
    summary: 'Passport · Tomas Varga',
    images: [{ id: 'front', label: 'Front' }],
  },
  people: [] as {
    round: number;
    login: string;
    finding: 'notSame' | 'match';
    signs: 'birth'[];
    reason: string;
    CreatedAt: string;
  }[],
  before: { ofEntry: 3, trueOfEntry: 0, ofMember: 0 },
  mayDecide: true,
};

const open = (path: string, change: Partial<typeof hit> = {}, role: OperatorRole = 'compliance') =>
  renderConsole(path, [role], (server) => {
    server.answer('GET /operator/screening/list', {
      lists,
      total: 3,
      open: [row, address, waiting],
      decided: [],
    });
    server.answer('GET /operator/screening/hit', { hit: { ...hit, ...change } });
  });

test('lists hits by what they are, and says which list is old', async () => {
  open('/screening');
  expect(
    within(await screen.findByRole('list', { name: 'Names' })).getByText('Tomas Varga'),
  ).toBeTruthy();
  expect(within(screen.getByRole('list', { name: 'Addresses' })).getByText('0x5a4d')).toBeTruthy();
  const second = screen.getByRole('list', { name: 'Waiting for a second person' });
  expect(within(second).getByText('1 of 2')).toBeTruthy();
  await untilText(/EU: not read for more than 48 hours/);
});

test('a hit is decided by a finding, a fact and a reason', async () => {
  const server = open('/screening?hit=231');
  server.answer('POST /operator/screening/decide', { state: 'open' });
  await untilText('1968 or 1969');
  await untilText('3 hits, none true');
  await press(/^Send to a second person/);
  await untilText('Choose one of the two.');
  await untilText('Choose what decides it.');
  await expectError('Reason', 'Enter a reason.');
  expect(server.inputs('POST /operator/screening/decide')).toEqual([]);
  await press(/^Not the same person/, { role: 'radio' });
  await press('Birth date', { role: 'checkbox' });
  await fill('Reason', '22 years younger by passport.');
  await press(/^Send to a second person/);
  await untilToast('Sent to another person');
  expect(server.inputs('POST /operator/screening/decide')).toEqual([
    {
      ID: 231,
      round: 1,
      place: 1,
      finding: 'notSame',
      signs: ['birth'],
      reason: '22 years younger by passport.',
    },
  ]);
});

test('a second person sees what the first said; one who decided only reads', async () => {
  const people = [
    {
      round: 1,
      login: 'operator-3',
      finding: 'notSame' as const,
      signs: ['birth' as const],
      reason: 'Younger.',
      CreatedAt: row.CreatedAt,
    },
  ];
  open('/screening?hit=231', { people, mayDecide: false, decisions: 1 });
  await untilText(/Younger\./);
  expect(screen.queryByRole('radio', { name: /Match/ })).toBeNull();
});

test('a match is reopened with a reason', async () => {
  const server = open('/screening?hit=231', { state: 'match', mayDecide: false });
  server.answer('POST /operator/screening/reopen', {});
  await press('Reopen');
  const asked = await dialog('Reopen this hit?');
  await fill('Reason', 'A new document.', asked);
  await answer('Reopen this hit?', 'Reopen');
  await untilToast('Reopened');
  expect(server.inputs('POST /operator/screening/reopen')).toEqual([
    { ID: 231, reason: 'A new document.' },
  ]);
});

test('an auditor reads a match and does not reopen it', async () => {
  open('/screening?hit=231', { state: 'match', mayDecide: false }, 'auditor');
  await untilText('3 hits, none true');
  expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull();
});
