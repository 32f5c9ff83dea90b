/** The stored display settings of this browser. */
import type { Appearance } from '../platform/appearance.ts';
import { isFlag, slot } from '../platform/storage.ts';

const isTheme = (value: unknown): value is Appearance['theme'] =>
  value === 'dark' || value === 'light';
const isPalette = (value: unknown): value is Appearance['palette'] =>
  value === 'classic' || value === 'cvd';

export const storedDisplay = {
  theme: slot('theme', isTheme),
  palette: slot('palette', isPalette),
  swapped: slot('swapped', isFlag),
  amountsHidden: slot('amounts-hidden', isFlag),
};
