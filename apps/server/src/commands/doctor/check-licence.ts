/** The licence record of live mode: there, complete, and still valid. */
import type { Config } from '../../config/config.ts';
import { type Licence, licenceEnd, readLicence } from '../../kernel/licence/licence.ts';
import { isoTime } from '../../platform/clock.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { type Finding, obstacle, ok, reasonOf, warning } from './finding.ts';

const ITEM = 'licence';
/** Renewals take weeks. */
const ENDS_SOON_MS = 60 * DAY_MS;
const RENEW = 'Renew the licence, then correct the record.';

/** Units: `now` in epoch milliseconds. */
export function checkLicence({ licenceFile }: Pick<Config, 'licenceFile'>, now: number): Finding[] {
  if (licenceFile === undefined) {
    const found = 'Live mode needs the record of your licence.';
    const advice = 'Set LICENCE_FILE; "Running it live" in docs/handbook.md shows the file.';
    return [obstacle(ITEM, { found, advice })];
  }
  let licence: Licence;
  try {
    licence = readLicence(licenceFile);
  } catch (error) {
    const advice =
      'Correct the file, which the server must be able to read; "Running it live" in docs/handbook.md shows it.';
    return [obstacle(ITEM, { found: `${reasonOf(error)}.`, advice })];
  }
  const { operator, number, regulator, countries, validUntil } = licence;
  const end = licenceEnd(licence);
  if (now >= end) {
    return [obstacle(ITEM, { found: `It expired after ${validUntil}.`, advice: RENEW })];
  }
  const found = `${operator}, ${number} at ${regulator}, for ${countries.join(', ')}, until ${validUntil}.`;
  return [
    end - now < ENDS_SOON_MS
      ? warning(ITEM, { found: `It ends soon: ${isoTime(end)}.`, advice: RENEW })
      : ok(ITEM, found),
  ];
}
