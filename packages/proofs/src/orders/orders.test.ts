/** Checks of an order among the numbers of its round, of the book around it, and of what its answer said. Pure. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { toBase64 } from '../log/plain-bytes.ts';
import { statementHash } from '../log/statements-leaf.ts';
import { checkBook } from './check-book.ts';
import { checkConfirmation } from './check-confirmation.ts';
import { checkRound } from './check-round.ts';
import { batchTree, rootOfBatches } from './command-batch.ts';
import { readLeaf } from './command-line.ts';
import { confirmedText, confirmedTree, readSignedOrder, signedOrder } from './signed-orders.ts';

const OWNER = `${'A'.repeat(43)}=`;
const number = (count: number, at: number, rest: string, owner = OWNER) =>
  `tern command 1|btcusdt|${count}|${at}|${rest}|${owner}`;
const buy = (count: number, at: number, result = '') =>
  number(count, at, `place|buy|limit|100|2|||${result}`);
const OWN = buy(18, 204);
const QUOTES = number(16, 204, 'quotes|7|100|200|', '');
const round = (...texts: string[]) => [texts.slice(0, 2), texts.slice(2)];
const statementOf = (batches: readonly (readonly string[])[]) => ({
  symbol: 'btcusdt',
  first: 16,
  last: 15 + batches.flat().length,
  root: rootOfBatches(batches.map((texts) => batchTree(texts).root)),
});
const resultsOf = (items: readonly { name: string; pass: boolean }[]) =>
  Object.fromEntries(items.map(({ name, pass }) => [name, pass]));

describe('the round of an order', () => {
  const whole = round(QUOTES, buy(17, 203), OWN, buy(19, 204));

  it('shows that no number is missing and nobody later stands before it', () => {
    const items = checkRound(whole, OWN, statementOf(whole));
    expect(resultsOf(items)).toEqual({ numbers: true, times: true, quotes: true });
    expect(items[0]!.why).toBe('numbers 16 to 19, each once');
  });

  it('shows who came later and stands before it', () => {
    const moved = round(QUOTES, buy(17, 209), OWN, buy(19, 210));
    const items = checkRound(moved, OWN, statementOf(moved));
    expect(resultsOf(items)).toEqual({ numbers: true, times: false, quotes: true });
    expect(items[1]).toMatchObject({ number: 17, at: 209 });
    const behind = round(QUOTES, buy(17, 203), OWN, buy(19, 199));
    expect(checkRound(behind, OWN, statementOf(behind))[1]).toMatchObject({ number: 19, at: 199 });
  });

  it('does not compare the time of what a price or another order did', () => {
    const done = number(17, 209, 'place|sell|market|90|1|reference:9||');
    const together = round(QUOTES, done, OWN, number(19, 1, 'cancel|12|pair|'));
    expect(checkRound(together, OWN, statementOf(together))[1]).toMatchObject({ pass: true });
  });

  it.each([
    ['is left out', round(QUOTES, buy(17, 203), OWN)],
    ['comes twice', round(QUOTES, buy(17, 203), OWN, OWN)],
    ['is another', round(QUOTES, buy(17, 204), OWN, buy(19, 204))],
    [
      'is of another market',
      round(QUOTES, OWN.replace('18', '17'), OWN, OWN.replace('btc', 'eth')),
    ],
    ['is unreadable', round(QUOTES, 'nothing', OWN, buy(19, 204))],
  ])('fails where a number %s', (_name, changed) => {
    expect(checkRound(changed, OWN, statementOf(whole))[0]).toMatchObject({ pass: false });
  });

  it('fails with an empty batch, without a statement, and without the order', () => {
    expect(checkRound([...whole, []], OWN, statementOf(whole))[0]).toMatchObject({ pass: false });
    expect(checkRound(whole, OWN, undefined)[0]).toMatchObject({ pass: false });
    const others = checkRound(whole, buy(18, 205), statementOf(whole));
    expect(others.map(({ pass }) => pass)).toEqual([false, false, false]);
  });

  it("fails where an order of the exchange is not marked, or a member's is", () => {
    const hidden = round(number(16, 204, 'quotes|7|100|200|'), buy(17, 203), OWN, buy(19, 204));
    expect(checkRound(hidden, OWN, statementOf(hidden))[2]).toMatchObject({ number: 16 });
    const open = round(QUOTES, number(17, 203, 'place|buy|limit|100|2|||', ''), OWN, buy(19, 204));
    expect(checkRound(open, OWN, statementOf(open))[2]).toMatchObject({ number: 17 });
  });
});

describe('the book around an order', () => {
  const level = (side: 'buy' | 'sell', price: string, before: string, after: string) => ({
    side,
    price,
    before,
    after,
  });
  const queue = [
    { from: '5', price: '99', quantity: '0.5' },
    { from: 'q1', price: '100', quantity: '1' },
    { from: '7', price: '100', quantity: '1' },
  ];
  const book = {
    levels: [
      level('sell', '101', '3', '3'),
      level('sell', '100', '2', '0.5'),
      level('sell', '99', '0.5', '0'),
      level('buy', '98', '1', '1'),
    ],
    queue,
  };
  const on = (shown: typeof book, result: string) =>
    resultsOf(checkBook(shown, readLeaf(buy(18, 204, result))!));
  const FILLS = '5:99:0.5,q1:100:1,7:100:0.5';

  it('has the best prices taken first, and at one price the oldest', () => {
    expect(on(book, FILLS)).toEqual({ prices: true, queue: true });
    expect(on({ ...book, levels: [level('sell', '101', '3', '3')] }, '')).toEqual({
      prices: true,
      queue: true,
    });
  });

  it.each([
    ['a worse price before a better one', book, 'q1:100:1,5:99:0.5,7:100:0.5'],
    [
      'a better price that is left',
      { ...book, levels: book.levels.with(2, level('sell', '99', '1', '0.5')) },
      FILLS,
    ],
    [
      'another quantity than was taken',
      { ...book, levels: book.levels.with(1, level('sell', '100', '2', '0.6')) },
      FILLS,
    ],
  ])('fails with %s', (_name, shown, result) => {
    expect(on(shown, result)['prices']).toBe(false);
  });

  it.each([
    ['one that came later', { ...book, queue: [queue[0]!, queue[2]!, queue[1]!] }],
    [
      'less than all of the one before',
      { ...book, queue: queue.with(1, { ...queue[1]!, quantity: '2' }) },
    ],
    ['more than there was', { ...book, queue: queue.with(2, { ...queue[2]!, quantity: '0.4' }) }],
    ['one that is not in the book', { ...book, queue: queue.slice(0, 2) }],
  ])('fails with a fill with %s', (_name, shown) => {
    expect(on(shown, FILLS)['queue']).toBe(false);
  });
});

describe('what the answer to an order said', () => {
  const secret = new Uint8Array(32).fill(7);
  const key = bytesToHex(ed25519.getPublicKey(secret));
  const texts = [17, 18, 19].map((each) => buy(each, 204));
  const lines = texts.map((text) => {
    const { symbol, number: count, at } = readLeaf(text)!;
    return confirmedText({ symbol, number: count, at, hash: toBase64(statementHash(text)) });
  });
  const { text: signed, tree } = confirmedTree(lines)!;
  const signature = bytesToHex(ed25519.sign(utf8ToBytes(signed), secret));
  const said = (index: number) =>
    signedOrder(lines[index]!, { index, size: 3, path: tree.path(index).map(toBase64) }, signature);

  it('is one line that the signature of its transaction covers', () => {
    for (const index of [0, 1, 2]) {
      expect(readSignedOrder(said(index), [key])).toMatchObject({
        symbol: 'btcusdt',
        number: 17 + index,
        at: 204,
        isSigned: true,
      });
      expect(checkConfirmation(said(index), texts[index]!, [key])).toMatchObject({ pass: true });
    }
    expect(confirmedTree([])).toBeUndefined();
  });

  it('is evidence when the log has another number, time or text', () => {
    const others = [texts[0]!, buy(18, 205), OWN.replace('|2|', '|3|'), OWN.replace('btc', 'eth')];
    for (const logged of others) {
      const item = checkConfirmation(said(1), logged, [key]);
      expect(item).toMatchObject({ name: 'confirmed', pass: false, number: 18, at: 204 });
    }
  });

  it.each([
    ['another number', (text: string) => text.replace('|18|', '|17|')],
    ['another time', (text: string) => text.replace('|204|', '|203|')],
    ['another place', (text: string) => text.replace('|1|3|', '|0|3|')],
    [
      'another signature',
      (text: string) => text.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ],
    ['a zero in front', (text: string) => text.replace('|18|', '|018|')],
  ])('is not signed with %s', (_name, change) => {
    expect(checkConfirmation(change(said(1)), texts[1]!, [key])).toMatchObject({ pass: false });
    expect(readSignedOrder(change(said(1)), [key])?.isSigned ?? false).toBe(false);
  });

  it('proves nothing without the key', () => {
    expect(checkConfirmation(said(1), texts[1]!, [])).toMatchObject({ pass: false });
    expect(readSignedOrder('tern order confirmed 1|btcusdt', [key])).toBeUndefined();
  });
});
