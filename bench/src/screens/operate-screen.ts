/** One screen in use on a slow phone: taps and scrolls while its figures change. */
import type { Page } from 'playwright-core';
import { inMotion, phone } from '../../../e2e/support/phone.ts';
import type { Sample } from '../compare.ts';
import type { Browser } from '../home/visit.ts';
import { quantile } from '../spread.ts';
import {
  beginProbe,
  installProbe,
  readProbe,
  type ScreenFigures,
  scrollBegins,
  scrollEnds,
} from './screen-probe.ts';

const CPU_SLOWDOWN = 4;
const SETTLE_MS = 4_000;
const BETWEEN_TAPS_MS = 250;
const TAPS_PER_SCROLL = 4;
const SCROLL = { distance: 500, speed: 500 };
/** A shorter interaction is not reported. */
const SHORTEST_MS = 16;

export interface OperatedScreen {
  readonly name: string;
  readonly path: string;
  /** Selectors of what is tapped, one after the other; of several elements the first. */
  readonly taps: readonly string[];
}

export interface Operation {
  readonly browser: Browser;
  readonly url: string;
  /** The local storage by name. */
  readonly stored: Readonly<Record<string, string>>;
  readonly seconds: number;
  /** Writes what the browser did, for its own viewer. */
  readonly traceFile: string | undefined;
}

/**
 * Taps and scrolls for the time given; figures begin once everything is loaded and each control was used once.
 * **Units**: shares of one core at a quarter of its speed. They fall too when frames are dropped: read them beside the frames.
 */
export async function operateScreen(screen: OperatedScreen, operation: Operation): Promise<Sample> {
  const { browser, url, stored, seconds, traceFile } = operation;
  const context = await browser.newContext({ ...phone, ...inMotion });
  try {
    await context.addInitScript((entries) => {
      for (const [name, value] of entries) localStorage.setItem(name, value);
    }, Object.entries(stored));
    const page = await context.newPage();
    await page.addInitScript(installProbe);
    await page.goto(`${url}/#${screen.path}`);
    const places = await placesOf(page, screen.taps);
    const devtools = await context.newCDPSession(page);
    // Of the processor, so that other work on the machine does not count.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('HeapProfiler.enable');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const state = async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      const { metrics } = await devtools.send('Performance.getMetrics');
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    };
    // Everything that is loaded late is there, and each control has been used once.
    for (const place of places) await tap(page, place);
    await page.waitForTimeout(SETTLE_MS);
    const before = await state();
    await page.evaluate(beginProbe);
    if (traceFile !== undefined) await browser.startTracing(page, { path: traceFile });
    const until = performance.now() + seconds * 1_000;
    let taps = 0;
    while (performance.now() < until) {
      for (let count = 0; count < TAPS_PER_SCROLL; count += 1) {
        await tap(page, places[taps % places.length]!);
        taps += 1;
      }
      for (const sign of [-1, 1]) {
        await page.evaluate(scrollBegins);
        await devtools.send('Input.synthesizeScrollGesture', {
          x: 180,
          y: 500,
          yDistance: sign * SCROLL.distance,
          speed: SCROLL.speed,
          preventFling: true,
        });
        await page.evaluate(scrollEnds);
      }
    }
    if (traceFile !== undefined) await browser.stopTracing();
    const figures = await page.evaluate(readProbe);
    return sampleOf(figures, { taps, before, after: await state() });
  } finally {
    await context.close();
  }
}

type Place = { x: number; y: number };

/** Taken once: elements of a book come and go, their places stay. */
async function placesOf(page: Page, selectors: readonly string[]): Promise<Place[]> {
  const places: Place[] = [];
  for (const selector of selectors) {
    const element = page.locator(selector).first();
    // A row of a book may be gone by the time it is measured.
    let box = await element.boundingBox();
    while (box === null) box = await element.boundingBox();
    const { x, y, width, height } = box;
    places.push({ x: x + width / 2, y: y + height / 2 });
  }
  return places;
}

async function tap(page: Page, { x, y }: Place): Promise<void> {
  await page.touchscreen.tap(x, y);
  await page.waitForTimeout(BETWEEN_TAPS_MS);
}

interface Course {
  taps: number;
  before: Record<string, number>;
  after: Record<string, number>;
}

function sampleOf(figures: ScreenFigures, { taps, before, after }: Course): Sample {
  const { interactions, longTasks, scrolls } = figures;
  const unreported = Array.from(
    { length: Math.max(0, taps - interactions.length) },
    () => SHORTEST_MS,
  );
  const delays = Float64Array.from([...interactions, ...unreported]).sort();
  const frames = Float64Array.from(scrolls).sort();
  const moved = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  const [first = 0, last = 0] = [before['JSHeapUsedSize'], after['JSHeapUsedSize']];
  return {
    interactions: delays.length,
    'next paint p50 ms': quantile(delays, 0.5),
    'next paint p98 ms': quantile(delays, 0.98),
    'tasks > 50 ms': longTasks.length,
    'longest task ms': Math.max(0, ...longTasks),
    'frames/s, median': quantile(frames, 0.5),
    'frames/s, lowest': quantile(frames, 0),
    'main thread %': (100 * moved('TaskDuration')) / moved('Timestamp'),
    'script %': (100 * moved('ScriptDuration')) / moved('Timestamp'),
    'layout and style %':
      (100 * (moved('LayoutDuration') + moved('RecalcStyleDuration'))) / moved('Timestamp'),
    'heap MB': last / 1e6,
    'heap growth %': (100 * (last - first)) / first,
    'nodes more': moved('Nodes'),
  };
}
