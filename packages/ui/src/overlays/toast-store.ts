/** The one message on screen: the newest wins and leaves after two seconds (spec: toast stays 2 s). */

export type ToastKind = 'done' | 'info' | 'error';

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly isLeaving: boolean;
}

const STAY_MS = 2000;
const LEAVE_MS = 120;

let current: Toast | undefined;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: Toast | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

function leave(): void {
  if (current === undefined) return;
  set({ ...current, isLeaving: true });
  timer = setTimeout(() => set(undefined), LEAVE_MS);
}

/** Shows a message now, in place of any other. The caller waits first where the product delays errors. */
export function showToast(text: string, kind: ToastKind = 'info'): void {
  clearTimeout(timer);
  lastId += 1;
  set({ id: lastId, kind, text, isLeaving: false });
  timer = setTimeout(leave, STAY_MS);
}

export function currentToast(): Toast | undefined {
  return current;
}

/** Returns the way to stop listening. */
export function onToastChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
