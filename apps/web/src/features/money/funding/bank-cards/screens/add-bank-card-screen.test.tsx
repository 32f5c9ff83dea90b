/** A new bank card: what is missing, what looks wrong while typing, and what the server refuses. */
import { refused } from '@tern/protocol/tests';
import {
  control,
  dialog,
  expectError,
  field,
  fill,
  isShown,
  press,
  untilText,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../../../tests/render-screen.tsx';
import { pages } from '../../../../../kernel/pages.ts';

test('missing input shows an error at each field', async () => {
  await renderScreen(pages.addBankCard);
  await press('Save card');
  await expectError('Bank name', 'Enter the bank name.');
  await expectError('Account name', 'Enter the account name.');
  await expectError('Card number', 'Enter the card number.');
  await expectError('Bank address', 'Enter the bank address.');
  await expectError('IBAN', 'Enter the IBAN.');
  await expectError('BIC or SWIFT code', 'Enter the BIC or SWIFT code.');
  await untilText('Choose the payee’s country.');
});

test('each field is explained with an example, also when it is empty or chosen', async () => {
  await renderScreen(pages.addBankCard);
  for (const label of ['Bank name', 'Account name', 'Card number', 'Bank address', 'IBAN']) {
    expect([label, descriptionOf(await field(label))]).toEqual([
      label,
      expect.stringMatching(/for example/i),
    ]);
  }
  expect(descriptionOf(await field('BIC or SWIFT code'))).toContain('COBADEFF');
  expect(descriptionOf(await control('button', /^Payee’s country/))).toContain('Germany');
});

const descriptionOf = (part: HTMLElement) =>
  document.querySelector(`#${CSS.escape(part.getAttribute('aria-describedby') ?? '')}`)
    ?.textContent ?? '';

test('numbers are grouped, check digits are tested, and a refusal is shown at its field', async () => {
  const server = await renderScreen(pages.addBankCard);
  server.answer('POST /user_bank/createUser_bank', refused(5001, { fields: ['ibna'] }));
  await fill('Bank name', 'Bank of Terns');
  await fill('Account name', 'Ada Sterna');
  await fill('Card number', '42424242-4242 4243');
  expect((await field('Card number')).value).toBe('4242 4242 4242 4243');
  await untilText(/doesn’t match a card number/);
  await fill('Card number', '4242424242424242');
  await waitFor(() => expect(isShown(/doesn’t match a card number/)).toBe(false));
  await fill('Bank address', '1 Harbour Road, Husum');
  await fill('IBAN', 'de88370400440532013000');
  await untilText(/check digits don’t match/);
  await fill('IBAN', 'DE8937040044053201300');
  await untilText('Check the IBAN: 22 characters expected for DE, 21 given.');
  await fill('IBAN', 'DE8937O400');
  await untilText('Check the IBAN: character 7 is “O”, a digit belongs there.');
  expect((await field('IBAN')).value, 'nothing is taken away').toBe('DE89 37O4 00');
  await fill('IBAN', 'GB29NW8K60');
  await untilText('Check the IBAN: character 7 is “8”, a letter belongs there.');
  await fill('IBAN', 'US88370400440532013000');
  await untilText('Check the IBAN: no country with IBANs has the code US.');
  await fill('IBAN', 'de88370400440532013000');
  await fill('BIC or SWIFT code', 'TERNDEFF');
  await press(/^Payee’s country/);
  const countries = await dialog(/country/i);
  await fill('Search countries', 'germ', countries);
  await press('Germany', { part: countries });
  await press('Save card');
  await expectError('IBAN', 'That doesn’t look right.');
  expect((await field('Bank name')).value).toBe('Bank of Terns');
  await fill('IBAN', 'DE89370400440532013000');
  expect((await field('IBAN')).value).toBe('DE89 3704 0044 0532 0130 00');
  expect(server.inputs('POST /user_bank/createUser_bank')).toMatchObject([
    { bankcard: '4242424242424242', ibna: 'DE88370400440532013000', country: 'DE' },
  ]);
});
