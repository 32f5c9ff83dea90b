/** The served page says whether money is real: the console marks nothing of the other mode before the server has answered. */
import { silent } from '@tern/protocol/tests';
import { screen, waitFor } from '@tern/ui/tests';
import { afterEach, expect, test } from 'vitest';
import { operatorWith, renderConsole } from '../../tests/render-console.tsx';

const sim = () => document.documentElement.dataset['sim'];

afterEach(() => document.documentElement.setAttribute('data-sim', '1'));

test.each(['0', '1'])(
  'a page that was served with %s keeps it while the server is silent',
  async (served) => {
    document.documentElement.setAttribute('data-sim', served);
    renderConsole('/products?show=treasury', ['reviewer'], (server) =>
      server.answer('GET /operator/me', silent),
    );
    await screen.findByRole('button', {
      name: served === '0' ? 'Record money received' : 'Add paper money',
    });
    expect(sim()).toBe(served);
  },
);

test('the answer of the server counts more than the page', async () => {
  document.documentElement.setAttribute('data-sim', '1');
  renderConsole('/products?show=treasury', ['reviewer'], (server) =>
    server.answer('GET /operator/me', {
      operator: operatorWith(['reviewer']),
      expiresAt: '2026-11-27T12:00:00.000Z',
      mode: 'live',
    }),
  );
  await waitFor(() => expect(sim()).toBe('0'));
});
