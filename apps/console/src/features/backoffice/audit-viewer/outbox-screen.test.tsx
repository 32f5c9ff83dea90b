/** The outbox: messages are found by their recipient, customer and state, opened, and sent again. */
import { fill, press, screen, type, untilText, waitFor } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole } from '../../../../tests/render-console.tsx';

const message = {
  ID: 5,
  channel: 'email',
  recipient: 'ada@tern.test',
  subject: 'Your code',
  body: 'Your code is ••••••.',
  purpose: 'code',
  state: 'failed',
  attempts: 3,
  lastError: '550 no such mailbox',
} as const;

test('a message is found by its recipient and opened, with the error of its last attempt', async () => {
  const server = renderConsole('/outbox', ['auditor'], (fresh) =>
    fresh.answer('GET /operator/outbox/list', ({ recipient }) =>
      recipient === message.recipient ? { list: [message], total: 1 } : { list: [], total: 0 },
    ),
  );
  const search = await screen.findByRole('searchbox', { name: 'Recipient' });
  await fill('Recipient', message.recipient);
  search.focus();
  await type('{Enter}');
  const row = (await untilText(message.recipient)).closest('tr')!;
  row.click();
  await untilText(message.body);
  await untilText(/550 no such mailbox/);
  await waitFor(() => expect(row.querySelector('a')?.getAttribute('aria-expanded')).toBe('true'));
  expect(server.inputs('GET /operator/outbox/list').at(-1)).toMatchObject({
    recipient: message.recipient,
  });
});

const failed = { ...message, ID: 6, body: 'A new sign-in.', purpose: 'alert', isSendable: true };

test('support sends a failed one again; one with a code says why not, and an auditor has no button', async () => {
  const answers = { list: [failed, { ...message, isSendable: false }], total: 2 };
  const open = (role: 'support' | 'auditor', id: number) =>
    renderConsole(`/outbox?open=${id}`, [role], (fresh) => {
      fresh.answer('GET /operator/outbox/list', answers);
      fresh.answer('POST /operator/outbox/sendAgain', { state: 'waiting' });
    });
  const server = open('support', 6);
  await press('Send again');
  await untilText('Waiting to be sent again');
  expect(server.inputs('POST /operator/outbox/sendAgain')).toEqual([{ ID: '6' }]);
  location.hash = '/outbox?open=5';
  await untilText(/^It has a one-time code/);
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
});

test('a push names its customer; one that would say nothing new says so', async () => {
  const push = { ...failed, channel: 'push', recipient: '8200001', isSendable: false } as const;
  renderConsole('/outbox?open=6&channel=push', ['support'], (fresh) =>
    fresh.answer('GET /operator/outbox/list', ({ channel }) =>
      channel === 'push' ? { list: [push], total: 1 } : { list: [], total: 0 },
    ),
  );
  await untilText('Customer 8200001');
  await untilText(/^It is not sent again: the device is gone/);
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
});

test('an auditor reads the reason of a failure and sends nothing; filters are asked of the server', async () => {
  const server = renderConsole('/outbox?open=6&memberId=8200001&days=7', ['auditor'], (fresh) =>
    fresh.answer('GET /operator/outbox/list', { list: [failed], total: 1 }),
  );
  await untilText(/550 no such mailbox/);
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  const state = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Status' });
  state.value = 'failed';
  state.dispatchEvent(new Event('change', { bubbles: true }));
  await waitFor(() =>
    expect(server.inputs('GET /operator/outbox/list').at(-1)).toMatchObject({
      memberId: '8200001',
      state: 'failed',
      from: expect.stringMatching(/Z$/),
    }),
  );
});
