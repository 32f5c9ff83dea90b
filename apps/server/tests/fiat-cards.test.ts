import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findCard,
  keepCard,
  listCards,
  removeCard,
} from '../src/features/money/funding/bank-cards/cards.ts';
import { listCurrencies } from '../src/features/money/funding/currencies/currencies.ts';
import { fiatSettings } from '../src/features/money/funding/settings.ts';
import { auditRowsOut } from '../src/features/backoffice/operators/audit-viewer/audit-out.ts';
import {
  showNumbers,
  showReview,
} from '../src/features/backoffice/operators/reviews/show-review.ts';
import { auditOf } from '../src/kernel/operators/audit-log.ts';
import { reviewOf } from '../src/kernel/review/list-reviews.ts';
import { plainCall } from './support/without-factors.ts';
import { type FiatWorld, fiatWorld, GIVEN_CARD } from './support/fiat.ts';

let world: FiatWorld;

beforeAll(async () => {
  world = await fiatWorld();
});
afterAll(() => world.fresh.drop());

async function withCard(funds: Record<string, string>) {
  const memberId = await world.member(funds);
  return { memberId, cardId: await world.card(memberId) };
}

const keep = (memberId: number, over: object = {}) =>
  keepCard(world.deps, plainCall(memberId), { ...GIVEN_CARD, ...over });

describe('a bank card', () => {
  it('is stored once, shown with masked numbers, and removed permanently', async () => {
    const memberId = await world.member({});
    const card = await keep(memberId);
    expect(card).toMatchObject({
      bankname: 'Hafenbank',
      bankcard: '**** 4821',
      ibna: 'DE89 **** 3000',
      country: 'DE',
    });
    await expect(keep(memberId)).rejects.toMatchObject({ code: 5016 });
    await expect(keep(memberId, { cardNumber: '4000-1234-5678-4821' })).rejects.toMatchObject({
      code: 5016,
    });
    const list = await listCards(world.database, memberId, {});
    expect(list).toEqual({ list: [card], total: 1, page: 1, pageSize: 100 });
    expect(JSON.stringify(list)).not.toContain('5678');
    expect(await findCard(world.database, memberId, card.ID)).toEqual(card);

    const stranger = await world.member({});
    await expect(findCard(world.database, stranger, card.ID)).rejects.toMatchObject({ code: 5007 });
    const taken = removeCard(world.database, stranger, card.ID);
    await expect(taken).rejects.toMatchObject({ code: 5007 });
    await removeCard(world.database, memberId, card.ID);
    await expect(removeCard(world.database, memberId, card.ID)).rejects.toMatchObject({
      code: 5007,
    });
  });

  it.each<[string, object, string]>([
    ['a blank bank name', { bankName: ' \u200B ' }, 'bankName'],
    ['no account holder', { accountName: '  ' }, 'accountName'],
    ['an invalid character in its number', { cardNumber: '4000/1234' }, 'cardNumber'],
    ['an IBAN with a typing error', { iban: 'DE89 3704 0044 0532 0130 01' }, 'iban'],
    ['an incomplete IBAN', { iban: 'DE89 3704' }, 'iban'],
    ['a name with reversed text direction', { accountName: 'Ada \u202Eanrets' }, 'accountName'],
    ['a line break in the bank name', { bankName: 'Bank\nApproved: yes' }, 'bankName'],
    ['an unknown country', { country: 'Atlantis' }, 'country'],
    ['no BIC', { payeeAddress: ' ' }, 'payeeAddress'],
    ['an unassigned country code', { country: 'ZZ' }, 'country'],
  ])('with %s is refused, naming the field', async (_what, over, field) => {
    const memberId = await world.member({});
    await expect(keep(memberId, over)).rejects.toMatchObject({
      code: 5001,
      detail: { fields: [field] },
    });
  });

  it('needs only the fields of the specification, and accepts a country by its name', async () => {
    const memberId = await world.member({});
    const card = { bankAddress: undefined, country: 'germany' };
    expect(await keep(memberId, card)).toMatchObject({ bankaddress: '', country: 'DE' });
  });

  it.each(['GB82 WEST 1234 5698 7654 32', 'FR14 2004 1010 0505 0001 3M02 606', '0001234567'])(
    'accepts the number %s, which is valid in its country',
    async (iban) => {
      expect((await keep(await world.member({}), { iban })).ibna).toContain('****');
    },
  );

  it('is refused beyond the maximum number of cards', async () => {
    const memberId = await world.member({});
    const max = world.settings.read(fiatSettings.cardsMax);
    for (let count = 0; count < max; count += 1)
      await keep(memberId, { cardNumber: `9000${count}` });
    await expect(keep(memberId)).rejects.toMatchObject({ code: 5012 });
  });
});

describe('the currencies', () => {
  it('have the minimums of the specification', async () => {
    const currencies = await listCurrencies(world.deps);
    expect(
      Object.fromEntries(currencies.map(({ coinname, wireMin }) => [coinname, wireMin])),
    ).toEqual({
      USD: '5000',
      EUR: '5000',
      CAD: '5000',
      VND: '500000',
      HKD: '50000',
      JPY: '100000',
      KRW: '1000000',
    });
  });
});

describe('the holder of the card', () => {
  it('stops a payout when the name has nothing in common with the verified one', async () => {
    const { memberId, cardId } = await withCard({ USDT: '500' });
    const asked = await world.payOut(memberId, cardId);
    world.names.set(memberId, 'Maria Gonzalez');
    await expect(world.approve('payout', asked.ID)).rejects.toMatchObject({
      code: 5036,
      detail: { data: { checks: ['name-as-verified'] } },
    });
    world.names.set(memberId, 'TESTER, K.');
    await world.approve('payout', asked.ID);
    expect((await world.payout(asked.ID)).state).toBe('approved');
  });
});

describe('the numbers of the card', () => {
  it('show only their ends to operators, and each full look is logged', async () => {
    const { memberId, cardId } = await withCard({ USDT: '500' });
    const { ID } = await world.payOut(memberId, cardId);
    const { review } = await world.detailOf('payout', ID);
    const { first } = world.operators;
    const shown = await showReview(world.deps, first, review.id);
    expect(shown.facts).toMatchObject({ cardNumber: '**** 4821', iban: 'DE89 **** 3000' });
    await world.approve('payout', ID);
    const lines = async () => {
      const rows = await auditOf(world.database, [`review:${review.id}`]);
      return auditRowsOut(world.database, rows, world.deps.reviews);
    };
    const decided = await showReview(world.deps, first, review.id);
    for (const text of [shown, decided, await lines()].map((each) => JSON.stringify(each))) {
      expect(text).not.toContain('4000123456784821');
      expect(text).not.toContain('DE89370400440532013000');
    }
    for (const times of [1, 2]) {
      expect(await showNumbers(world.deps, first, review.id)).toEqual([
        { label: 'Card or account', number: '4000123456784821' },
        { label: 'IBAN', number: 'DE89370400440532013000' },
      ]);
      const looks = (await lines()).filter(({ action }) => action === 'review.numbers');
      expect(looks).toHaveLength(times);
      expect(looks[0]).toMatchObject({ login: 'first', memberId });
    }
  });

  it('are none in a review of something else', async () => {
    const memberId = await world.member({ USDT: '500' });
    const { ID } = await world.withdraw(memberId);
    const review = (await reviewOf(world.database, 'withdrawal', ID))!;
    const look = showNumbers(world.deps, world.operators.first, review.id);
    await expect(look).rejects.toMatchObject({ code: 5007 });
  });
});
