/** The inbox: claiming, answering, saved replies, failed answers, handing over and closing. */
import type { Given } from '@tern/protocol/tests';
import { lost, refused } from '@tern/protocol/tests';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import {
  answer,
  choose,
  control,
  dialog,
  expectError,
  field,
  fill,
  isShown,
  press,
  screen,
  type,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { queryClient } from '../../../kernel/query-client.ts';
import { noteWriting } from '../../../kernel/writing.ts';
import { OPERATOR, renderConsole, type Server } from '../../../../tests/render-console.tsx';

type Conversation = Given<OperatorOutput<'GET /operator/service/find'>['reconversation']>;
type Message = Given<OperatorOutput<'GET /operator/service/messages'>['list'][number]>;

const ANSWER = 'Your answer';
const waiting: Conversation = {
  ID: 8,
  memberId: 7,
  email: 'anna@tern.test',
  lang: 'de',
  state: 'waiting',
  operator: null,
  assignedAt: null,
  waitingSince: '2026-03-02T09:30:00.000Z',
  closedAt: null,
  stars: null,
  isHere: true,
  lastSeq: 1,
};
const mine: Conversation = { ...waiting, state: 'assigned', operator: OPERATOR };
const asked: Message = {
  seq: 1,
  author: 'customer',
  clientId: 'c'.repeat(32),
  kind: 'text',
  text: 'Seit gestern kann ich nichts auszahlen.',
  image: null,
  record: null,
  opensAt: null,
};
const member = { ID: 7, email: 'anna@tern.test', realNameStatus: 2, frozenByOwnerAt: null };

/** Opens a conversation with the messages that `list` has; an answer is stored with the next number. */
function openInbox(conversation: Conversation, more: (server: Server) => void = () => {}): Server {
  const list = [asked];
  return renderConsole(`/inbox?id=${conversation.ID}`, ['support'], (server) => {
    server.answer('GET /operator/service/inbox', {
      waiting: [waiting],
      waitingTotal: 1,
      oldestAt: null,
    });
    server.answer('GET /operator/service/find', { reconversation: conversation });
    server.answer('GET /operator/service/messages', ({ after = 0 }) => ({
      list: list.filter(({ seq = 0 }) => seq > Number(after)),
    }));
    server.answer('GET /operator/customer/find', {
      recustomer: { ...member, withdrawalsBlockedUntil: '2026-03-03T14:20:00.000Z' },
    });
    server.answer('POST /operator/service/answer', ({ clientId, text }) => {
      const message = { ...asked, seq: list.length + 1, author: 'operator' as const };
      const stored = { ...message, clientId, text, login: OPERATOR.login };
      list.push(stored);
      return { message: stored };
    });
    more(server);
  });
}

const send = () => press(/^Send/);
const answers = (server: Server) => server.inputs('POST /operator/service/answer');

test('a waiting conversation is counted in the rail, claimed and answered', async () => {
  const server = openInbox(waiting, (fresh) =>
    fresh.answer('POST /operator/service/claim', () => {
      fresh.answer('GET /operator/service/find', { reconversation: mine });
      return {};
    }),
  );
  await control('link', /^Inbox ?1$/);
  await untilText('1 waiting');
  await untilText('Seit gestern kann ich nichts auszahlen.');
  await press(/^Claim to answer/);
  await fill(ANSWER, 'Hallo Anna, es geht heute wieder.');
  await send();
  await untilText(/operator-3, not read yet/);
  expect(answers(server)).toMatchObject([{ ID: '8', text: 'Hallo Anna, es geht heute wieder.' }]);
  expect((await field(ANSWER)).value).toBe('');
  expect(server.inputs('POST /operator/service/typing')).toEqual([{ ID: '8' }]);
});

test('messages are marked as read only by the operator who has the conversation', async () => {
  const server = openInbox(mine);
  await waitFor(() =>
    expect(server.inputs('POST /operator/service/read')).toEqual([{ ID: '8', seq: 1 }]),
  );
  const other = openInbox({ ...mine, operator: { ID: 9, login: 'operator-9' } });
  await untilText('operator-9 is answering this conversation.');
  expect(other.inputs('POST /operator/service/read')).toEqual([]);
  expect(screen.queryByLabelText(ANSWER)).toBeNull();
});

test('a saved reply goes out in the customer’s language and can be edited', async () => {
  const server = openInbox(mine, (fresh) =>
    fresh.answer('GET /operator/service/replies', {
      list: [
        { ID: 1, code: 'password', texts: [{ lang: 'en', title: 'Passwords', text: 'Never.' }] },
        {
          ID: 2,
          code: 'pause24',
          texts: [
            { lang: 'en', title: 'The pause', text: 'Nobody can shorten it.' },
            { lang: 'de', title: 'Die Pause', text: 'Niemand kann sie verkürzen.' },
          ],
        },
      ],
    }),
  );
  await untilText('Saved replies go out in the customer’s language, German.');
  const box = await field(ANSWER);
  box.focus();
  await fill(ANSWER, '/pa');
  await untilText('/pause24');
  await type('{ArrowDown}{Enter}');
  expect(box.value).toBe('Niemand kann sie verkürzen.');
  await type(' Leider.');
  await type('{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(answers(server)).toMatchObject([{ text: 'Niemand kann sie verkürzen. Leider.' }]),
  );
});

test('an answer that is not sent stays, and is sent again as the same one', async () => {
  const server = openInbox(mine, (fresh) => fresh.answer('POST /operator/service/answer', lost));
  await fill(ANSWER, 'Es geht heute wieder.');
  await send();
  await untilText('Not sent.');
  server.answer('POST /operator/service/answer', ({ clientId, text }) => ({
    message: { ...asked, seq: 2, author: 'operator', clientId, text, login: OPERATOR.login },
  }));
  await press('Try again');
  await untilText(/operator-3, not read yet/);
  expect(isShown('Not sent.')).toBe(false);
  const [first, second] = answers(server);
  expect(second).toEqual(first);
});

test('a refused answer says why, and its text can be restored', async () => {
  openInbox(mine, (fresh) =>
    fresh.answer(
      'POST /operator/service/answer',
      refused(5026, {}, 'This conversation is closed.'),
    ),
  );
  await fill(ANSWER, 'Zu spät.');
  await send();
  await untilText('Not sent. This conversation is closed.');
  await press('Discard');
  expect((await field(ANSWER)).value).toBe('Zu spät.');
});

test('a draft stays when another conversation is opened', async () => {
  openInbox(mine);
  await fill(ANSWER, 'Halber Satz');
  location.hash = '/inbox';
  await untilText('Choose a conversation');
  location.hash = '/inbox?id=8';
  expect((await field(ANSWER)).value).toBe('Halber Satz');
  await fill(ANSWER, '');
});

test('nothing is sent while another operator writes', async () => {
  openInbox({ ...mine, ID: 12 });
  await fill(ANSWER, 'Gleichzeitig');
  noteWriting('12', 'operator-9');
  await untilText('operator-9 is writing');
  expect(((await control('button', /^Send/)) as HTMLButtonElement).disabled).toBe(true);
  await fill(ANSWER, '');
});

test('an image is uploaded and goes out with the answer', async () => {
  const server = openInbox(mine, (fresh) =>
    fresh.answer('POST /operator/service/uploadImage', { ID: 31, width: 4, height: 3 }),
  );
  await field(ANSWER);
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await choose(input, new File(['png'], 'steps.png', { type: 'image/png' }));
  await untilText('steps.png');
  await send();
  await waitFor(() => expect(answers(server)).toMatchObject([{ text: '', imageId: 31 }]));
});

test('earlier messages are read on request and come first', async () => {
  const at = (seq: number): Message => ({ ...asked, seq, text: `Message ${seq}` });
  const server = openInbox(mine, (fresh) =>
    fresh.answer('GET /operator/service/messages', ({ before }) => ({
      list: before === undefined ? [at(3), at(4)] : [at(1), at(2)],
    })),
  );
  await untilText('Message 4');
  await press('Earlier messages');
  await untilText('Message 1');
  expect(server.inputs('GET /operator/service/messages')).toContainEqual({ ID: '8', before: '3' });
  const log = screen.getByRole('log');
  expect(log.textContent).toMatch(/Message 1.*Message 2.*Message 3.*Message 4/);
  expect(screen.queryByRole('button', { name: 'Earlier messages' })).toBeNull();
});

test('an image of the customer is loaded only on request', async () => {
  const image = { ID: 31, width: 4, height: 3 };
  const server = openInbox(mine, (fresh) => {
    fresh.answer('GET /operator/service/messages', { list: [{ ...asked, image }] });
    fresh.answer('GET /operator/service/image', { image: 'data:image/png;base64,AAAA' });
  });
  await control('button', 'Show image');
  expect(server.inputs('GET /operator/service/image')).toEqual([]);
  await press('Show image');
  await screen.findByAltText('Image from anna@tern.test');
});

test('a hidden password is named, never shown', async () => {
  openInbox(mine, (fresh) =>
    fresh.answer('GET /operator/service/messages', {
      list: [
        { ...asked, text: 'Mein Passwort ist \ufffc', hidden: [{ kind: 'password', length: 6 }] },
      ],
    }),
  );
  await untilText('6 characters hidden');
  await untilText('A password was hidden before anyone saw it. We never ask for one.');
});

test('the customer beside the conversation shows what is stopped', async () => {
  openInbox(mine);
  await untilText(/^Withdrawals are paused until 3 Mar/);
  await untilText('ID 7 · verified');
});

test('of a visitor nothing is shown but a warning', async () => {
  const server = openInbox({ ...mine, memberId: null, email: '', isHere: false, getsMail: false });
  await untilText('Not signed in. Say nothing about any account.');
  await untilText('The customer isn’t here. They’ll see it when they come back.');
  expect(server.inputs('GET /operator/customer/find')).toEqual([]);
});

test('a conversation is handed over to a colleague', async () => {
  const server = openInbox(mine, (fresh) =>
    fresh.answer('GET /operator/service/colleagues', {
      list: [
        { ...OPERATOR, name: '' },
        { ID: 9, login: 'operator-9', isHere: true },
      ],
    }),
  );
  await press('Hand over');
  const question = await dialog('Hand over this conversation?');
  await untilText('operator-9 (online)', question);
  await fill('To', '9', question);
  await answer('Hand over this conversation?', 'Hand over');
  await untilToast('Handed over');
  expect(server.inputs('POST /operator/service/handOver')).toEqual([{ ID: '8', operatorId: '9' }]);
});

test('closing with E needs a last message', async () => {
  const server = openInbox(mine);
  await field(ANSWER);
  await type('e');
  const question = await dialog('Close this conversation?');
  await press('Send and close', { part: question });
  await expectError(
    'Last message to the customer',
    'Write a last message. The customer will see it.',
    question,
  );
  await fill('Last message to the customer', 'Gern geschehen.', question);
  await answer('Close this conversation?', 'Send and close');
  await untilToast('Closed');
  expect(server.inputs('POST /operator/service/close')).toMatchObject([
    { ID: '8', text: 'Gern geschehen.' },
  ]);
});

test('the inbox is for those who may answer', async () => {
  renderConsole('/inbox', ['auditor']);
  await untilText('You don’t have access to this page');
});

const withdrawal = {
  kind: 'withdrawal',
  ID: 11873,
  recordNo: 'W-11873',
  asset: 'USDT',
  amount: '250',
  state: 'underReview',
} as const;

function withRecord(roles: Parameters<typeof renderConsole>[1]): void {
  renderConsole('/inbox?id=8', roles, (server) => {
    const list = [{ ...asked, text: '', record: withdrawal }];
    server.answer('GET /operator/service/find', { reconversation: mine });
    server.answer('GET /operator/service/messages', { list });
    server.answer('GET /operator/customer/find', { recustomer: member });
  });
}

test('a record that the customer attached is shown as it is, and opens the customer', async () => {
  withRecord(['support']);
  const link = await control('link', /^Withdrawal W-11873/);
  expect(link.textContent).toMatch(/250.*USDT · under review/);
  expect(link.getAttribute('href')).toBe('#/customers?id=7');
});

test('a record of the customer is attached to an answer, and can be removed before', async () => {
  const server = openInbox(mine, (fresh) =>
    fresh.answer('GET /operator/service/records', { list: [withdrawal] }),
  );
  await field(ANSWER);
  expect(server.inputs('GET /operator/service/records')).toEqual([]);
  await press('Attach a record');
  await press(/^Withdrawal W-11873/);
  await press('Remove the record');
  expect(isShown('Withdrawal W-11873')).toBe(false);
  await press('Attach a record');
  await press(/^Withdrawal W-11873/);
  await send();
  await waitFor(() =>
    expect(answers(server)).toMatchObject([
      { ID: '8', text: '', record: { kind: 'withdrawal', ID: 11873 } },
    ]),
  );
  expect(server.inputs('GET /operator/service/records')).toContainEqual({ ID: '8' });
});

test('a visitor has no records to attach', async () => {
  openInbox({ ...mine, memberId: null, email: '' });
  await control('button', 'Attach an image');
  expect(screen.queryByRole('button', { name: 'Attach a record' })).toBeNull();
});

test('a reviewer opens the review of a record that is under review', async () => {
  withRecord(['reviewer']);
  const link = await control('link', /^Withdrawal W-11873/);
  expect(link.getAttribute('href')).toBe('#/queue?search=W-11873');
});

test('a conversation that comes while the list is read waits for a press', async () => {
  const inbox = (...rows: Conversation[]) => ({ waiting: rows, waitingTotal: rows.length });
  const server = renderConsole('/inbox', ['support'], (fresh) =>
    fresh.answer('GET /operator/service/inbox', inbox(waiting)),
  );
  await untilText('anna@tern.test');
  const another = { ...waiting, ID: 9, email: 'bo@tern.test' };
  server.answer('GET /operator/service/inbox', inbox(another, waiting));
  await queryClient.invalidateQueries();
  await press('1 new');
  await untilText('bo@tern.test');
  expect(screen.queryByRole('button', { name: '1 new' })).toBeNull();
  server.answer('GET /operator/service/inbox', inbox(another));
  await queryClient.invalidateQueries();
  await waitFor(() => expect(isShown('anna@tern.test')).toBe(false));
  // Nothing is in place any more that could move.
  server.answer(
    'GET /operator/service/inbox',
    inbox({ ...waiting, ID: 10, email: 'cy@tern.test' }),
  );
  await queryClient.invalidateQueries();
  await untilText('cy@tern.test');
});
