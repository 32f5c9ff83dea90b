/** Notices that nobody has touched the console for a while. */

const TOUCHES = ['keydown', 'pointerdown', 'wheel'] as const;
const LOOK_EVERY_MS = 15_000;

/** Calls `onIdle` once when there was no touch for so long. Gives the way to stop. */
export function watchIdle(limitMs: number, onIdle: () => void): () => void {
  let lastAt = Date.now();
  const touched = () => {
    lastAt = Date.now();
  };
  const looking = setInterval(() => {
    if (Date.now() - lastAt < limitMs) return;
    stop();
    onIdle();
  }, LOOK_EVERY_MS);
  for (const name of TOUCHES) window.addEventListener(name, touched, { passive: true });
  const stop = () => {
    clearInterval(looking);
    for (const name of TOUCHES) window.removeEventListener(name, touched);
  };
  return stop;
}
