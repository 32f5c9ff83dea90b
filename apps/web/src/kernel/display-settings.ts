/** This device's display settings: theme, direction colours, hidden amounts (design language §2, §3). */
import { useSyncExternalStore } from 'react';
import { type Appearance, applyAppearance } from '../platform/appearance.ts';
import { storedDisplay } from './first-paint.ts';

export interface DisplaySettings extends Appearance {
  amountsHidden: boolean;
}

const listeners = new Set<() => void>();
let settings: DisplaySettings = {
  theme: storedDisplay.theme.read() ?? 'dark',
  palette: storedDisplay.palette.read() ?? 'classic',
  swapped: storedDisplay.swapped.read() ?? false,
  amountsHidden: storedDisplay.amountsHidden.read() ?? false,
};

/** Changes and stores some of the settings; the page follows immediately. */
export function setDisplay(change: Partial<DisplaySettings>): void {
  settings = { ...settings, ...change };
  if (change.theme !== undefined) storedDisplay.theme.write(change.theme);
  if (change.palette !== undefined) storedDisplay.palette.write(change.palette);
  if (change.swapped !== undefined) storedDisplay.swapped.write(change.swapped);
  if (change.amountsHidden !== undefined) storedDisplay.amountsHidden.write(change.amountsHidden);
  applyAppearance(settings);
  for (const listener of listeners) listener();
}

/** Applies the stored settings to the document. */
export function applyDisplay(): void {
  applyAppearance(settings);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDisplay(): DisplaySettings {
  const get = () => settings;
  return useSyncExternalStore(subscribe, get, get);
}
