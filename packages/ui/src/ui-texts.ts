/** The few words the kit itself needs; the app gives them in the member's language. */
import { createContext, use } from 'react';

export interface UiTexts {
  /** Label of the back arrow. */
  readonly back: string;
  readonly close: string;
  readonly loading: string;
  readonly showPassword: string;
  readonly hidePassword: string;
  /** Read in place of a hidden balance. */
  readonly hidden: string;
  /** Read in place of `---`. */
  readonly unknown: string;
  /** "up 2.41%"; the argument is already printed. */
  readonly up: (change: string) => string;
  readonly down: (change: string) => string;
  readonly unchanged: string;
  readonly changeUnknown: string;
  /** Stepper labels: "Raise price". */
  readonly raise: (field: string) => string;
  readonly lower: (field: string) => string;
}

const Texts = createContext<UiTexts | undefined>(undefined);

/** Gives the kit its words: `<UiTextsProvider value={…}>` around the app. */
export const UiTextsProvider = Texts;

/** Fails with: a thrown error outside a provider, because the kit has no language of its own. */
export function useUiTexts(): UiTexts {
  const texts = use(Texts);
  if (texts === undefined) throw new Error('UiTextsProvider is missing');
  return texts;
}
