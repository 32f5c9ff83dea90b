/** Bank statements: a file is imported or refused with its line; an entry without a record is matched, proposed or set aside. */
import { choose, fill, press, screen, untilText, untilToast, waitFor } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole } from '../../../../tests/render-console.tsx';

const entry = {
  ID: 77,
  coinname: 'EUR',
  isCredit: true,
  num: '4980.5',
  bookedOn: '2026-11-20',
  valueDate: '2026-11-21',
  bankReference: 'Z-77',
  endToEndId: '',
  party: 'Kim Tester',
  text: 'tern abcd efgh jkmn',
  returnCode: '',
  statement: '2026-325',
  CreatedAt: '2026-11-21T01:00:00.000Z',
};
const candidate = {
  kind: 'wire' as 'wire' | 'payback',
  recordId: 30_018,
  recordNo: 'F-30018',
  memberId: 8_200_001,
  name: 'Kim Tester',
  num: '5000',
  CreatedAt: '2026-11-19T01:00:00.000Z',
  signs: { reference: true, amount: false, likeness: 100 },
};
const none = { list: [], total: 0, page: 1, pageSize: 50 };

function open(path: string, over: { entry?: object; candidate?: object } = {}) {
  return renderConsole(path, ['reviewer'], (server) => {
    for (const name of ['GET /operator/chain/strays', 'GET /operator/chain/halted'] as const) {
      server.answer(name, none);
    }
    server.answer('GET /operator/payout/list', none);
    server.answer('GET /operator/bank/entries', {
      ...none,
      list: [{ ...entry, ...over.entry }],
      total: 1,
    });
    server.answer('GET /operator/bank/candidates', {
      list: [{ ...candidate, ...over.candidate }],
      isRecorded: false,
    });
    server.answer('GET /operator/bank/statements', none);
    server.answer('GET /operator/bank/accounts', {
      isPaper: true,
      list: [
        {
          coinname: 'EUR',
          account: 'DE89370400440532013000',
          journal: '900',
          statement: {
            number: '2026-325',
            until: '2026-11-20',
            ends: '1000.5',
            difference: '100.5',
          },
          unmatchedIn: '100.5',
          unmatchedOut: '0',
        },
      ],
    });
    server.answer('POST /operator/bank/match', { reviewId: null });
  });
}

test('an entry is matched to the record that its signs speak for', async () => {
  const server = open('/chain?entry=77');
  await untilText('On bank statements, not matched');
  await untilText('Agrees: reference. Name 100 of 100.');
  await press(/F-30018 · Kim Tester/, { role: 'radio' });
  await press('Save');
  await untilToast('Saved');
  expect(server.inputs('POST /operator/bank/match')).toEqual([
    { ID: '77', kind: 'wire', recordId: '30018' },
  ]);
});

test('what came back of a withdrawal is proposed with the reason of the bank', async () => {
  const server = open('/chain?entry=77', {
    entry: { returnCode: 'AC04' },
    candidate: { kind: 'payback', recordId: 40_418, recordNo: 'B-40418' },
  });
  await press(/B-40418/, { role: 'radio' });
  await press('Propose');
  await waitFor(() =>
    expect(server.inputs('POST /operator/bank/match')).toEqual([
      { ID: '77', kind: 'payback', recordId: '40418', reason: 'AC04: account closed' },
    ]),
  );
});

test('money that is no record is set aside with a reason only', async () => {
  const server = open('/chain?entry=77');
  await press(/^No record of ours/, { role: 'radio' });
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
  await fill('Inner reason', 'Interest of November.');
  await press('Save');
  await waitFor(() =>
    expect(server.inputs('POST /operator/bank/match')).toEqual([
      { ID: '77', kind: 'other', reason: 'Interest of November.' },
    ]),
  );
});

test('a file is imported, and a refused one says the line', async () => {
  const server = open('/chain?bank=statements');
  await untilText('100.50');
  const file = () => document.querySelector<HTMLInputElement>('input[type="file"]')!;
  const result = { fault: null as string | null, matched: 1 };
  const statement = { number: '2026-325', account: 'DE89', coinname: 'EUR', isRepeat: false };
  const list = [{ ...statement, entries: 2 }];
  server.answer('POST /operator/bank/import', { ...result, list });
  await choose(file(), new File(['abc'], 'day.sta'));
  await untilToast('2 entries imported, 1 matched');
  expect(server.inputs('POST /operator/bank/import')).toEqual([{ base64Str: 'YWJj' }]);
  server.answer('POST /operator/bank/import', {
    fault: 'line 7: Amt is no amount',
    list: [],
    matched: 0,
  });
  await choose(file(), new File(['abc'], 'day.sta'));
  await untilText('Nothing was imported: line 7: Amt is no amount');
});

test('a payment file is made, saved, and recorded as sent after a question', async () => {
  const server = renderConsole('/chain?bank=files', ['approver'], (fresh) => {
    fresh.answer('GET /operator/paymentFile/list', {
      ready: [{ coinname: 'EUR', payments: 2, total: '100', account: 'DE89' }],
      list: [
        {
          ID: 201,
          recordNo: 'PF-201',
          coinname: 'EUR',
          account: 'DE89',
          payments: 3,
          total: '250.5',
          booked: 0,
          state: 'made',
          by: 'operator-1',
          endedBy: null,
          CreatedAt: '2026-11-21T01:00:00.000Z',
        },
      ],
    });
    fresh.answer('POST /operator/paymentFile/make', { ID: 202 });
    fresh.answer('POST /operator/paymentFile/decide', {});
  });
  await press('Make a file for EUR');
  await untilToast('Made. Download it and give it to the bank.');
  expect(server.inputs('POST /operator/paymentFile/make')).toEqual([{ coinname: 'EUR' }]);
  await press('Sent to the bank');
  await untilText('Does the bank have PF-201?');
  await press('Sent to the bank', { part: await screen.findByRole('alertdialog') });
  await untilToast('Recorded');
  expect(server.inputs('POST /operator/paymentFile/decide')).toEqual([
    { ID: '201', state: 'sent' },
  ]);
});
