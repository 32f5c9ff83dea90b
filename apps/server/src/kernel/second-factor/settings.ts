/** Settings of second factors that operators may change. */
import { wholeNumber } from '../settings/settings.ts';

export const factorSettings = {
  confirmMinutes: wholeNumber({
    key: 'secondFactor.confirmMinutes',
    name: 'Time to confirm',
    effect: 'A member has this long to confirm an action or finish a login.',
    unit: 'min',
    fallback: 5,
    min: 1,
  }),
  tries: wholeNumber({
    key: 'secondFactor.tries',
    name: 'Wrong codes per confirmation',
    effect: 'A confirmation ends after this many wrong codes.',
    unit: '',
    fallback: 5,
    min: 1,
  }),
  failuresMax: wholeNumber({
    key: 'secondFactor.failuresMax',
    name: 'Wrong codes per member',
    effect: 'A member who enters this many wrong codes must wait.',
    unit: '',
    fallback: 10,
    min: 1,
  }),
  failureMinutes: wholeNumber({
    key: 'secondFactor.failureMinutes',
    name: 'Wait after wrong second factors',
    effect: 'Wrong codes of a second factor are counted for this long.',
    unit: 'min',
    fallback: 60,
    min: 1,
  }),
  passkeysMax: wholeNumber({
    key: 'secondFactor.passkeysMax',
    name: 'Passkeys per member',
    effect: 'A member may keep this many passkeys.',
    unit: '',
    fallback: 10,
    min: 1,
  }),
};
