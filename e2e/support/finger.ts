/** Real touches of one finger, so that scrolling is real too. */
import type { Page } from 'playwright-core';
import { passTime } from '../../apps/server/tests/support/pass-time.ts';

export interface Point {
  x: number;
  y: number;
}

const STEPS = 12;
const STEP_MS = 16;

/** Puts a finger down; `moveTo` drags it, `lift` takes it off. */
export async function fingerAt(page: Page, start: Point) {
  const devtools = await page.context().newCDPSession(page);
  let at = start;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [at]);
  return {
    async moveTo(end: Point): Promise<void> {
      const from = at;
      for (let step = 1; step <= STEPS; step += 1) {
        const share = step / STEPS;
        at = { x: from.x + (end.x - from.x) * share, y: from.y + (end.y - from.y) * share };
        await send('touchMove', [at]);
        await passTime(STEP_MS, 'a finger moves with the frames of the screen');
      }
    },
    async lift(): Promise<void> {
      await send('touchEnd', []);
      await devtools.detach();
    },
  };
}
