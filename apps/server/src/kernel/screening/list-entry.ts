/** Lists of sanctions as this instance keeps them, whoever publishes them. */

/** `OFAC` is the list of specially designated nationals, `OFAC-CONS` its other lists. */
export const screeningLists = ['OFAC', 'OFAC-CONS', 'EU', 'UK', 'UN', 'SAMPLE'] as const;
export type ScreeningList = (typeof screeningLists)[number];

/** Texts as the list has them; empty where it says nothing. */
export interface ListedEntry {
  /** The list's own number. */
  readonly number: string;
  readonly kind: 'person' | 'entity';
  /** The first is the main one. */
  readonly names: readonly string[];
  readonly births: readonly string[];
  readonly birthplaces: readonly string[];
  readonly nationalities: readonly string[];
  readonly documents: readonly string[];
  readonly gender: string;
  readonly since: string;
  readonly programme: string;
  readonly wallets: readonly string[];
}

export interface ListFile {
  readonly list: ScreeningList;
  /** `2026-11-21`; null where the file does not say. */
  readonly publishedOn: string | null;
  readonly entries: readonly ListedEntry[];
}

/** Why a file is not taken over, in English, for operators. */
export class ListFault extends Error {}

/** Reads a file in a public format, known by its content. @throws ListFault */
export type ReadList = (file: Uint8Array, name: string) => Promise<ListFile>;
