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
  BANK_BALANCES_FILE: {
    description:
      'Balances at banks as an auditor declares them, in a signed note (docs/features/proof/reserves.md). It is read for each file of reserves, so replace it when the auditor has signed a newer one.',
    format: 'the path of a file',
    rationale: 'Money at banks that members see no statement of.',
  },
});

/** Absolute; undefined without one. Paper mode has no money at banks. Faults are added to `faults`. */
export function readBankBalances(
  given: Given<NameOf<typeof bankSettings>>,
  mode: 'paper' | 'live',
  faults: string[],
): string | undefined {
  const file = given('BANK_BALANCES_FILE');
  if (file === undefined) return undefined;
  if (mode !== 'live') faults.push('BANK_BALANCES_FILE only goes with MODE=live');
  return resolve(file);
}

/** Absolute; undefined without one. */
export function readBankFolder(given: Given<NameOf<typeof bankSettings>>): string | undefined {
  const folder = given('BANK_FOLDER');
  return folder === undefined ? undefined : resolve(folder);
}
