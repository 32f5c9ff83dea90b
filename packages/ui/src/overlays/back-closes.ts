/** The phone's back button closes what lies over the page. */
import { createContext, use, useEffect, useEffectEvent } from 'react';

/**
 * Called when an overlay opens, with a function that closes it (false: not now); returns a function to call once it is
 * closed.
 */
export type OnLayer = (close: () => boolean) => () => void;

/** `<LayerProvider value={…}>` around the app; without it back leaves the page. */
export const LayerProvider = createContext<OnLayer | undefined>(undefined);

/** While `isOpen`, back calls `close`. */
export function useBackCloses(isOpen: boolean, close: () => boolean): void {
  const onLayer = use(LayerProvider);
  const onBack = useEffectEvent(close);
  useEffect(() => (isOpen ? onLayer?.(() => onBack()) : undefined), [isOpen, onLayer]);
}
