/** Numbers of cards and bank accounts as operators see them: their ends only, in every fact of that name; each full look is logged. Pure. */
import type { SecretBox } from '../../platform/secret-box.ts';
import {
  endsOf,
  isSealedNumber,
  type NumberOwner,
  openNumber,
  sealedEnds,
} from './sealed-numbers.ts';

type PlainFacts = Readonly<Record<string, string | number | boolean | null>>;

/** By the name of the fact, in all kinds of reviews. */
const labels: Readonly<Record<NumberOwner['kind'], string>> = {
  cardNumber: 'Card or account',
  iban: 'IBAN',
};

const isKind = (name: string): name is NumberOwner['kind'] => Object.hasOwn(labels, name);

/** Decisions from before numbers were sealed keep the facts that were approved, with the numbers themselves. */
const shown = (stored: string, kind: NumberOwner['kind']) =>
  isSealedNumber(stored) ? sealedEnds(stored) : endsOf(stored, kind);

/** Facts for a screen. Their hash is that of the full ones. Opens nothing. */
export function withoutNumbers(facts: PlainFacts): PlainFacts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) =>
      isKind(name) && typeof value === 'string' && value !== ''
        ? [name, shown(value, name)]
        : [name, value],
    ),
  );
}

/** The full numbers among the facts, which name their member. */
export function numbersIn(facts: PlainFacts, box: SecretBox): { label: string; number: string }[] {
  const memberId = Number(facts['memberId']);
  return Object.entries(facts).flatMap(([kind, value]) => {
    if (!isKind(kind) || typeof value !== 'string' || value === '') return [];
    const number = isSealedNumber(value) ? openNumber(box, value, { memberId, kind }) : value;
    return [{ label: labels[kind], number: number ?? CLOSED }];
  });
}

const CLOSED = 'cannot be opened: it was sealed with another key, or is not this member’s';
