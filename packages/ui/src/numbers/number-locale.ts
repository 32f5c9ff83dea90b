/** The locale in which every number and date of the subtree is printed. */
import { createContext, use } from 'react';

/** `<NumberLocale value="de">`; a BCP 47 tag. */
export const NumberLocale = createContext('en');

export function useNumberLocale(): string {
  return use(NumberLocale);
}
