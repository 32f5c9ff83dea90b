/** Runs inside the page from its start: collects paints, shifts, long tasks and the first price. */

export interface PageTimings {
  fcp: number;
  lcp: number;
  cls: number;
  /** Start and length of each task over 50 ms. */
  longTasks: [start: number, duration: number][];
  /** When the first price of a market was on the screen; 0 before. */
  firstPrice: number;
}

type Timed = Window & { pageTimings: PageTimings };

/** Must be self-contained, because it is sent to the page as text. */
export function collectTimings(): void {
  const timings: PageTimings = { fcp: 0, lcp: 0, cls: 0, longTasks: [], firstPrice: 0 };
  (window as unknown as Timed).pageTimings = timings;
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') timings.fcp = entry.startTime;
  });
  observe('largest-contentful-paint', (entry) => {
    timings.lcp = entry.startTime;
  });
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) timings.cls += value;
  });
  observe('longtask', ({ startTime, duration }) => timings.longTasks.push([startTime, duration]));
  const findPrice = () => {
    const labels = [...document.querySelectorAll('[aria-label]')];
    if (!labels.some((each) => /\d USDT,/.test(each.getAttribute('aria-label') ?? ''))) return;
    changes.disconnect();
    // It is painted by the frame after the next one.
    requestAnimationFrame(() =>
      setTimeout(() => {
        timings.firstPrice = performance.now();
      }),
    );
  };
  const changes = new MutationObserver(findPrice);
  changes.observe(document, { childList: true, subtree: true, attributes: true });
}

export function readTimings(): PageTimings {
  return (window as unknown as Timed).pageTimings;
}
