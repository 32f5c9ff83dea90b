/** Everything that has terms, whichever part keeps them: networks of the kernel, currencies of fiat. */
import type { Reader, Tx } from '../../platform/database/database.ts';
import type { Direction, Terms, TermsField } from './terms.ts';

/** A network of an asset, or a currency. */
export interface TermsSubject {
  /** `network.USDT.TRC20`, `currency.EUR`; no setting is named like one. */
  key: string;
  kind: 'network' | 'currency';
  asset: string;
  /** Code of the network; empty for a currency. */
  network: string;
  name: string;
  terms: Terms;
  isPausedIn: boolean;
  isPausedOut: boolean;
}

/** Whoever keeps subjects of one kind. */
export interface TermsSource {
  readonly kind: TermsSubject['kind'];
  /** What this kind does not have: it cannot be changed. */
  readonly without: readonly TermsField[];
  /** In the order they are shown. */
  all(reader: Reader): Promise<TermsSubject[]>;
  /** As it stands now; nobody else changes it before this transaction ends. */
  lock(tx: Tx, key: string): Promise<TermsSubject | undefined>;
  put(tx: Tx, subject: TermsSubject, terms: Terms): Promise<void>;
  setPaused(
    tx: Tx,
    subject: TermsSubject,
    pause: { direction: Direction; isPaused: boolean },
  ): Promise<void>;
}

export interface TermsBook {
  /** Called once per kind by whoever keeps it. */
  register(source: TermsSource): void;
  all(reader: Reader): Promise<TermsSubject[]>;
  /** Nothing for a key of no subject. */
  source(key: string): TermsSource | undefined;
}

/** `first`: kept by the kernel itself. */
export function createTermsBook(first: TermsSource): TermsBook {
  const sources = [first];
  return {
    register: (source) => void sources.push(source),
    async all(reader) {
      return (await Promise.all(sources.map((source) => source.all(reader)))).flat();
    },
    source: (key) => sources.find(({ kind }) => key.startsWith(`${kind}.`)),
  };
}
