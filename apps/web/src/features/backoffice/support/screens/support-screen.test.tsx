/** Support: what is sent, what happens when it is not, the end with its rating, and the conversation by mail. */
import { lost, refused } from '@tern/protocol/tests';
import {
  control,
  field,
  fill,
  isShown,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
  expectError,
} from '@tern/ui/tests';
import { beforeEach, expect, test } from 'vitest';
import { renderScreen, type Server } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { visitorToken } from '../api.ts';

const conversation = {
  ID: 5001,
  CreatedAt: '2026-11-22T09:12:00.000Z',
  state: 'waiting',
  name: '',
  lastSeq: 0,
  readSeq: 0,
  serviceReadSeq: 0,
  closedAt: null,
  stars: null,
} as const;
const message = {
  seq: 1,
  CreatedAt: '2026-11-22T09:12:00.000Z',
  author: 'customer',
  clientId: 'a-message-of-a-test',
  kind: 'text',
  text: 'Where is my deposit?',
  hidden: [],
  image: null,
  record: null,
  opensAt: null,
  name: '',
} as const;
const open = { isOpen: true, isHere: true, opensAt: null, closesAt: null, answerMinutes: 3 };

function asUsual(server: Server): void {
  server.answer('GET /service/hours', open);
  server.answer('GET /service/current', { conversation: null, unread: 0 });
  server.answer('POST /service/open', { conversation });
  server.answer('POST /service/typing', {});
  server.answer('POST /service/read', {});
}

/** As the server stores what was sent. */
function stores(server: Server): void {
  server.answer('POST /service/send', ({ clientId, text }) => ({
    conversation: { ...conversation, lastSeq: 1 },
    message: { ...message, clientId, text },
  }));
}

beforeEach(() => visitorToken.write(undefined));

test('the first message begins a conversation, and is shown as sent', async () => {
  const server = await renderScreen(pages.support, {
    before: (of) => {
      asUsual(of);
      stores(of);
    },
  });
  await untilText('Here now, answers in about 3 min');
  expect(isShown('We never ask for your password or a code.')).toBe(true);
  await fill('Message', 'Where is my deposit?');
  await press('Send');
  await untilText(/, sent$/);
  expect(server.inputs('POST /service/send')).toMatchObject([
    { ID: 5001, text: 'Where is my deposit?' },
  ]);
  expect((await field('Message')).value).toBe('');
});

test('a message without an answer stays, and is sent again with the same id', async () => {
  const server = await renderScreen(pages.support, {
    before: (of) => {
      asUsual(of);
      of.answer('POST /service/send', lost);
    },
  });
  await fill('Message', 'Where is my deposit?');
  await press('Send');
  await untilText(/Not sent/);
  expect(isShown('Where is my deposit?')).toBe(true);
  stores(server);
  await press('Try again');
  await untilText(/, sent$/);
  const ids = server.inputs('POST /service/send').map(({ clientId }) => clientId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('a message that was stored although its answer was lost is shown once, as sent', async () => {
  await renderScreen(pages.support, {
    before: (of) => {
      asUsual(of);
      of.answer('POST /service/send', ({ clientId, text }) => {
        const stored = { ...conversation, lastSeq: 1 };
        of.answer('GET /service/current', { conversation: stored, unread: 0 });
        of.answer('GET /service/messages', {
          conversation: stored,
          list: [{ ...message, clientId, text }],
        });
        return lost;
      });
    },
  });
  await fill('Message', 'Only once');
  await press('Send');
  await untilText(/, sent$/);
  await waitFor(() => expect(isShown(/Not sent/)).toBe(false));
  expect(document.body.textContent.match(/Only once/g)).toHaveLength(1);
});

test('a refusal says why the message was not sent', async () => {
  await renderScreen(pages.support, {
    before: (of) => {
      asUsual(of);
      of.answer('POST /service/send', refused(4024, { seconds: 30 }));
    },
  });
  await fill('Message', 'Too many');
  await press('Send');
  await untilText(/Not sent.*Too many attempts/);
});

test('hidden parts and markup are shown as text', async () => {
  const text = '<b>my password is</b> \ufffc';
  await renderScreen(pages.support, {
    before: (of) => {
      asUsual(of);
      const stored = { ...conversation, lastSeq: 1 };
      of.answer('GET /service/current', { conversation: stored, unread: 0 });
      of.answer('GET /service/messages', {
        conversation: stored,
        list: [{ ...message, text, hidden: [{ kind: 'password', length: 6 }] }],
      });
    },
  });
  await untilText('password hidden');
  expect(isShown('A password was hidden before anyone saw it. We never ask for one.')).toBe(true);
  expect(document.querySelector('[role="log"] b')).toBeNull();
});

test('while support is away, the message is kept until it opens', async () => {
  const stored = { ...conversation, lastSeq: 1 };
  await renderScreen(pages.support, {
    before: (of) => {
      asUsual(of);
      const opensAt = '2026-11-23T08:00:00.000Z';
      of.answer('GET /service/hours', { ...open, isOpen: false, isHere: false, opensAt });
      of.answer('GET /service/current', { conversation: stored, unread: 0 });
      of.answer('GET /service/messages', { conversation: stored, list: [message] });
    },
  });
  await untilText(/, kept for .*08:00$/);
  expect(isShown(/^Away, back/)).toBe(true);
});

test('a closed conversation is rated once, and a new one can be started', async () => {
  const closed = {
    ...conversation,
    state: 'closed',
    lastSeq: 1,
    closedAt: '2026-11-22T10:00:00.000Z',
  } as const;
  const server = await renderScreen(pages.support, {
    before: (of) => {
      asUsual(of);
      of.answer('GET /service/current', { conversation: closed, unread: 0 });
      of.answer('GET /service/messages', { conversation: closed, list: [message] });
      of.answer('POST /service/rate', { conversation: { ...closed, stars: 4 } });
    },
  });
  await press('4 stars', { role: 'radio' });
  await fill('What could be better? (optional)', 'Faster');
  await press('Send rating');
  await untilToast('Thank you');
  expect(server.inputs('POST /service/rate')).toEqual([{ ID: 5001, stars: 4, text: 'Faster' }]);
  await waitFor(() => expect(isShown('How was our service?')).toBe(false));
  server.answer('POST /service/open', { conversation: { ...conversation, ID: 5002 } });
  await press('New conversation');
  expect(await field('Message')).toBeTruthy();
});

test('a visitor converses by a token, and proves an address by a code', async () => {
  const token = 'A'.repeat(43);
  const server = await renderScreen(pages.support, {
    as: null,
    before: (of) => {
      asUsual(of);
      of.answer('POST /service/visitor/open', { conversation, visitor: token });
      of.answer('POST /service/visitor/send', ({ clientId, text }) => ({
        conversation: { ...conversation, lastSeq: 1 },
        message: { ...message, clientId, text },
      }));
      of.answer('POST /service/visitor/typing', {});
      of.answer('POST /service/visitor/transcriptCode', ({ captcha }) =>
        captcha === 'abcd' ? { seconds: 60 } : refused(4005),
      );
      of.answer('POST /service/visitor/transcript', refused(4009));
    },
  });
  await untilText(/You’re not logged in/);
  await fill('Message', 'I do not get the code.');
  await press('Send');
  await untilText(/, sent$/);
  expect(server.inputs('POST /service/visitor/send')).toMatchObject([{ visitor: token }]);
  await press('Conversations');
  await press('Send by email');
  await fill('Email', 'me@tern.test');
  await press('Send code');
  await expectError('Code in the image', 'Enter the code in the image.');
  await fill('Code in the image', 'WRNG');
  await press('Send code');
  await expectError('Code in the image', /Here is a new image/);
  await fill('Code in the image', 'abcd');
  await press('Send code');
  await fill('Code from the email', '111111');
  await press('Send now');
  await untilText(/That code is wrong/);
  expect((await field('Email')).value).toBe('me@tern.test');
});

const deposit = {
  kind: 'deposit',
  ID: 20418,
  recordNo: 'D-20418',
  asset: 'USDT',
  amount: '1500',
  state: 'underReview',
  CreatedAt: '2026-11-22T09:00:00.000Z',
  canCancel: false,
  link: '/pages/bitcoin/paymentDetail?id=20418',
} as const;

/** The server finds the record that is named. */
function storesWithRecord(server: Server): void {
  server.answer('POST /service/send', ({ clientId, text, record }) => ({
    conversation: { ...conversation, lastSeq: 1 },
    message: { ...message, clientId, text, record: record === undefined ? null : deposit },
  }));
}

test('a record is attached without a word, and opens its page', async () => {
  const server = await renderScreen(pages.support, {
    before: (of) => {
      asUsual(of);
      of.answer('GET /service/records', { list: [{ ...deposit, state: 'completed' }] });
      storesWithRecord(of);
    },
  });
  await press('Attach a record');
  await press(/^Deposit D-20418/);
  await press('Send');
  await untilText(/, sent$/);
  expect(server.inputs('POST /service/send')).toMatchObject([
    { text: '', record: { kind: 'deposit', ID: 20418 } },
  ]);
  const link = await control('link', /^Deposit D-20418/);
  expect(link.getAttribute('href')).toBe('#/pages/bitcoin/paymentDetail?id=20418');
  expect(link.textContent).toMatch(/1,500.*USDT · Under review/);
});

test('before an operator is asked, the member reads where their deposit is', async () => {
  const question = 'Why is my deposit in review?';
  const server = await renderScreen(pages.support, {
    before: (of) => {
      asUsual(of);
      of.answer('GET /service/records', ({ kind }) => ({
        list: kind === 'deposit' ? [deposit] : [{ ...deposit, state: 'completed' }],
      }));
      of.answer('GET /service/answers', {
        list: [{ code: 'review', question, text: 'A person compares it.', shows: 'deposit' }],
      });
      storesWithRecord(of);
    },
  });
  // What is done needs no answer.
  await press(question);
  await untilText('A person compares it.');
  expect((await control('link', /^Deposit D-20418/)).textContent).toMatch(/Under review/);
  expect(server.inputs('POST /service/open')).toEqual([]);
  await press('Ask service about it');
  await fill('Message', 'Is something missing?');
  await press('Send');
  await untilText(/, sent$/);
  expect(server.inputs('POST /service/send')).toMatchObject([
    { text: 'Is something missing?', record: { kind: 'deposit', ID: 20418 } },
  ]);
});

test('a visitor reads the answers but has no records', async () => {
  const question = 'Why is my deposit in review?';
  const server = await renderScreen(pages.support, {
    as: null,
    before: (of) => {
      asUsual(of);
      of.answer('GET /service/answers', {
        list: [{ code: 'review', question, text: 'A person compares it.', shows: 'deposit' }],
      });
    },
  });
  await press(question);
  await untilText('A person compares it.');
  expect(screen.queryByRole('button', { name: 'Ask service about it' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Attach a record' })).toBeNull();
  expect(server.inputs('GET /service/records')).toEqual([]);
});

test('an automatic answer leads to the act that the member has, while it is possible', async () => {
  const withdrawal = {
    ...deposit,
    kind: 'withdrawal',
    recordNo: 'W-11873',
    canCancel: true,
    link: '/pages/bitcoin/withdrawDetail?id=11873',
  } as const;
  const stored = { ...conversation, lastSeq: 2 };
  const automatic = { ...message, seq: 2, author: 'automatic', clientId: '', text: '' } as const;
  await renderScreen(pages.support, {
    before: (of) => {
      asUsual(of);
      of.answer('GET /service/current', { conversation: stored, unread: 0 });
      of.answer('GET /service/messages', {
        conversation: stored,
        list: [message, { ...automatic, kind: 'cancellable', record: withdrawal }],
      });
    },
  });
  await untilText(/You can cancel this yourself/);
  const link = await control('link', /^Withdrawal W-11873.*Cancel it$/);
  expect(link.getAttribute('href')).toBe('#/pages/bitcoin/withdrawDetail?id=11873');
});

test('messages of another day are below its heading', async () => {
  const stored = { ...conversation, lastSeq: 2 };
  const at = '2026-03-02T09:00:00.000Z';
  await renderScreen(pages.support, {
    before: (of) => {
      asUsual(of);
      of.answer('GET /service/current', { conversation: stored, unread: 0 });
      of.answer('GET /service/messages', {
        conversation: stored,
        list: [
          { ...message, CreatedAt: '2026-02-20T09:12:00.000Z' },
          { ...message, seq: 2, clientId: 'another-of-a-test', CreatedAt: at },
        ],
      });
    },
  });
  await untilText(/20 Feb/);
});
