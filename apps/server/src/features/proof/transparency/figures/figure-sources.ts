/** What other features measure for the public figures; each reads its own tables. */
import type { Amount } from '@tern/money';
import type { Reader } from '../../../../platform/database/database.ts';

/** Groups of fewer members are joined with others, or left out (ADR 51). */
interface Private {
  readonly membersMin: number;
}

/** A share of contracts won: of all that were settled. */
interface Won {
  readonly wins: number;
  readonly settled: number;
}

export interface FigureSources {
  /** `from` is the first day of a month. Amounts in USDT; `ages` are bands, 0 the youngest. */
  contracts(
    reader: Reader,
    query: Private & { readonly from: string },
  ): Promise<{
    readonly accounts:
      | {
          readonly total: number;
          readonly lost: number;
          readonly lostMore: number;
          readonly middle: Amount;
        }
      | undefined;
    readonly months: readonly {
      readonly month: string;
      readonly total: number;
      readonly lost: number;
    }[];
    readonly stakes: readonly (Won & { readonly from: Amount })[];
    readonly ages: readonly (Won & { readonly from: number; readonly to: number })[];
    readonly staked: Amount;
  }>;
  /** Units: epoch milliseconds, and milliseconds. `refused` by the server's reason, '' for one that an operator wrote. */
  withdrawals(
    reader: Reader,
    query: Private & { readonly from: number; readonly to: number },
  ): Promise<{
    readonly sent: number;
    readonly cancelled: number;
    readonly rails: readonly {
      readonly rail: string;
      readonly sent: number;
      readonly p50: number | null;
      readonly p95: number | null;
    }[];
    readonly refused: ReadonlyMap<string, number>;
  }>;
  /** Times without any price while markets were open, by class. Units: milliseconds. */
  gaps(
    reader: Reader,
    from: number,
  ): Promise<
    readonly {
      readonly class: string;
      readonly gaps: number;
      readonly missing: number;
      readonly longest: number;
    }[]
  >;
  /** The published checkpoint of the public log, its root in base64. Units: epoch milliseconds; null: never. */
  log(reader: Reader): Promise<{
    readonly size: number;
    readonly at: number;
    readonly root: string;
    readonly witnesses: readonly {
      readonly name: string;
      readonly state: 'cosigned' | 'refused' | 'missing';
      readonly at: number | null;
    }[];
  }>;
  /** Accounts that operators froze, now. */
  frozen(reader: Reader): Promise<number>;
}
