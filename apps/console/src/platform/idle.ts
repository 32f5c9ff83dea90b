/** Detects inactivity. */

const ACTIVITY = ['keydown', 'pointerdown', 'wheel'] as const;
const CHECK_EVERY_MS = 15_000;

/** Calls `onIdle` once after `limitMs` without activity. Returns a function that stops watching. */
export function watchIdle(limitMs: number, onIdle: () => void): () => void {
  let lastAt = Date.now();
  const noteActivity = () => {
    lastAt = Date.now();
  };
  const timer = setInterval(() => {
    if (Date.now() - lastAt < limitMs) return;
    stop();
    onIdle();
  }, CHECK_EVERY_MS);
  for (const name of ACTIVITY) window.addEventListener(name, noteActivity, { passive: true });
  const stop = () => {
    clearInterval(timer);
    for (const name of ACTIVITY) window.removeEventListener(name, noteActivity);
  };
  return stop;
}
