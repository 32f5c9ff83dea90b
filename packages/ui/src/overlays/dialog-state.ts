/** Keeps a native dialog in step with a prop, and its content alive until it has left. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useBackCloses } from './back-closes.ts';

const LEAVE_MS = 220;

export interface DialogState {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** Whether the content must be drawn: open, or still on its way out. */
  readonly isDrawn: boolean;
  /** Closes the native dialog; its `close` event then tells the owner. */
  readonly close: () => void;
}

/** `isHeld`: it must not be closed now, not even by the back button. */
export function useDialogState(isOpen: boolean, isHeld = false): DialogState {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isDrawn, setDrawn] = useState(isOpen);
  if (isOpen && !isDrawn) setDrawn(true);
  const close = () => dialog.current?.close();
  useBackCloses(isOpen, () => {
    if (!isHeld) close();
    return !isHeld;
  });
  useEffect(() => {
    const element = dialog.current;
    if (isOpen) {
      if (element && !element.open) element.showModal();
      // Also when its page is put to sleep: an open one, though unseen, would hold the next page still.
      return () => element?.close();
    }
    element?.close();
    const timer = window.setTimeout(() => setDrawn(false), LEAVE_MS);
    return () => window.clearTimeout(timer);
  }, [isOpen]);
  return { dialog, isDrawn, close };
}
