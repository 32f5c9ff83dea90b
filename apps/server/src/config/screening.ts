/** Reads where lists of sanctions are found from the environment. */
import { resolve } from 'node:path';
import { describeSettings, type Given, type NameOf } from './setting.ts';

export const screeningSettings = describeSettings({
  SCREENING_FOLDER: {
    description:
      'A folder into which lists of sanctions are put: sdn.xml and consolidated.xml of OFAC, the full list of the EU, the UK Sanctions List, the consolidated list of the UN, each as XML. One instance reads each file within minutes and moves it into `imported` or `refused` beside a file with the reason.',
    format: 'the path of a folder that the server may write',
    rationale:
      'Names and addresses are compared with no list but the sample of paper mode. Where money is real, nobody can be verified without lists that were read in the last 48 hours.',
  },
});

/** Absolute; undefined without one. */
export function readScreeningFolder(
  given: Given<NameOf<typeof screeningSettings>>,
): string | undefined {
  const folder = given('SCREENING_FOLDER');
  return folder === undefined ? undefined : resolve(folder);
}
