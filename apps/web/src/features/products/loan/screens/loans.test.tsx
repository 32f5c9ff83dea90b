/** Loans: what they cost before and while they run, consent, refusals at their field, and repayment. */
import { lost, refused } from '@tern/protocol/tests';
import {
  control,
  dialog,
  expectError,
  field,
  figure,
  fill,
  isShown,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { describe, expect, test } from 'vitest';
import { renderScreen, type Server, untilPage } from '../../../../../tests/render-screen.tsx';
import { verifyAndReturn, wantIdentity } from '../../../../../tests/verify-first.ts';
import { pages } from '../../../../kernel/pages.ts';

const AMOUNT = 'Amount in USDT';

const terms = {
  name: 'Short loan',
  coinname: 'USDT',
  freeDays: 3,
  termDays: 30,
  dailyRate: '0.0005',
  yearlyRate: '0.1825',
};
const product = {
  ...terms,
  ID: 1,
  version: 2,
  min: '100',
  max: '5000',
  places: 6,
  exampleAmount: '1000',
  exampleCost: '13.5',
};

/** Credited on 3 November, on its 19th day. */
const running = {
  ...terms,
  ID: 4,
  orderNo: 'L-4',
  loan_id: 1,
  CreatedAt: '2026-11-02T16:40:00.000Z',
  UpdatedAt: '2026-11-03T10:12:00.000Z',
  amount: '2500',
  approved: '2000',
  status: 1,
  reason: 'Within your verified income.',
  decidedAt: '2026-11-03T10:12:00.000Z',
  creditedAt: '2026-11-03T10:12:00.000Z',
  dueAt: '2026-12-03T10:12:00.000Z',
  repaidAt: null,
  day: 19,
  principal: '2000',
  interest: '16',
  total: '2016',
  perDay: '1',
  dueInterest: '27',
  dueTotal: '2027',
};
const underReview = {
  ...terms,
  ID: 5,
  orderNo: 'L-5',
  loan_id: 1,
  amount: '1000',
  approved: '',
  status: 0,
  reason: '',
  decidedAt: null,
  creditedAt: null,
  dueAt: null,
  repaidAt: null,
};
const overdue = {
  ...running,
  status: 4,
  day: 32,
  principal: '1500',
  interest: '1.5',
  total: '1501.5',
  perDay: '0.75',
  interestPaid: '27',
  principalPaid: '500',
  overdueDays: 2,
  overdueInterest: '1.5',
};

const offerLoans = (server: Server) => {
  server.answer('GET /loan/getLoanList', { list: [product], total: 1, page: 1, pageSize: 100 });
  server.answer('GET /loan/quote', ({ amount }) => {
    const isThousand = String(amount) === '1000';
    const [interest, total] = isThousand ? ['13.5', '1013.5'] : ['6.75', '506.75'];
    return {
      dueAt: '2026-12-22T09:00:00.000Z',
      interest,
      total,
      perDay: isThousand ? '0.5' : '0.25',
      days: [
        { day: 7, at: '2026-11-29T09:00:00.000Z', interest: '2', total: '1002' },
        { day: 14, at: '2026-12-06T09:00:00.000Z', interest: '5.5', total: '1005.5' },
        { day: 30, at: '2026-12-22T09:00:00.000Z', interest, total },
      ],
    };
  });
};
const hold = (server: Server, loan: object) => {
  offerLoans(server);
  server.answer('GET /loan_order/getLoan_orderList', {
    list: [loan],
    total: 1,
    page: 1,
    pageSize: 20,
  });
  server.answer('GET /loan_order/findLoan_order', { reloan_order: loan, repayments: [] });
};

const applyPage = `${pages.loanApply}?id=1`;
const loanPage = `${pages.loanHistory}?id=4`;

describe('the products', () => {
  test('show bounds, term, both rates and what an example costs; an open loan comes first', async () => {
    await renderScreen(pages.loan, { before: (server) => hold(server, running) });
    await untilText('Short loan');
    await untilText('100 – 5,000 USDT');
    await untilText('18.25%');
    expect(await figure('A day')).toBe('0.05%');
    expect(await figure('Interest-free')).toBe('3 days');
    expect(await figure('1,000 for 30 days')).toBe('costs 13.50');
    await untilText('You owe today');
    await untilText('2,016.00 USDT');
    await untilText('Due 3 Dec 2026');
  });

  test('without any, the page says so; a failed load offers another try', async () => {
    const server = await renderScreen(pages.loan, {
      before: (before) => before.answer('GET /loan/getLoanList', lost),
    });
    await untilText('Couldn’t load this');
    server.answer('GET /loan/getLoanList', { list: [] });
    await press('Try again');
    await untilText('No loans on offer');
  });
});

describe('the application', () => {
  test('names the whole cost, and is sent only after consent to exactly that', async () => {
    const server = await renderScreen(applyPage, { before: offerLoans });
    expect(await control('button', 'Apply')).toHaveProperty('disabled', true);
    await fill(AMOUNT, '1000');
    await untilText('To repay by 22 Dec 2026');
    await untilText('then 0.50 USDT a day');
    await untilText(/^At worst you owe 1,013.50 USDT on 22 Dec 2026 and 0.50 USDT more/);
    expect(isShown('+5.50')).toBe(true);
    expect(await control('button', 'Apply for 1,000.00 USDT')).toHaveProperty('disabled', true);
    await press(/^I will repay 1,013.50 USDT by 22 Dec 2026/, { role: 'checkbox' });
    server.answer('POST /loan_order/createLoan_order', { order: underReview });
    server.answer('GET /loan_order/findLoan_order', { reloan_order: underReview });
    await press('Apply for 1,000.00 USDT');
    await untilPage(pages.loanHistory);
    await untilText('Our staff are reviewing it');
    expect(server.inputs('POST /loan_order/createLoan_order')).toEqual([
      { loan_id: 1, amount: '1000', consent: true, min: '100', max: '5000', version: 2 },
    ]);
  });

  test('loses the consent when the amount changes', async () => {
    await renderScreen(applyPage, { before: offerLoans });
    await fill(AMOUNT, '1000');
    await press(/^I will repay 1,013.50/, { role: 'checkbox' });
    expect(await control('button', 'Apply for 1,000.00 USDT')).toHaveProperty('disabled', false);
    await fill(AMOUNT, '500');
    await untilText('506.75 USDT');
    const consent = await control('checkbox', /^I will repay 506.75/);
    expect(consent).toHaveProperty('checked', false);
    expect(await control('button', 'Apply for 500.00 USDT')).toHaveProperty('disabled', true);
  });

  test.each([
    ['99.99', 'Minimum is 100.00 USDT.'],
    ['5000.01', 'Maximum is 5,000.00 USDT.'],
  ])('of %s shows the bound at the amount, and nothing is quoted', async (amount, message) => {
    const server = await renderScreen(applyPage, { before: offerLoans });
    await fill(AMOUNT, amount);
    await expectError(AMOUNT, message);
    expect(server.inputs('GET /loan/quote')).toEqual([]);
  });

  test.each([
    [4006, { min: '200' }, 'Minimum is 200.00 USDT.'],
    [4018, { max: '800' }, 'Maximum is 800.00 USDT.'],
    [5004, {}, /^The terms of this loan have changed/],
    [5012, {}, 'Your application for this loan is still under review.'],
    [5011, {}, 'This loan is closed.'],
  ] as const)(
    'refused with %s shows why at the amount, which stays',
    async (code, data, message) => {
      const server = await renderScreen(applyPage, { before: offerLoans });
      server.answer(
        'POST /loan_order/createLoan_order',
        refused(code, data, 'This loan is closed.'),
      );
      await fill(AMOUNT, '1000');
      await press(/^I will repay 1,013.50/, { role: 'checkbox' });
      await press('Apply for 1,000.00 USDT');
      await expectError(AMOUNT, message);
      expect((await field(AMOUNT)).value.replace(',', '')).toMatch(/^1000/);
      expect(await control('checkbox', /^I will repay/)).toHaveProperty('checked', false);
    },
  );

  test('asks an unverified member for the identity before anything is typed', async () => {
    await renderScreen(applyPage, {
      as: { verified: false, realNameStatus: 0 },
      before: offerLoans,
    });
    await untilText('Verify your identity to borrow');
    expect(await field(AMOUNT)).toHaveProperty('disabled', true);
    expect(await control('button', 'Apply')).toHaveProperty('disabled', true);
  });

  test('refused for want of an identity leads there and back, and keeps the amount', async () => {
    const server = await renderScreen(applyPage, { before: offerLoans });
    wantIdentity(server, 'POST /loan_order/createLoan_order');
    await fill(AMOUNT, '1000');
    await press(/^I will repay 1,013.50/, { role: 'checkbox' });
    await press('Apply for 1,000.00 USDT');
    await verifyAndReturn(server, pages.loanApply, 'Verify your identity to borrow');
    expect((await field(AMOUNT)).value).toBe('1000');
  });

  test('without its cost cannot be sent, and the cost can be fetched again', async () => {
    const server = await renderScreen(applyPage, {
      before: (before) => {
        offerLoans(before);
        before.answer('GET /loan/quote', lost);
      },
    });
    await fill(AMOUNT, '1000');
    await untilText(/^We couldn.t work out the cost/);
    expect(await control('button', 'Apply')).toHaveProperty('disabled', true);
    offerLoans(server);
    await press('Try again');
    await untilText('1,013.50 USDT');
  });
});

describe('a loan', () => {
  test('while it runs shows how what is owed adds up, and why that much was approved', async () => {
    await renderScreen(loanPage, { before: (server) => hold(server, running) });
    await untilText('2,016.00 USDT');
    await untilText('1.00 USDT more each day');
    await untilText('Day 19 of 30');
    await untilText('11 days left');
    expect(await figure('Interest so far, 16 days at 0.05%')).toBe('16.00 USDT');
    expect(await figure('Still to come if you wait')).toBe('11.00 USDT');
    expect(await figure('To repay on 3 Dec')).toBe('2,027.00 USDT');
    await untilText('Approved for 2,000.00 USDT');
    await untilText(/Within your verified income/);
  });

  test('that is overdue says what each day adds, and can be repaid', async () => {
    await renderScreen(loanPage, { before: (server) => hold(server, overdue) });
    await untilText(/^Overdue since 3 Dec 2026. Every day adds 0.75 USDT/);
    expect(await figure('Repaid so far')).toBe('−527.00 USDT');
    expect(await figure('Of it, 2 overdue days')).toBe('1.50 USDT');
    await control('button', 'Repay');
  });

  test('that was rejected names the reason', async () => {
    const rejected = { ...underReview, ID: 4, status: 2, reason: 'Your income is not verified.' };
    await renderScreen(loanPage, { before: (server) => hold(server, rejected) });
    await untilText(/Your income is not verified/);
    expect(screen.queryByRole('button', { name: 'Repay' })).toBeNull();
    await control('button', 'See loans');
  });
});

describe('a repayment', () => {
  const open = async (loan: object) => {
    const server = await renderScreen(loanPage, { before: (before) => hold(before, loan) });
    await press('Repay');
    return { server, sheet: await dialog('Repay') };
  };

  test('of all of it shows interest, principal, what is saved and the balance after', async () => {
    const { server, sheet } = await open(running);
    expect(await figure('Interest, paid first', sheet)).toBe('16.00 USDT');
    expect(await figure('Principal', sheet)).toBe('2,000.00 USDT');
    expect(await figure('Interest you don’t pay', sheet)).toBe('11.00 USDT');
    expect(await figure('Left to repay', sheet)).toBe('0.00 USDT');
    expect(await figure('Balance after', sheet)).toBe('7,984.00 USDT');
    const repaid = { ...running, status: 3, total: '0', interestPaid: '16' };
    server.answer('POST /loan_order/repay', { order: repaid, repayment: { amount: '2016' } });
    await press('Repay 2,016.00 USDT', { part: sheet });
    await untilToast('Loan repaid: 2,016.00 USDT');
    expect(server.inputs('POST /loan_order/repay')).toEqual([{ ID: 4, num: '2016' }]);
  });

  test('of a part pays the interest first, and is bound by what is owed', async () => {
    const { server, sheet } = await open(running);
    await press('Part', { role: 'radio', part: sheet });
    await fill(AMOUNT, '2016.01', sheet);
    await expectError(AMOUNT, 'Maximum is 2,016.00 USDT.', sheet);
    await fill(AMOUNT, '1016', sheet);
    await waitFor(async () => expect(await figure('Principal', sheet)).toBe('1,000.00 USDT'));
    expect(await figure('Left to repay', sheet)).toBe('1,000.00 USDT');
    const after = { ...running, total: '1000', interestPaid: '16', principalPaid: '1000' };
    server.answer('POST /loan_order/repay', { order: after, repayment: { amount: '1016' } });
    await press('Repay 1,016.00 USDT', { part: sheet });
    await untilToast('Repaid 1,016.00 USDT. 1,000.00 USDT left to repay.');
  });

  test('of more than the balance is not possible, and says what is there', async () => {
    const { sheet } = await open({ ...running, total: '12016', principal: '12000' });
    await untilText('You have 10,000.00 USDT available.', sheet);
    expect(await control('button', 'Repay', sheet)).toHaveProperty('disabled', true);
  });

  test('that the server refuses keeps the amount and names the bound', async () => {
    const { server, sheet } = await open(running);
    await press('Part', { role: 'radio', part: sheet });
    await fill(AMOUNT, '2000', sheet);
    server.answer('POST /loan_order/repay', refused(4018, { max: '1500' }));
    await press('Repay 2,000.00 USDT', { part: sheet });
    await expectError(AMOUNT, 'Maximum is 1,500.00 USDT.', sheet);
  });
});

describe('the list of loans', () => {
  test('shows amounts, terms, times and status, and can be narrowed to one status', async () => {
    const server = await renderScreen(pages.loanHistory, {
      before: (before) => hold(before, running),
    });
    await untilText('2,000.00 USDT');
    await untilText('of 2,500.00 requested');
    await untilText('0.05% a day, 3 days free');
    await untilText('Due 3 Dec 2026');
    await press('Overdue');
    await waitFor(() =>
      expect(server.inputs('GET /loan_order/getLoan_orderList').at(-1)).toMatchObject({
        status: '4',
      }),
    );
    server.answer('GET /loan_order/getLoan_orderList', { list: [] });
    await press('Rejected');
    await untilText('Nothing with this status');
  });
});
