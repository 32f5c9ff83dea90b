/** Policies as C2SP tlog-policy spells them. */
import { expect, it } from 'vitest';
import { formatPolicy, parsePolicy } from './log-policy.ts';
import { formatVerifierKey, type SignatureType, verifierKey } from './verifier-key.ts';

const key = (seed: number, type: SignatureType, name = `${type}${seed}.example`) =>
  verifierKey(name, type, new Uint8Array(32).fill(seed));
const spelt = (...given: Parameters<typeof key>) => formatVerifierKey(key(...given));
const log = spelt(1, 'note');
const seeds = [2, 3, 4, 5];
const [w2, w3, w4, w5] = seeds.map((seed) => key(seed, 'cosignature'));
const WITNESSES = seeds
  .map((seed) => `witness w${seed} ${spelt(seed, 'cosignature')} https://w${seed}.example`)
  .join('\n');

const isMet = (lines: string, cosigned: readonly (typeof w2)[]): boolean | undefined =>
  parsePolicy(`log ${log}\n${WITNESSES}\n${lines}\n`)?.isMet(cosigned.map((each) => each!));

it('a quorum is one witness, some of a group, groups of groups, or none', () => {
  expect(isMet('quorum none', [])).toBe(true);
  expect(isMet('quorum w2', [w3])).toBe(false);
  expect(isMet('quorum w2', [w3, w2])).toBe(true);
  const two = 'group two 2 w2 w3 w4\nquorum two';
  expect(isMet(two, [w2])).toBe(false);
  expect(isMet(two, [w2, w2])).toBe(false);
  expect(isMet(two, [w4, w2])).toBe(true);
  const nested =
    'group x any w2 w3\ngroup y all w4 w5\n\n# both\n\tgroup both all x\t y \nquorum both';
  expect(isMet(nested, [w2, w4])).toBe(false);
  expect(isMet(nested, [w4, w5])).toBe(false);
  expect(isMet(nested, [w3, w4, w5])).toBe(true);
});

it('is refused when it is spelt in any other way', () => {
  for (const lines of [
    '',
    'quorum none\nquorum none',
    'quorum w9',
    'quorum two\ngroup two any w2 w3',
    'quorum w2 w3',
    'group two 0 w2\nquorum two',
    'group two 3 w2 w3\nquorum two',
    'group two 01 w2 w3\nquorum two',
    'group two any\nquorum two',
    'group two any w2 w2\nquorum two',
    'group two any w2 none\nquorum two',
    'group none any w2\nquorum w2',
    'group w2 any w3\nquorum w2',
    'group a any w2\ngroup b any w2\nquorum a',
    `log ${spelt(1, 'note', 'other.example')}\nquorum none`,
    `witness w6 ${spelt(2, 'cosignature', 'other.example')}\nquorum none`,
    `witness w6 ${log}\nquorum none`,
    `log ${spelt(6, 'cosignature')}\nquorum none`,
    'toString none\nquorum none',
    'quorum\u00a0none',
    'quorum none\r',
  ]) {
    expect(
      isMet(
        lines,
        seeds.map((seed) => key(seed, 'cosignature')),
      ),
      lines,
    ).toBeUndefined();
  }
  expect(parsePolicy('quorum none')).toBeUndefined();
  expect(parsePolicy('quorum none\n')).toMatchObject({ logs: [], witnesses: [] });
});

it('of a log asks for so many of its witnesses as it names', () => {
  const policy = formatPolicy({ logs: [], url: '', witnesses: [w2!, w3!, w4!], quorum: 2 });
  const { isMet: isEnough } = parsePolicy(policy)!;
  expect([isEnough([w3!]), isEnough([w4!, w3!])]).toEqual([false, true]);
});

it('of a log asks for one of its witnesses by default', () => {
  const logs = [key(1, 'note'), key(9, 'note', 'note1.example')];
  const url = 'https://exchange.example/log';
  for (const witnesses of [[], [w2!], [w2!, w3!]]) {
    const policy = parsePolicy(formatPolicy({ logs, url, witnesses }))!;
    expect(policy).toMatchObject({ logs, witnesses });
    expect(policy.isMet([])).toBe(witnesses.length === 0);
    for (const witness of witnesses) expect(policy.isMet([witness])).toBe(true);
  }
});
