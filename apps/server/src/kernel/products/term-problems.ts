/** Collects the problems of terms, in English, for operators. */
import type { TermProblem } from './term-fields.ts';

/** `refuse` adds a problem to a field if it is wrong. */
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
