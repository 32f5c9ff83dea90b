/** Statements of published facts: their spelling, and what may follow what. */
import { expect, it } from 'vitest';
import {
  createFactChecker,
  delistingText,
  documentOfFact,
  evidenceKeyText,
  figuresText,
  hashOfJson,
  listingText,
  operatorText,
  parseFact,
  plainJson,
  productText,
  roleText,
  settingText,
  signedDayText,
} from './index.ts';

const HASH = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const setting = { id: 7, key: 'network.USDT.TRC20', effectiveAt: 1_795_003_600_000, hash: HASH };
const product = { product: 3, version: 2, effectiveAt: 1_795_003_600_000, hash: HASH };

/** The places of statements that do not follow from those before. */
function faultsIn(lines: readonly string[]): number[] {
  const checker = createFactChecker();
  return lines.flatMap((line, at) => (checker.add(line) === undefined ? [] : [at]));
}

const versions = (...states: readonly string[]) =>
  states.map((state) => settingText({ ...setting, state }));
const products = (...states: readonly string[]) =>
  states.map((state) => productText({ ...product, state }));

it('a version is announced, then in force or withdrawn, with one value', () => {
  expect(faultsIn(versions('announced', 'inForce'))).toEqual([]);
  expect(faultsIn(versions('announced', 'withdrawn'))).toEqual([]);
  expect(faultsIn(versions('inForce'))).toEqual([0]);
  expect(faultsIn(versions('announced', 'announced'))).toEqual([1]);
  expect(faultsIn(versions('announced', 'withdrawn', 'inForce'))).toEqual([2]);
  const [announced = ''] = versions('announced');
  const [inForce = ''] = versions('inForce');
  for (const [from, to] of [
    [HASH, OTHER],
    ['1795003600000', '1795003500000'],
    ['TRC20', 'ERC20'],
  ] as const) {
    expect(faultsIn([announced, inForce.replace(from, to)])).toEqual([1]);
  }
});

it('a version of a product keeps its terms', () => {
  expect(faultsIn(products('scheduled', 'inForce', 'replaced'))).toEqual([]);
  expect(faultsIn(products('inForce', 'replaced'))).toEqual([]);
  expect(faultsIn(products('withdrawn'))).toEqual([0]);
  expect(faultsIn(products('inForce', 'replaced', 'inForce'))).toEqual([2]);
  const changed = productText({ ...product, state: 'inForce', hash: OTHER });
  expect(faultsIn([...products('scheduled'), changed])).toEqual([1]);
});

it('a seed and an evidence key are stated once, a head and figures each time later', () => {
  const seed = `tern market seed 1|2026-11-18|${HASH}|1795000000000`;
  const key = evidenceKeyText({ id: 2, publicKey: HASH, createdAt: 1_795_000_000_000 });
  expect(faultsIn([seed, key, seed, key])).toEqual([2, 3]);
  const head = (seq: number, hash = HASH) => `tern audit head 1|${seq}|${hash}`;
  expect(faultsIn([head(4), head(9), head(9, OTHER), head(8)])).toEqual([2, 3]);
  const figures = (computedAt: number) => figuresText({ computedAt, hash: HASH });
  expect(faultsIn([figures(1), figures(2), figures(2)])).toEqual([2]);
});

it('a day is signed once, by two operators', () => {
  const people = { first: 3, second: 4 };
  const given = { day: '2026-11-21', hash: HASH, ...people, signedAt: 1_795_003_600_000 };
  const of = (over: Partial<Parameters<typeof signedDayText>[0]> = {}) =>
    signedDayText({ ...given, version: 1, ...over });
  const line = of();
  expect(line).toBe(`tern day close 1|2026-11-21|${HASH}|3|4|1795003600000`);
  const next = of({ day: '2026-11-22', version: 2 });
  expect(next.startsWith('tern day close 2|')).toBe(true);
  expect(faultsIn([line, next, of({ hash: OTHER, version: 2 })])).toEqual([2]);
  expect(faultsIn([of({ second: 3 })])).toEqual([0]);
});

it('a listing is agreed by two, opens with its terms, and again when its time is moved', () => {
  const given = {
    id: 7,
    decidedAt: 1_795_000_000_000,
    at: 1_795_003_600_000,
    hash: HASH,
    first: 3,
    second: 4,
  };
  const line = (state: string, over: Partial<typeof given> = {}) =>
    listingText({ ...given, ...over, state });
  expect(line('agreed')).toBe(`tern listing 1|7|1795000000000|1795003600000|${HASH}|3|4|agreed`);
  const moved = { decidedAt: given.decidedAt + 1, at: given.at + 1, second: 5 };
  expect(faultsIn([line('agreed'), line('opened')])).toEqual([]);
  expect(
    faultsIn([line('agreed'), line('waiting'), line('agreed', moved), line('opened', moved)]),
  ).toEqual([]);
  expect(faultsIn([line('agreed', { second: 3 })])).toEqual([0]);
  expect(faultsIn([line('opened')])).toEqual([0]);
  expect(faultsIn([line('agreed'), line('opened', { hash: OTHER })])).toEqual([1]);
  expect(faultsIn([line('agreed'), line('opened', { at: given.at + 1 })])).toEqual([1]);
  expect(faultsIn([line('agreed'), line('agreed')])).toEqual([1]);
  expect(faultsIn([line('agreed'), line('withdrawn'), line('opened')])).toEqual([2]);
  const delisted = (state: string) => delistingText({ ...given, state });
  expect(faultsIn([delisted('agreed'), delisted('closed')])).toEqual([]);
  expect(faultsIn([delisted('closed')])).toEqual([0]);
  expect(documentOfFact(line('agreed'))).toBe(HASH);
});

it('an operator may change at any time', () => {
  const given = { id: 5, roles: ['support', 'approver'], isActive: true, keysHash: HASH };
  const line = operatorText(given);
  expect(line).toBe(`tern operator 1|5|approver,support|active|${HASH}`);
  const none = operatorText({ ...given, roles: [], isActive: false });
  expect(faultsIn([line, none, line])).toEqual([]);
});

it('a role keeps its key, and has one version after another until it ends', () => {
  const given = { id: 1, key: 'watch', version: 1, permissions: ['b.x', 'a.y'], isEnded: false };
  const line = roleText(given);
  expect(line).toBe('tern role 1|1|watch|1|a.y,b.x|inForce');
  const next = roleText({ ...given, version: 2 });
  const ended = roleText({ ...given, version: 3, isEnded: true });
  expect(faultsIn([line, next, ended])).toEqual([]);
  expect(faultsIn([next])).toEqual([0]);
  expect(faultsIn([line, ended])).toEqual([1]);
  expect(faultsIn([line, next.replace('watch', 'other')])).toEqual([1]);
  expect(faultsIn([line, next, ended, roleText({ ...given, version: 4 })])).toEqual([3]);
  expect(parseFact(line.replace('a.y,b.x', 'b.x,a.y'))).toBeUndefined();
});

it('another spelling is no statement', () => {
  const [good = ''] = versions('announced');
  expect(parseFact(good)?.kind).toBe('setting');
  for (const bad of [
    `${good} `,
    good.replace('|7|', '|07|'),
    good.replace(HASH, HASH.toUpperCase()),
    good.replace('announced', 'proposed'),
    'tern other 1|1',
    good.replace('|7|', '|9007199254740992|'),
    `tern operator 1|5|support,approver|active|${HASH}`,
  ]) {
    expect(parseFact(bad)).toBeUndefined();
    expect(faultsIn([bad])).toEqual([0]);
  }
});

it('a document has one spelling', () => {
  const value = {
    b: [1, 0.5, -2.25, 1e-7, 1.5e-7, 1e21, 0],
    a: { ü: 'é"\n', C: null },
    c: undefined,
  };
  expect(plainJson(value)).toBe(
    '{"a":{"C":null,"ü":"é\\"\\n"},"b":[1,0.5,-2.25,0.0000001,0.00000015,1000000000000000000000,0]}',
  );
  expect(hashOfJson({ a: 1, b: true })).toBe(hashOfJson({ b: true, a: 1 }));
});
