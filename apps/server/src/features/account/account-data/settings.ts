/** Settings of exports and of closing that operators may change. */
import { wholeNumber } from '../../../kernel/settings/settings.ts';

export const accountDataSettings = {
  exportsPerDay: wholeNumber({
    key: 'accountData.exportsPerDay',
    name: 'Exports of all data',
    effect: 'A member may export all data this often within 24 hours.',
    unit: '',
    fallback: 3,
    min: 1,
  }),
  downloadMinutes: wholeNumber({
    key: 'accountData.downloadMinutes',
    name: 'Download of an export',
    effect: 'A prepared export can be downloaded for this long.',
    unit: 'min',
    fallback: 10,
    min: 1,
  }),
  /** The database refuses less than a week. */
  waitDays: wholeNumber({
    key: 'accountData.waitDays',
    name: 'Wait before an account closes',
    effect: 'An account ends this many days after the request to close it.',
    unit: 'd',
    fallback: 7,
    min: 7,
  }),
  /** Our choice: five years after the end of a business relationship, as laws against money laundering ask in many countries. */
  keptYears: wholeNumber({
    key: 'accountData.keptYears',
    name: 'Retention after closing',
    effect: 'Members read that records and identity are kept for this many years after closing.',
    unit: 'a',
    fallback: 5,
    min: 0,
  }),
};
