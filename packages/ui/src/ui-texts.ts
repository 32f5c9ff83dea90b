/** The texts of the kit itself, provided by the app in the member's language. */
import { createContext, use } from 'react';

export interface UiTexts {
  /** Label of the back arrow. */
  readonly back: string;
  readonly close: string;
  readonly loading: string;
  readonly showPassword: string;
  readonly hidePassword: string;
  /** Announced instead of a hidden balance. */
  readonly hidden: string;
  /** Announced instead of `---`. */
  readonly unknown: string;
  /** "up 2.41%"; the argument is already formatted. */
  readonly up: (change: string) => string;
  readonly down: (change: string) => string;
  readonly unchanged: string;
  readonly changeUnknown: string;
  /** Stepper labels: "Raise price". */
  readonly raise: (field: string) => string;
  readonly lower: (field: string) => string;
  /** "Up to 2 decimals"; for none: "Whole numbers only". */
  readonly upToPlaces: (places: number) => string;
  /** Why a number field did not accept a paste and kept its text. */
  readonly notPasted: {
    readonly unreadable: string;
    readonly partial: string;
    readonly places: (places: number) => string;
    readonly unit: (unit: string) => string;
    readonly ambiguous: (one: string, other: string) => string;
  };
}

const Texts = createContext<UiTexts | undefined>(undefined);

/** Provides the kit's texts: `<UiTextsProvider value={…}>` around the app. */
export const UiTextsProvider = Texts;

/** Throws outside a provider, because the kit has no default language. */
export function useUiTexts(): UiTexts {
  const texts = use(Texts);
  if (texts === undefined) throw new Error('UiTextsProvider is missing');
  return texts;
}
