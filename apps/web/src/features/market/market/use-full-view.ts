/** Whether the chart fills the screen: while the phone is held sideways, or after the button was pressed. */
import { rem, useBackCloses } from '@tern/ui';
import { useState, useSyncExternalStore } from 'react';

const SIDEWAYS = `(min-width: ${rem(600)}) and (max-height: ${rem(480)})`;
const UPRIGHT = '(orientation: portrait)';

const followed = (media: string) => (onChange: () => void) => {
  const query = matchMedia(media);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};
const [followSideways, followUpright] = [followed(SIDEWAYS), followed(UPRIGHT)];

/** Whether the phone is held sideways. */
export function useSideways(): boolean {
  return useSyncExternalStore(followSideways, () => matchMedia(SIDEWAYS).matches);
}

export interface FullView {
  isFull: boolean;
  /** Drawn with a quarter turn, because the screen is upright: the phone's own turning may be locked. */
  isTurned: boolean;
  open: () => void;
  /** Shows the page again; held sideways it stays until the phone is turned back and again. */
  close: () => void;
}

export function useFullView(): FullView {
  const isSideways = useSideways();
  const isUpright = useSyncExternalStore(followUpright, () => matchMedia(UPRIGHT).matches);
  const [isOpened, setOpened] = useState(false);
  const [isLeft, setLeft] = useState(false);
  if (isLeft && !isSideways) setLeft(false);
  const isFull = isOpened || (isSideways && !isLeft);
  const close = () => {
    setOpened(false);
    setLeft(isSideways);
  };
  useBackCloses(isFull, () => {
    close();
    return true;
  });
  return { isFull, isTurned: isFull && isUpright, open: () => setOpened(true), close };
}
