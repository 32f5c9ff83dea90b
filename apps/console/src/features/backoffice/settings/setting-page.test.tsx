/** The page of a setting: which values are possible, proposing a value, and withdrawing an announced version. */
import { answer, dialog, fill, press, screen, untilText, untilToast } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole } from '../../../../tests/render-console.tsx';

const setting = {
  key: 'futures.ratios',
  unit: 'profit per stake',
  range: 'ratios from 0.1 to 0.98',
  value: '{"30":"0.8"}',
  fallback: '{"30":"0.8"}',
};
const version = {
  ID: 3,
  CreatedAt: '2026-03-09T09:30:00.000Z',
  key: 'futures.ratios',
  value: '{"30":"0.9"}',
  replaced: null,
  kind: 'setting',
  coinname: '',
  czline: '',
  changes: [],
  reason: 'A better ratio.',
  effectiveAt: '2026-03-10T09:30:00.000Z',
  state: 'announced',
  proposedBy: 'ada',
} as const;

const openSetting = () =>
  renderConsole('/limits?key=futures.ratios', ['reviewer'], (server) => {
    server.answer('GET /operator/setting/list', { list: [setting] });
    server.answer('GET /operator/setting/versions', {
      list: [version],
      total: 1,
      page: 1,
      pageSize: 20,
    });
  });

test('the possible values stand beside the field', async () => {
  openSetting();
  await untilText('Possible values');
  await untilText('ratios from 0.1 to 0.98');
});

test('one person withdraws an announced version, with a reason', async () => {
  const server = openSetting();
  await press('Withdraw');
  const question = 'Withdraw the announced change of futures.ratios?';
  const asked = await dialog(question);
  await fill('Reason', 'A typing error.', asked);
  await answer(question, 'Withdraw');
  await untilToast('Change withdrawn');
  expect(server.inputs('POST /operator/setting/withdraw')).toEqual([
    { ID: '3', reason: 'A typing error.' },
  ]);
});

test('a value is proposed with a reason, and its review opens', async () => {
  const server = openSetting();
  server.answer('POST /operator/setting/propose', { reviewId: 9 });
  await fill('New value', '{"30":"0.85"}');
  await fill('Inner reason', 'A ratio between the two.');
  await press('Propose');
  await expect.poll(() => location.hash).toBe('#/queue?id=9');
  expect(server.inputs('POST /operator/setting/propose')).toMatchObject([
    { key: 'futures.ratios', value: '{"30":"0.85"}', reason: 'A ratio between the two.' },
  ]);
});

test('changes are listed with the value in force, the new one and their state', async () => {
  renderConsole('/limits?show=changes', ['auditor'], (server) => {
    const hours = { ...setting, key: 'withdrawal.targetHours', value: '24', fallback: '24' };
    const later = { ...version, key: hours.key, value: '30' };
    server.answer('GET /operator/setting/list', { list: [hours] });
    server.answer('GET /operator/setting/versions', {
      list: [later],
      total: 1,
      page: 1,
      pageSize: 20,
    });
  });
  await screen.findByRole('row', { name: /^withdrawal\.targetHours 24 30 .* Announced/ });
});
