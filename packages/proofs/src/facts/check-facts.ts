/** Checks the statements of published facts against each other, in the order of the public log (ADR 89). */
import { parseWhole } from '../log/plain-bytes.ts';

const WHOLE = '(0|[1-9]\\d{0,15})';
const HASH = '([0-9a-f]{64})';

/** The spelling of each statement. */
const SPELLINGS = {
  seed: new RegExp(`^tern market seed 1\\|(\\d{4}-\\d{2}-\\d{2})\\|${HASH}\\|${WHOLE}$`),
  setting: new RegExp(
    `^tern setting version 1\\|${WHOLE}\\|([A-Za-z0-9._-]{1,100})\\|${WHOLE}\\|${HASH}\\|(announced|inForce|withdrawn)$`,
  ),
  product: new RegExp(
    `^tern product version 1\\|${WHOLE}\\|${WHOLE}\\|${WHOLE}\\|${HASH}\\|(scheduled|inForce|replaced|withdrawn)$`,
  ),
  operator: new RegExp(
    `^tern operator 1\\|${WHOLE}\\|((?:[a-z]+(?:,[a-z]+)*)?)\\|(active|inactive)\\|${HASH}$`,
  ),
  role: new RegExp(
    `^tern role 1\\|${WHOLE}\\|([a-z]+)\\|${WHOLE}\\|([A-Za-z.]+(?:,[A-Za-z.]+)*)\\|(inForce|ended)$`,
  ),
  key: new RegExp(`^tern evidence key 1\\|${WHOLE}\\|${HASH}\\|${WHOLE}$`),
  audit: new RegExp(`^tern audit head 1\\|${WHOLE}\\|${HASH}$`),
  day: new RegExp(
    `^tern day close [12]\\|(\\d{4}-\\d{2}-\\d{2})\\|${HASH}\\|${WHOLE}\\|${WHOLE}\\|${WHOLE}$`,
  ),
  listing: new RegExp(
    `^tern listing 1\\|${WHOLE}\\|${WHOLE}\\|${WHOLE}\\|${HASH}\\|${WHOLE}\\|${WHOLE}\\|(agreed|waiting|opened|stopped|withdrawn)$`,
  ),
  delisting: new RegExp(
    `^tern delisting 1\\|${WHOLE}\\|${WHOLE}\\|${WHOLE}\\|${HASH}\\|${WHOLE}\\|${WHOLE}\\|(agreed|closed|withdrawn)$`,
  ),
  figures: new RegExp(`^tern figures 1\\|${WHOLE}\\|${HASH}$`),
};
export type FactKind = keyof typeof SPELLINGS;

/** Places of the whole numbers among the fields. */
const WHOLES: Readonly<Record<FactKind, readonly number[]>> = {
  seed: [2],
  setting: [0, 2],
  product: [0, 1, 2],
  operator: [0],
  role: [0, 2],
  key: [0, 2],
  audit: [0],
  day: [2, 3, 4],
  listing: [0, 1, 2, 4, 5],
  delisting: [0, 1, 2, 4, 5],
  figures: [0],
};

/** States that may follow one; a version of a product may begin in force. */
const AFTER: Readonly<Record<string, readonly string[]>> = {
  announced: ['inForce', 'withdrawn'],
  scheduled: ['scheduled', 'inForce', 'withdrawn'],
  inForce: ['replaced'],
};

/** The same of what is listed and delisted, which begins as agreed. Agreed once more: for another time. */
const DECIDED: Readonly<Record<'listing' | 'delisting', typeof AFTER>> = {
  listing: {
    '': ['agreed'],
    agreed: ['agreed', 'waiting', 'opened', 'stopped', 'withdrawn'],
    waiting: ['agreed', 'withdrawn'],
  },
  delisting: { '': ['agreed'], agreed: ['closed', 'withdrawn'] },
};

/** A statement as its fields. Undefined when it is not spelt as one. */
export function parseFact(
  text: string,
): { readonly kind: FactKind; readonly fields: readonly string[] } | undefined {
  for (const [kind, spelling] of Object.entries(SPELLINGS)) {
    const found = spelling.exec(text);
    if (found === null) continue;
    const fact = { kind: kind as FactKind, fields: found.slice(1) };
    return isPlain(fact.kind, fact.fields) ? fact : undefined;
  }
  return undefined;
}

/** Places of names with commas between. */
const LISTS: Partial<Readonly<Record<FactKind, number>>> = { operator: 1, role: 3 };

/** Whole numbers below 2^53, and names in ASCII order. */
function isPlain(kind: FactKind, fields: readonly string[]): boolean {
  const isWhole = WHOLES[kind].every((at) => parseWhole(fields[at] ?? '') !== undefined);
  const at = LISTS[kind];
  const names = at === undefined ? [] : (fields[at] ?? '').split(',');
  return isWhole && names.toSorted().join(',') === names.join(',');
}

const WITH_DOCUMENT: ReadonlySet<FactKind> = new Set([
  'setting',
  'product',
  'listing',
  'delisting',
]);

/** The hash of the document that a statement is about, in hexadecimal. Undefined when it has none. */
export function documentOfFact(text: string): string | undefined {
  const { kind, fields } = parseFact(text) ?? {};
  return kind !== undefined && WITH_DOCUMENT.has(kind) ? fields?.[3] : undefined;
}

/** Remembers what was stated so far. `add` answers what contradicts it, in English; undefined when nothing does. */
export function createFactChecker(): { add(text: string): string | undefined } {
  const known = new Map<string, readonly string[]>();
  return {
    add(text) {
      const fact = parseFact(text);
      if (fact === undefined) return `"${text}" is not spelt as a statement`;
      const name = subjectOf(fact.kind, fact.fields);
      const before = known.get(name);
      known.set(name, fact.fields);
      return CHECKS[fact.kind](before, fact.fields) ? undefined : `"${text}" ${why(before)}`;
    },
  };
}

const why = (before: readonly string[] | undefined): string =>
  before === undefined ? 'was not announced' : `contradicts what was stated: ${before.join('|')}`;

function subjectOf(kind: FactKind, [first = '', second = '']: readonly string[]): string {
  if (kind === 'audit' || kind === 'figures') return kind;
  return kind === 'product' ? `product ${first} ${second}` : `${kind} ${first}`;
}

type Fields = readonly string[];

/** Whether a statement may follow the last one about the same. */
const CHECKS: Readonly<Record<FactKind, (before: Fields | undefined, now: Fields) => boolean>> = {
  seed: (before) => before === undefined,
  key: (before) => before === undefined,
  // Once, by two operators.
  day: (before, now) => before === undefined && now[2] !== now[3],
  listing: (before, now) => isDecided('listing', before, now),
  delisting: (before, now) => isDecided('delisting', before, now),
  operator: () => true,
  // One version after another, of one key, until it ends.
  role(before, now) {
    if (before === undefined) return now[2] === '1' && now[4] === 'inForce';
    const isNextVersion = Number(now[2]) === Number(before[2]) + 1;
    return isNextVersion && before[1] === now[1] && before[4] === 'inForce';
  },
  audit: isLater,
  figures: isLater,
  setting(before, now) {
    if (before === undefined) return now[4] === 'announced';
    const isSame = [1, 2, 3].every((at) => before[at] === now[at]);
    return isSame && isNext(before[4], now[4]);
  },
  product(before, now) {
    if (before === undefined) return now[4] !== 'withdrawn';
    return before[3] === now[3] && isNext(before[4], now[4]);
  },
};

/** Two people decided it; its terms stay, and its time with them until they decide once more. */
function isDecided(kind: keyof typeof DECIDED, before: Fields | undefined, now: Fields): boolean {
  const [, decidedAt, at, hash, first, second, state = ''] = now;
  const isNextState = DECIDED[kind][before?.[6] ?? '']?.includes(state) ?? false;
  if (!isNextState || first === second) return false;
  if (before === undefined) return true;
  const isAgain = state === 'agreed';
  const isSame = before[2] === at && before[1] === decidedAt;
  const isLaterDecision = Number(decidedAt) > Number(before[1]);
  return before[3] === hash && (isAgain ? isLaterDecision : isSame);
}

/** The number in front grows. */
function isLater(before: Fields | undefined, [number = '']: Fields): boolean {
  return before === undefined || Number(number) > Number(before[0]);
}

const isNext = (before = '', now = ''): boolean => AFTER[before]?.includes(now) ?? false;
