/** The four colour schemes for up and down (design language §3, display sheet). */
import type { Palette } from '../../../platform/appearance.ts';

export const directionColours = [
  { palette: 'classic', swapped: false, name: 'profile.greenUp', short: 'profile.greenUpShort' },
  { palette: 'classic', swapped: true, name: 'profile.redUp', short: 'profile.redUpShort' },
  { palette: 'cvd', swapped: false, name: 'profile.blueUp', short: 'profile.blueUpShort' },
  { palette: 'cvd', swapped: true, name: 'profile.orangeUp', short: 'profile.orangeUpShort' },
] as const;

/** The short name of the current scheme: "green up". */
export function directionName(display: { palette: Palette; swapped: boolean }) {
  const chosen = directionColours.find(
    ({ palette, swapped }) => palette === display.palette && swapped === display.swapped,
  );
  return (chosen ?? directionColours[0]).short;
}
