/** This device's display settings: theme, direction colours, hidden amounts. */
import { useSyncExternalStore } from 'react';
import {
  type Appearance,
  applyAppearance,
  lightScheme,
  type ThemeChoice,
  themeOf,
} from '../platform/appearance.ts';
import { storedDisplay } from './first-paint.ts';

interface Choices extends Omit<Appearance, 'theme'> {
  chosenTheme: ThemeChoice;
  amountsHidden: boolean;
}

/** The choices, and the theme they give now. */
export type DisplaySettings = Choices & Pick<Appearance, 'theme'>;

const withTheme = (choices: Choices): DisplaySettings => ({
  ...choices,
  theme: themeOf(choices.chosenTheme),
});

const listeners = new Set<() => void>();
let settings = withTheme({
  chosenTheme: storedDisplay.theme.read() ?? 'dark',
  palette: storedDisplay.palette.read() ?? 'classic',
  swapped: storedDisplay.swapped.read() ?? false,
  amountsHidden: storedDisplay.amountsHidden.read() ?? false,
});

function show(next: DisplaySettings): void {
  settings = next;
  applyAppearance(settings);
  for (const listener of listeners) listener();
}

/** Changes and stores some of the settings; the page follows immediately. */
export function setDisplay(change: Partial<Choices>): void {
  if (change.chosenTheme !== undefined) storedDisplay.theme.write(change.chosenTheme);
  if (change.palette !== undefined) storedDisplay.palette.write(change.palette);
  if (change.swapped !== undefined) storedDisplay.swapped.write(change.swapped);
  if (change.amountsHidden !== undefined) storedDisplay.amountsHidden.write(change.amountsHidden);
  show(withTheme({ ...settings, ...change }));
}

/** Applies the stored settings to the document, and follows the device where it is asked to. */
export function applyDisplay(): void {
  applyAppearance(settings);
  lightScheme().addEventListener('change', () => show(withTheme(settings)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDisplay(): DisplaySettings {
  const get = () => settings;
  return useSyncExternalStore(subscribe, get, get);
}
