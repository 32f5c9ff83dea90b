/** Reads which file has the operator's licence record from the environment. */
import { describeSettings, type Given, type NameOf } from './setting.ts';

export const licenceSettings = describeSettings({
  LICENCE_FILE: {
    description:
      "A file with the operator's licence record, as docs/handbook.md shows it; members see it on the MSB page.",
    format: 'the path of a JSON file',
    rationale:
      'Real money without a licence, after it has expired, or for people in countries that it does not cover. Paper mode refuses it: nothing there pretends to be licensed.',
  },
});

/** Undefined in paper mode. Faults are added to `faults`. */
export function readLicenceFile(
  given: Given<NameOf<typeof licenceSettings>>,
  mode: 'paper' | 'live',
  faults: string[],
): string | undefined {
  const file = given('LICENCE_FILE');
  if (file === undefined || mode === 'live') return file;
  faults.push('LICENCE_FILE only goes with MODE=live: paper money needs no licence');
  return undefined;
}
