/**
 * Writes a report of an activity as goAML, the format of the United Nations that many financial intelligence units read. What differs
 * from unit to unit, and what is not validated: docs/features/backoffice/cases.md.
 */
import { type CaseReport, suspicions } from '../../kernel/cases/report.ts';
import { element, escaped, textElement, textLine } from '../write-xml.ts';

const REASON_MAX = 4_000;
/** Electronic, a report of an activity, of an initial kind. */
const ELECTRONIC = 'E';
const ACTIVITY_REPORT = 'SAR';
/** Codes of goAML's own lists: private address, mobile phone, business. */
const CONTACT_PRIVATE = '1';
const BY_MOBILE = 'M';
const BUSINESS = '2';

const namesOf = (name: string): readonly [first: string, last: string] => {
  const words = textLine(name, 200).split(' ').filter(Boolean);
  return [words.slice(0, -1).join(' ') || 'UNKNOWN', words.at(-1) ?? 'UNKNOWN'];
};

const moment = (at: number): string => new Date(at).toISOString().slice(0, 19);

export function writeGoaml(report: CaseReport): string {
  const { filer, recordNo, filedAt, narrative, fromDay, untilDay, amount } = report;
  const sum = amount === 0 ? 'Amount unknown.' : `Amount ${amount} USD.`;
  const reason = textLine(`${fromDay} to ${untilDay}. ${sum} ${narrative}`, REASON_MAX);
  const document = element(
    'report',
    textElement('rentity_id', filer.entityId, 40),
    element('submission_code', ELECTRONIC),
    element('report_code', ACTIVITY_REPORT),
    textElement('entity_reference', recordNo, 255),
    element('submission_date', moment(filedAt)),
    textElement('currency_code_local', filer.currency, 3),
    reportingPerson(report),
    location(report),
    element('reason', escaped(reason)),
    element('activity', element('report_parties', reportParty(report))),
    element(
      'report_indicators',
      ...report.suspicions.map((suspicion) => element('indicator', suspicions[suspicion][0])),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`;
}

function reportingPerson({ filer }: CaseReport): string {
  const [first, last] = namesOf(filer.contact);
  return element(
    'reporting_person',
    textElement('first_name', first, 100),
    textElement('last_name', last, 100),
    phones(filer.phone),
  );
}

const location = ({ filer }: CaseReport): string =>
  element(
    'location',
    element('address_type', BUSINESS),
    textElement('address', filer.street, 100),
    textElement('city', filer.city, 255),
    textElement('zip', filer.zip, 10),
    textElement('country_code', filer.country, 2),
    textElement('state', filer.state, 255),
  );

function reportParty({ subject, narrative, filer }: CaseReport): string {
  const [first, last] = namesOf(subject.name);
  const account = element(
    'account',
    textElement('institution_name', filer.name, 255),
    textElement('institution_code', filer.entityId, 50),
    element('account', String(subject.memberId)),
    textElement('currency_code', filer.currency, 3),
    element(
      'signatory',
      element('is_primary', 'true'),
      element(
        't_person',
        textElement('first_name', first, 100),
        textElement('last_name', last, 100),
        phones(subject.phone),
        textElement('email', subject.email, 255),
      ),
    ),
  );
  return element(
    'report_party',
    account,
    element('significance', '10'),
    element('reason', escaped(textLine(narrative, REASON_MAX))),
  );
}

const phones = (phone: string): string =>
  phone === ''
    ? ''
    : element(
        'phones',
        element(
          'phone',
          element('tph_contact_type', CONTACT_PRIVATE),
          element('tph_communication_type', BY_MOBILE),
          textElement('tph_number', phone.replaceAll(/\D/g, ''), 50),
        ),
      );
