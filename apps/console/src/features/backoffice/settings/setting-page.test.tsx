/** The page of a setting: which values are possible, proposing a value, and withdrawing an announced version. */
import { answer, dialog, fill, press, screen, untilText, untilToast } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole } from '../../../../tests/render-console.tsx';

const setting = {
  key: 'futures.ratios',
  name: 'Payout ratio',
  effect: 'What a win pays on top of the stake.',
  form: { kind: 'ratios', unit: '', min: '0.1', max: '0.98', parts: [] },
  range: 'ratios from 0.1 to 0.98',
  value: '{"30":"0.8","60":"0.82"}',
  fallback: '{"30":"0.8","60":"0.82"}',
} as const;
const version = {
  ID: 3,
  CreatedAt: '2026-03-09T09:30:00.000Z',
  key: 'futures.ratios',
  value: '{"30":"0.9","60":"0.82"}',
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
  const question = 'Withdraw the announced change of Payout ratio?';
  const asked = await dialog(question);
  await fill('Reason', 'A typing error.', asked);
  await answer(question, 'Withdraw');
  await untilToast('Change withdrawn');
  expect(server.inputs('POST /operator/setting/withdraw')).toEqual([
    { ID: '3', reason: 'A typing error.' },
  ]);
});

const openToPropose = async () => {
  const server = openSetting();
  server.answer('POST /operator/setting/propose', { reviewId: 9 });
  server.answer('GET /operator/market/list', { list: [] });
  await screen.findByRole('group', { name: 'All markets' });
  return server;
};

test('a changed value is shown before and after, with what members will read, and proposed', async () => {
  const server = await openToPropose();
  await fill('30 s', '75');
  await screen.findByRole('row', { name: /^30 s 80% 75% 56 → 58 10 → 12.5 Undo/ });
  await untilText(/members lose 12\.5 of 100 staked .* need 58 right calls/);
  const preview = (await untilText('What members will read')).parentElement!;
  await untilText('80% → 75%', preview);
  await fill('Inner reason', 'A ratio between the two.');
  await press('Propose');
  await expect.poll(() => location.hash).toBe('#/queue?id=9');
  expect(server.inputs('POST /operator/setting/propose')).toMatchObject([
    {
      key: 'futures.ratios',
      value: '{"30":"0.75","60":"0.82"}',
      reason: 'A ratio between the two.',
    },
  ]);
});

test('a value outside of its range is marked, and nothing can be proposed', async () => {
  await openToPropose();
  await fill('30 s', '99');
  await untilText('Between 10 and 98.');
  await untilText('Correct the marked values first.');
  expect(screen.getByRole('button', { name: 'Propose' })).toHaveProperty('disabled', true);
});

test('a changed value is undone', async () => {
  await openToPropose();
  await fill('60 s', '70');
  await press('Undo');
  await untilText('Change at least one value.');
});

test('a version in force is undone by a proposal of the value before it', async () => {
  const server = renderConsole('/limits?key=futures.ratios', ['reviewer'], (fake) => {
    const inForce = { ...version, state: 'inForce', replaced: '{"30":"0.7","60":"0.82"}' } as const;
    const page = { total: 1, page: 1, pageSize: 20 };
    fake.answer('GET /operator/setting/list', { list: [setting] });
    fake.answer('GET /operator/market/list', { list: [] });
    fake.answer('POST /operator/setting/propose', { reviewId: 9 });
    fake.answer('GET /operator/setting/versions', { list: [inForce], ...page });
  });
  await press('Propose the value before');
  await screen.findByRole('row', { name: /^30 s 80% 70% / });
  await fill('Inner reason', 'It was better.');
  await press('Propose');
  await expect
    .poll(() => server.inputs('POST /operator/setting/propose'))
    .toMatchObject([{ value: '{"30":"0.7","60":"0.82"}' }]);
});

test('changes are listed with the value in force, the new one and their state', async () => {
  renderConsole('/limits?show=changes', ['auditor'], (server) => {
    const hours = {
      ...setting,
      key: 'withdrawal.targetHours',
      name: 'Target time of a withdrawal',
      form: { kind: 'number', unit: 'h', min: '1', max: '1000000', parts: [] },
      value: '24',
      fallback: '24',
    } as const;
    const later = { ...version, key: hours.key, value: '30' };
    server.answer('GET /operator/setting/list', { list: [hours] });
    server.answer('GET /operator/setting/versions', {
      list: [later],
      total: 1,
      page: 1,
      pageSize: 20,
    });
  });
  await screen.findByRole('row', { name: /^Target time of a withdrawal 24 h 30 h .* Announced/ });
});
