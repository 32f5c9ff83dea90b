/** Lets the phone's back button close what lies over the page, when the app says how it learns of it. */
import { createContext, use, useEffect, useEffectEvent } from 'react';

/**
 * Told when a dialog opens, with what closes it (false: it will not yet); gives what to call once it
 * is closed.
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
