/** The subjects that have terms: networks (kernel) and currencies (fiat). */
import { amount, bool } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import type { Direction, Terms, TermsField } from './terms.ts';

/** A network of an asset, or a currency. */
export interface TermsSubject {
  /** `network.USDT.TRC20`, `currency.EUR`; no setting has such a name. */
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

/** Terms and pauses, as columns of the queries of sources. */
export const termsRow = {
  inMin: amount,
  inMax: amount,
  inFee: amount,
  outMin: amount,
  outMax: amount,
  outFee: amount,
  takesIn: bool,
  takesOut: bool,
  isPausedIn: bool,
  isPausedOut: bool,
} as const;

/** The owner of the subjects of one kind. */
export interface TermsSource {
  readonly kind: TermsSubject['kind'];
  /** Fields that this kind does not have. */
  readonly without: readonly TermsField[];
  /** In display order. */
  all(reader: Reader): Promise<TermsSubject[]>;
  /** The current terms, locked until the transaction ends. */
  lock(tx: Tx, key: string): Promise<TermsSubject | undefined>;
  put(tx: Tx, subject: TermsSubject, terms: Terms): Promise<void>;
  setPaused(
    tx: Tx,
    subject: TermsSubject,
    pause: { direction: Direction; isPaused: boolean },
  ): Promise<void>;
}

export interface TermsRegistry {
  /** Called once per kind by its owner. */
  register(source: TermsSource): void;
  all(reader: Reader): Promise<TermsSubject[]>;
  /** Undefined for an unknown key. */
  source(key: string): TermsSource | undefined;
}

/** `first`: the kernel's own source. */
export function createTermsRegistry(first: TermsSource): TermsRegistry {
  const sources = [first];
  return {
    register: (source) => void sources.push(source),
    async all(reader) {
      return (await Promise.all(sources.map((source) => source.all(reader)))).flat();
    },
    source: (key) => sources.find(({ kind }) => key.startsWith(`${kind}.`)),
  };
}
