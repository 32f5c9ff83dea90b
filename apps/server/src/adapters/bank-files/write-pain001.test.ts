/** The structure of pain.001.001.09: names, order and occurrence of elements as the standard has them. */
import { type Amount, decimal } from '@tern/money';
import { expect, it } from 'vitest';
import { type Element, readXml, textAt, allAt } from './read-xml.ts';
import { writePain001 } from './write-pain001.ts';

const payment = {
  endToEndId: 'TERN-B-40001',
  amount: decimal<Amount>('87.49'),
  payee: 'J\u00fcrg <We&ber> \u738b',
  account: 'DE89370400440532013000',
  bankName: 'Hafenbank',
  country: 'DE',
};
const file = {
  id: 'PF-201',
  currency: 'EUR',
  payer: 'Harbour Exchange Ltd',
  from: { account: 'CH9300762011623852957', bic: 'HARBCHZZ' },
  madeAt: Date.parse('2026-11-21T10:00:00Z'),
  day: '2026-11-21',
  payments: [payment, { ...payment, endToEndId: 'TERN-B-40002', amount: decimal<Amount>('12.51') }],
};

/** By parent: the elements that are used, in the order of the standard. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  Document: ['CstmrCdtTrfInitn'],
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'],
  PmtInf: [
    'PmtInfId',
    'PmtMtd',
    'BtchBookg',
    'NbOfTxs',
    'CtrlSum',
    'PmtTpInf',
    'ReqdExctnDt',
    'Dbtr',
    'DbtrAcct',
    'DbtrAgt',
    'ChrgBr',
    'CdtTrfTxInf',
  ],
  CdtTrfTxInf: ['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf'],
  DbtrAcct: ['Id', 'Ccy'],
  Cdtr: ['Nm', 'PstlAdr'],
};

function assertOrdered(element: Element): void {
  const order = ORDER[element.name];
  if (order !== undefined) {
    const places = element.children.map(({ name }) => order.indexOf(name));
    expect([element.name, ...places]).toEqual([
      element.name,
      ...places.toSorted((one, two) => one - two),
    ]);
    expect(places).not.toContain(-1);
  }
  for (const child of element.children) assertOrdered(child);
}

it('has each payment with its number and the sum of all, in the order of the standard', () => {
  const { root, namespace } = readXml(writePain001(file));
  expect(namespace).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09');
  assertOrdered(root);
  const [head, batch] = ['GrpHdr', 'PmtInf'].map(
    (name) => allAt(root, `CstmrCdtTrfInitn/${name}`)[0]!,
  );
  for (const part of [head!, batch!]) {
    expect([textAt(part, 'NbOfTxs'), textAt(part, 'CtrlSum')]).toEqual(['2', '100']);
  }
  expect(textAt(batch!, 'PmtTpInf/SvcLvl/Cd')).toBe('SEPA');
  expect(textAt(batch!, 'DbtrAgt/FinInstnId/BICFI')).toBe('HARBCHZZ');
  const [first] = allAt(batch!, 'CdtTrfTxInf');
  expect(textAt(first!, 'Cdtr/Nm')).toBe('Jurg We ber Wang');
  expect(textAt(first!, 'CdtrAcct/Id/IBAN')).toBe('DE89370400440532013000');
  expect(textAt(first!, 'PmtId/EndToEndId')).toBe('TERN-B-40001');
});

it('names the bank of an account without IBAN, and charges are shared', () => {
  const abroad = { ...file, currency: 'USD', from: { account: '12345678', bic: '' } };
  const { root } = readXml(
    writePain001({ ...abroad, payments: [{ ...payment, account: '998877' }] }),
  );
  assertOrdered(root);
  const batch = allAt(root, 'CstmrCdtTrfInitn/PmtInf')[0]!;
  expect(textAt(batch, 'ChrgBr')).toBe('SHAR');
  expect(textAt(batch, 'DbtrAcct/Id/Othr/Id')).toBe('12345678');
  expect(textAt(batch, 'DbtrAgt/FinInstnId/Othr/Id')).toBe('NOTPROVIDED');
  const [only] = allAt(batch, 'CdtTrfTxInf');
  expect(textAt(only!, 'CdtrAgt/FinInstnId/Nm')).toBe('Hafenbank');
  expect(textAt(only!, 'CdtrAcct/Id/Othr/Id')).toBe('998877');
  expect(textAt(batch, 'PmtTpInf')).toBe('');
});
