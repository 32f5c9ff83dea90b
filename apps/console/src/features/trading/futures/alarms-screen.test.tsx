/** Result alarms: the figures of a row, and a review that needs a reason. */
import {
  answer,
  dialog,
  expectError,
  fill,
  press,
  screen,
  untilText,
  untilToast,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole } from '../../../../tests/render-console.tsx';

const alarm = {
  ID: 4,
  kind: 'period' as const,
  stopped: [] as number[],
  firstBy: null as string | null,
  subject: 'account' as const,
  side: 'above' as const,
  memberId: 7,
  wins: 640,
  losses: 360,
  winsLimit: 560,
  reviewedAt: null,
  reviewedBy: null,
  reason: '',
};

test('an alarm is reviewed with a reason', async () => {
  let list = [alarm];
  const server = renderConsole('/alarms', ['reviewer'], (fresh) => {
    fresh.answer('GET /operator/resultAlarm/list', () => ({ list, total: list.length }));
    fresh.answer('POST /operator/resultAlarm/review', () => {
      list = [];
      return { isReviewed: true };
    });
  });
  const row = await screen.findByRole('row', { name: /ID 7.*Wins too much/ });
  expect(row.textContent).toMatch(/of [\d,]+at most [\d,]+/);
  await press('ID 7', { role: 'link' });
  await untilText('This customer may know prices before they are published');
  await press('Mark as reviewed');
  const asked = await dialog('Mark this alarm as reviewed?');
  await press('Mark reviewed', { part: asked });
  await expectError('Reason', 'Enter a reason.', asked);
  const reason = 'A bot on a slow source. Its market is paused.';
  await fill('Reason', reason, asked);
  await answer('Mark this alarm as reviewed?', 'Mark reviewed');
  await untilToast('Marked as reviewed');
  expect(server.inputs('POST /operator/resultAlarm/review')).toEqual([{ ID: 4, reason }]);
});

test('a burst shows its accounts, and is looked at by two people', async () => {
  const burst = { ...alarm, kind: 'burst' as const, stopped: [7, 8], firstBy: 'ada' };
  const server = renderConsole('/alarms', ['reviewer'], (fresh) => {
    fresh.answer('GET /operator/resultAlarm/list', () => ({ list: [burst], total: 1 }));
    fresh.answer('POST /operator/resultAlarm/review', () => ({ isReviewed: false }));
  });
  await screen.findByRole('row', { name: /ID 7.*Burst of wins/ });
  await press('ID 7', { role: 'link' });
  await untilText('7, 8');
  await untilText('ada');
  await press('Mark as reviewed');
  const asked = await dialog('Mark this alarm as reviewed?');
  await fill('Reason', 'Looked at.', asked);
  await answer('Mark this alarm as reviewed?', 'Mark reviewed');
  await untilToast('Recorded; a second person looks too');
  expect(server.inputs('POST /operator/resultAlarm/review')).toHaveLength(1);
});
