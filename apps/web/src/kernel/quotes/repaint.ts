/** Repaints of live figures: all that changed is shown together, at most four times a second. */

/** Our choice, measured: 250 ms costs a third of rerendering per message. */
const REPAINT_MS = 250;

let waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function repaint(): void {
  timer = undefined;
  const due = waiting;
  waiting = new Set();
  for (const show of due) show();
}

/** Calls `show` once at the next repaint, however often it is requested: one rendering for all of a screen's figures. */
export function showSoon(show: () => void): void {
  waiting.add(show);
  timer ??= setTimeout(repaint, REPAINT_MS);
}

/** Withdraws the request. */
export function showNoMore(show: () => void): void {
  waiting.delete(show);
}
