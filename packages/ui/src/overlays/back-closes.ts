/** Lets the phone's back button close an overlay, if the app provides the integration. */
import { createContext, use, useEffect, useEffectEvent } from 'react';

/**
 * Called when an overlay opens, with a function that closes it (false: not now); returns a function to call once it is
 * closed.
 */
export type OnLayer = (close: () => boolean) => () => void;

const Context = createContext<OnLayer | undefined>(undefined);

/** `<LayerProvider value={…}>` around the app; without it back leaves the page. */
export const LayerProvider = Context;

/** While `isOpen`, back calls `close`. */
export function useBackCloses(isOpen: boolean, close: () => boolean): void {
  const onLayer = use(Context);
  const onBack = useEffectEvent(close);
  useEffect(() => (isOpen ? onLayer?.(() => onBack()) : undefined), [isOpen, onLayer]);
}
