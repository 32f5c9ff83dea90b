/** Dragging a sheet down by its grabber. */
import { type PointerEvent, useRef } from 'react';

const FAR_PX = 96;
const FAST_PX_PER_MS = 0.5;

/** Whether releasing closes the sheet: dragged far enough, or fast enough. */
export function closesAfterPull(distancePx: number, durationMs: number): boolean {
  if (distancePx > FAR_PX) return true;
  return distancePx > 0 && distancePx / Math.max(durationMs, 1) > FAST_PX_PER_MS;
}

/**
 * `panel` goes on the element that follows the finger, `grab` on the grabber; `draggedClass` disables the panel's own
 * animation meanwhile.
 */
export function useDragDown(draggedClass: string, onClose: () => void) {
  const panel = useRef<HTMLDivElement>(null);
  const start = useRef<{ y: number; at: number }>(undefined);
  const pulled = (event: PointerEvent) => Math.max(0, event.clientY - (start.current?.y ?? 0));
  const end = (event: PointerEvent, canClose: boolean) => {
    const from = start.current;
    const element = panel.current;
    if (!from || !element) return;
    const isOver = canClose && closesAfterPull(pulled(event), event.timeStamp - from.at);
    start.current = undefined;
    element.classList.remove(draggedClass);
    // Close first: the panel then animates from where it was released.
    if (isOver) onClose();
    element.style.translate = '';
  };
  const grab = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if ((event.target as Element).closest('button,a')) return;
      start.current = { y: event.clientY, at: event.timeStamp };
      event.currentTarget.setPointerCapture(event.pointerId);
      panel.current?.classList.add(draggedClass);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current && panel.current) panel.current.style.translate = `0 ${pulled(event)}px`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
  };
  return { panel, grab };
}
