/** Runs inside the page from its start: collects interactions, long tasks and frames. */

export interface ScreenFigures {
  /** From an input to the next paint after it, by interaction; only of those above the shortest that is reported (16 ms). */
  readonly interactions: readonly number[];
  /** Length of each task above 50 ms. */
  readonly longTasks: readonly number[];
  /** Frames a second of each scroll. */
  readonly scrolls: readonly number[];
}

interface Probe {
  /** Forgets what was collected. */
  begin(): void;
  scrollBegins(): void;
  scrollEnds(): void;
  read(): ScreenFigures;
}

type Probed = Window & { screenProbe: Probe };

/** Must be self-contained, because it is sent to the page as text. */
export function installProbe(): void {
  const interactions = new Map<number, number>();
  let longTasks: number[] = [];
  let scrolls: number[] = [];
  let frames = 0;
  let scroll: { at: number; frames: number } | undefined;
  const observe = (options: PerformanceObserverInit & { durationThreshold?: number }) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.entryType === 'longtask') longTasks.push(entry.duration);
        const { interactionId = 0 } = entry as PerformanceEntry & { interactionId?: number };
        if (interactionId === 0) continue;
        const longest = interactions.get(interactionId) ?? 0;
        interactions.set(interactionId, Math.max(longest, entry.duration));
      }
    }).observe(options);
  };
  observe({ type: 'event', durationThreshold: 16 });
  observe({ type: 'longtask' });
  const count = () => {
    frames += 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  (window as unknown as Probed).screenProbe = {
    begin() {
      interactions.clear();
      longTasks = [];
      scrolls = [];
    },
    scrollBegins() {
      scroll = { at: performance.now(), frames };
    },
    scrollEnds() {
      if (scroll === undefined) return;
      scrolls.push(((frames - scroll.frames) * 1_000) / (performance.now() - scroll.at));
    },
    read: () => ({ interactions: [...interactions.values()], longTasks, scrolls }),
  };
}

export const beginProbe = () => (window as unknown as Probed).screenProbe.begin();
export const scrollBegins = () => (window as unknown as Probed).screenProbe.scrollBegins();
export const scrollEnds = () => (window as unknown as Probed).screenProbe.scrollEnds();
export const readProbe = () => (window as unknown as Probed).screenProbe.read();
