/** Settings of exports and of closing that operators may change. */
import { wholeNumber } from '../../../kernel/settings/settings.ts';

export const accountDataSettings = {
  exportsPerDay: wholeNumber({
    key: 'accountData.exportsPerDay',
    unit: 'exports of all data of a member within 24 h',
    fallback: 3,
    min: 1,
  }),
  downloadMinutes: wholeNumber({
    key: 'accountData.downloadMinutes',
    unit: 'min in which a prepared export can be downloaded',
    fallback: 10,
    min: 1,
  }),
  /** The database refuses less than a week. */
  waitDays: wholeNumber({
    key: 'accountData.waitDays',
    unit: 'd between the request to close an account and its end',
    fallback: 7,
    min: 7,
  }),
  /** Our choice: five years after the end of a business relationship, as laws against money laundering ask in many countries. */
  keptYears: wholeNumber({
    key: 'accountData.keptYears',
    unit: 'a for which records and identity are kept after closing, as shown to members',
    fallback: 5,
    min: 0,
  }),
};
