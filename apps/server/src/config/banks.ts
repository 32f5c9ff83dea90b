/** Reads where files of banks are found from the environment. */
import { resolve } from 'node:path';
import { describeSettings, type Given, type NameOf } from './setting.ts';

export const bankSettings = describeSettings({
  BANK_FOLDER: {
    description:
      'A folder into which statements of a bank are put, camt.053 or MT940. One instance imports each file within minutes and moves it into `imported` or `refused` beside a file with the reason.',
    format: 'the path of a folder that the server may write',
    rationale: 'A statement that waits until an operator imports it in the console.',
  },
});

/** Absolute; undefined without one. */
export function readBankFolder(given: Given<NameOf<typeof bankSettings>>): string | undefined {
  const folder = given('BANK_FOLDER');
  return folder === undefined ? undefined : resolve(folder);
}
