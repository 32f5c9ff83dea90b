/** The locale of all numbers and dates in the subtree. */
import { createContext, use } from 'react';

/** `<NumberLocale value="de">`; a BCP 47 tag. */
export const NumberLocale = createContext('en');

export function useNumberLocale(): string {
  return use(NumberLocale);
}
