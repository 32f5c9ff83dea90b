/** Rules of monitoring: the list, values as a form, a replay with figures, a proposal with a reason, and the second person's decision. */
import type { OperatorRole } from '@tern/protocol';
import {
  answer,
  dialog,
  expectError,
  fill,
  press,
  screen,
  untilText,
  untilToast,
  within,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole } from '../../../../tests/render-console.tsx';

const version = {
  ID: 7,
  version: 2,
  isOn: true,
  points: 45,
  parameters: [
    { name: 'limit', value: 10_000 },
    { name: 'hours', value: 72 },
  ],
  reason: 'The law asks from 10,000.',
  login: 'operator-5',
  isOwn: false,
  CreatedAt: '2026-11-22T10:41:00.000Z',
  state: 'agreed' as 'agreed' | 'open',
  decidedBy: 'operator-4',
  decidedAt: '2026-11-22T11:00:00.000Z' as string | null,
  decidedReason: 'Fine.',
};
const waiting = {
  ...version,
  ID: 8,
  version: 3,
  parameters: [
    { name: 'limit', value: 9_000 },
    { name: 'hours', value: 72 },
  ],
  state: 'open' as const,
  decidedBy: '',
  decidedAt: null,
  decidedReason: '',
};
const rule = {
  key: 'structuring' as const,
  name: 'Amounts just under a limit',
  about: 'Several deposits, each a little smaller than a limit.',
  parameters: [
    { name: 'limit', label: 'Limit', unit: 'USDT' as const, min: 100, max: 50_000, usual: 10_000 },
    { name: 'hours', label: 'Within', unit: 'hours' as const, min: 1, max: 720, usual: 72 },
  ],
  inForce: version as typeof version | null,
  proposal: null as typeof waiting | null,
  hits: 3,
  lastHitAt: '2026-11-23T08:00:00.000Z' as string | null,
};
const fresh = {
  ...rule,
  key: 'spoofing' as const,
  name: 'Large orders cancelled',
  inForce: null,
  hits: 0,
  lastHitAt: null,
};
const hit = {
  ID: 1,
  memberId: 8_200_009,
  memberName: 'Eve Structur',
  caseId: 118,
  caseOutcome: null as 'cleared' | null,
  since: '2026-11-23T06:00:00.000Z',
  until: '2026-11-23T08:00:00.000Z',
  found: '3 deposits under 10000 USDT within 2 h',
  version: 2,
  CreatedAt: '2026-11-23T08:00:10.000Z',
};

const open = (
  path: string,
  change: Partial<typeof rule> = {},
  role: OperatorRole = 'compliance',
) => {
  const changed = { ...rule, ...change };
  const versions = changed.proposal === null ? [version] : [changed.proposal, version];
  return renderConsole(path, [role], (server) => {
    server.answer('GET /operator/monitoring/list', { list: [changed, fresh] });
    server.answer('GET /operator/monitoring/rule', { rule: changed, versions, hits: [hit] });
  });
};

test('the list says which rules look, and what waits', async () => {
  open('/monitoring', { proposal: waiting });
  await untilText('1 rule on, 1 proposal waits for a second person. A hit stops nothing.');
  const [, first, second] = within(screen.getByRole('table', { name: 'Rules' })).getAllByRole(
    'row',
  );
  expect(first!.textContent).toMatch(/Amounts just under a limit.*On.*Version 3, 1 of 2.*45.*3/);
  expect(second!.textContent).toMatch(/Large orders cancelled.*Not agreed yet/);
});

test('values are proposed within their bounds, with a reason', async () => {
  const server = open('/monitoring?rule=structuring');
  server.answer('POST /operator/monitoring/propose', { ID: 8 });
  await untilText('3 deposits under 10000 USDT within 2 h');
  await fill('Limit', '50001');
  await expectError('Limit', 'A whole number from 100 to 50,000.');
  await fill('Limit', '9000');
  await press(/^Propose/);
  const asked = await dialog('Propose version 3?');
  await fill('Reason', 'Fewer pass.', asked);
  await answer('Propose version 3?', 'Propose');
  await untilToast('Proposed. It waits for a second person.');
  expect(server.inputs('POST /operator/monitoring/propose')).toEqual([
    {
      key: 'structuring',
      isOn: true,
      points: 45,
      parameters: [
        { name: 'limit', value: 9_000 },
        { name: 'hours', value: 72 },
      ],
      reason: 'Fewer pass.',
    },
  ]);
});

test('a replay shows figures and examples of the values that are typed, until they change', async () => {
  const server = open('/monitoring?rule=structuring');
  const { ID: _ID, version: _version, CreatedAt: _CreatedAt, ...example } = hit;
  server.answer('POST /operator/monitoring/replay', {
    members: 4_210,
    hits: 5,
    hitMembers: 2,
    days: [
      { day: '2026-11-22', hits: 1 },
      { day: '2026-11-23', hits: 4 },
    ],
    examples: [{ ...example, caseId: null, memberName: 'Jun Sato' }],
  });
  await untilText('Replay over the past');
  await fill('First day, UTC', '2026-11-22');
  await fill('Last day, UTC', '2026-11-23');
  await press(/^Replay/);
  await untilText('4,210');
  const examples = screen.getByRole('table', { name: 'Newest examples' });
  expect(within(examples).getByText('Jun Sato')).toBeTruthy();
  expect(server.inputs('POST /operator/monitoring/replay')).toEqual([
    {
      key: 'structuring',
      parameters: version.parameters,
      from: '2026-11-22',
      until: '2026-11-23',
    },
  ]);
  await fill('Within', '48');
  await untilText('The values or days have changed since this replay.');
});

test('the second person sees what changes, replays it and agrees with a reason', async () => {
  const server = open('/monitoring?rule=structuring', { proposal: waiting });
  server.answer('POST /operator/monitoring/decide', {});
  await untilText('Proposed values');
  expect(screen.getByText('10,000 USDT').tagName).toBe('S');
  expect(screen.getByText('9,000 USDT')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Propose/ })).toBeNull();
  await press(/^Agree/);
  const asked = await dialog('Agree to version 3?');
  await fill('Reason', 'The replay shows few.', asked);
  await answer('Agree to version 3?', 'Agree');
  await untilToast('Agreed. The rule looks from now on.');
  expect(server.inputs('POST /operator/monitoring/decide')).toEqual([
    { ID: 8, isAgreed: true, reason: 'The replay shows few.' },
  ]);
});

test('its author takes a proposal back and does not decide it', async () => {
  const server = open('/monitoring?rule=structuring', { proposal: { ...waiting, isOwn: true } });
  server.answer('POST /operator/monitoring/withdraw', {});
  await press('Withdraw');
  await untilToast('Withdrawn.');
  expect(server.inputs('POST /operator/monitoring/withdraw')).toEqual([{ ID: 8 }]);
  expect(screen.queryByRole('button', { name: /^Agree/ })).toBeNull();
});

test('an auditor reads values and hits', async () => {
  open('/monitoring?rule=structuring', {}, 'auditor');
  await untilText('3 deposits under 10000 USDT within 2 h');
  expect(screen.getByText('10,000 USDT')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Propose|Replay)/ })).toBeNull();
});
