/** Texts and checks that the kinds of products have in common, in English, for operators. */
import { formatDecimal } from '@tern/money';
import type { TermProblem } from './term-fields.ts';

/** "0.035 %" of a ratio. */
export const percentText = (ratio: bigint): string => `${formatDecimal(ratio * 100n)} %`;

/** "1000 USDT" */
export const moneyText = (amount: bigint, asset: string): string =>
  `${formatDecimal(amount)} ${asset}`;

/** Collects the problems of terms: `refuse` adds one to a field if it is wrong. */
export function collectProblems<Terms>(): {
  problems: TermProblem[];
  refuse: (isWrong: boolean, field: keyof Terms & string, text: string) => void;
} {
  const problems: TermProblem[] = [];
  return {
    problems,
    refuse(isWrong, field, text) {
      if (isWrong) problems.push({ field, text });
    },
  };
}
