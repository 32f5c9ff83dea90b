/** Read-only mode is said on every page, to every role: since when, why, and what still works. */
import { meets, type Need, type OperatorRole, startRoles } from '@tern/protocol/operator';
import { screen, waitFor, within } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole } from '../../tests/render-console.tsx';
import { consolePages } from './console-pages.ts';

const beganAt = '2026-11-28T09:30:00.000Z';

const roles = Object.keys(startRoles) as OperatorRole[];
const roleFor = (needs: readonly Need[]) => roles.find((role) => meets(startRoles[role], needs))!;

test.each(consolePages.map(({ path, needs }) => [path, roleFor(needs)] as const))(
  '%s shows the bar to a %s',
  async (path, role) => {
    renderConsole(path, [role], (server) => {
      const readOnly = { beganAt, rule: 'Balances match postings' };
      server.answer('GET /operator/readOnly/now', { readOnly });
    });
    const bar = await screen.findByText(/A rule of the books is broken: Balances match postings/);
    const alert = bar.closest('[role=alert]') as HTMLElement;
    expect(alert.textContent).toContain('Read-only since');
    expect(alert.querySelector('time')?.getAttribute('datetime')).toBe(beganAt);
    expect(alert.textContent).toContain('Announcements, support, notes and stops work.');
    const link = within(alert).queryByRole('link', { name: 'Operations' });
    expect(link !== null).toBe(!['content', 'support', 'compliance'].includes(role));
  },
);

test('no page has a bar while the books are in order', async () => {
  const server = renderConsole('/replies', ['support']);
  await waitFor(() => expect(server.inputs('GET /operator/readOnly/now')).toHaveLength(1));
  expect(screen.queryByText(/Read-only since/)).toBeNull();
});
