/** Writes payments as ISO 20022 pain.001.001.09, in the order of elements and the characters that banks accept. */
import { formatDecimal, sum } from '@tern/money';
import anyAscii from 'any-ascii';
import type { Payment, PaymentFile } from '../../kernel/banks/payment-file.ts';
import { isoTime } from '../../platform/clock.ts';
import { element } from '../write-xml.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** The Latin characters of SWIFT and SEPA, none of which means anything in XML; others are written in Latin letters or left out. */
const latin = (text: string, max: number): string =>
  anyAscii(text)
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, max)
    .trim();

const NAME_MAX = 70;

export function writePain001(file: PaymentFile): string {
  const { id, payer, madeAt, payments } = file;
  const total = formatDecimal(sum(payments.map(({ amount }) => amount)));
  const counted = element('NbOfTxs', String(payments.length)) + element('CtrlSum', total);
  const head = element(
    'GrpHdr',
    element('MsgId', id),
    element('CreDtTm', isoTime(madeAt)),
    counted,
    element('InitgPty', element('Nm', latin(payer, NAME_MAX))),
  );
  const document = element('CstmrCdtTrfInitn', head, batchOf(file, counted));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}">${document}</Document>\n`;
}

function batchOf(file: PaymentFile, counted: string): string {
  const { id, currency, payer, from, day, payments } = file;
  const isSepa = currency === 'EUR' && payments.every(({ account }) => isIban(account));
  const bank =
    from.bic === '' ? element('Othr', element('Id', 'NOTPROVIDED')) : element('BICFI', from.bic);
  return element(
    'PmtInf',
    element('PmtInfId', id),
    element('PmtMtd', 'TRF'),
    // One debit for each payment: the statement shows which were carried out.
    element('BtchBookg', 'false'),
    counted,
    isSepa ? element('PmtTpInf', element('SvcLvl', element('Cd', 'SEPA'))) : '',
    element('ReqdExctnDt', element('Dt', day)),
    element('Dbtr', element('Nm', latin(payer, NAME_MAX))),
    element('DbtrAcct', accountOf(from.account), element('Ccy', currency)),
    element('DbtrAgt', element('FinInstnId', bank)),
    element('ChrgBr', isSepa ? 'SLEV' : 'SHAR'),
    ...payments.map((payment) => `\n${paymentOf(payment, currency)}`),
  );
}

function paymentOf(payment: Payment, currency: string): string {
  const { endToEndId, amount, payee, account, bankName, country } = payment;
  const bank = element('FinInstnId', element('Nm', latin(bankName, NAME_MAX)));
  return element(
    'CdtTrfTxInf',
    element('PmtId', element('EndToEndId', endToEndId)),
    element('Amt', `<InstdAmt Ccy="${currency}">${formatDecimal(amount)}</InstdAmt>`),
    // An IBAN names its bank.
    isIban(account) ? '' : element('CdtrAgt', bank),
    element(
      'Cdtr',
      element('Nm', latin(payee, NAME_MAX)),
      element('PstlAdr', element('Ctry', country)),
    ),
    element('CdtrAcct', accountOf(account)),
    element('RmtInf', element('Ustrd', endToEndId)),
  );
}

const isIban = (account: string): boolean => /^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/.test(account);

const accountOf = (account: string): string =>
  element(
    'Id',
    isIban(account) ? element('IBAN', account) : element('Othr', element('Id', account)),
  );
