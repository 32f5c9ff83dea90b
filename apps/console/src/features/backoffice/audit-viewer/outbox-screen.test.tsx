/** The outbox: messages are found by their recipient, and opened. */
import { fill, screen, type, untilText, waitFor } from '@tern/ui/tests';
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
