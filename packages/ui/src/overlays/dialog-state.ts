/** Opening and closing of overlays: native dialogs and their exit animations. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useBackCloses } from './back-closes.ts';

const LEAVE_MS = 220;

export interface DialogState {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** Whether to render the content: open, or still closing. */
  readonly isDrawn: boolean;
  /** Another number at each opening: as the key of the content it makes each opening start anew, even during an exit animation. */
  readonly opening: number;
  /** Closes the native dialog; its `close` event then notifies the owner. */
  readonly close: () => void;
}

/**
 * Syncs a native dialog with a prop, and keeps its content mounted until its exit animation has ended. `isHeld`: it must not be closed now, not even by the back button.
 */
export function useDialogState(isOpen: boolean, isHeld = false): DialogState {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isDrawn, setDrawn] = useState(isOpen);
  const [openings, setOpenings] = useState({ count: 0, isOpen });
  if (isOpen && !isDrawn) setDrawn(true);
  if (isOpen !== openings.isOpen) {
    setOpenings({ count: openings.count + (isOpen ? 1 : 0), isOpen });
  }
  const close = () => dialog.current?.close();
  useBackCloses(isOpen, () => {
    if (!isHeld) close();
    return !isHeld;
  });
  useEffect(() => {
    const element = dialog.current;
    if (isOpen) {
      if (element && !element.open) element.showModal();
      // Also when its page is hidden: an open dialog, though invisible, would block the next page.
      return () => element?.close();
    }
    element?.close();
    const timer = window.setTimeout(() => setDrawn(false), LEAVE_MS);
    return () => window.clearTimeout(timer);
  }, [isOpen]);
  return { dialog, isDrawn, opening: openings.count, close };
}
