/** Settings of second factors that operators may change. */
import { wholeNumber } from '../settings/settings.ts';

export const factorSettings = {
  confirmMinutes: wholeNumber({
    key: 'secondFactor.confirmMinutes',
    unit: 'min to confirm a call or finish a login',
    fallback: 5,
    min: 1,
  }),
  tries: wholeNumber({
    key: 'secondFactor.tries',
    unit: 'wrong codes per confirmation',
    fallback: 5,
    min: 1,
  }),
  failuresMax: wholeNumber({
    key: 'secondFactor.failuresMax',
    unit: 'wrong codes of a member in the window',
    fallback: 10,
    min: 1,
  }),
  failureMinutes: wholeNumber({
    key: 'secondFactor.failureMinutes',
    unit: 'min',
    fallback: 60,
    min: 1,
  }),
  passkeysMax: wholeNumber({
    key: 'secondFactor.passkeysMax',
    unit: 'passkeys per member',
    fallback: 10,
    min: 1,
  }),
};
