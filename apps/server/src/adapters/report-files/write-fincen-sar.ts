/**
 * Writes a suspicious activity report as a batch file of FinCEN, form SARX, schema 1.2 of December 2021 (user guide 1.6). What is not
 * validated: docs/features/backoffice/cases.md.
 */
import { type CaseReport, suspicions } from '../../kernel/cases/report.ts';
import { element, escaped, textElement, textLine } from '../write-xml.ts';

const NAMESPACE = 'www.fincen.gov/base';
const SCHEMA = 'https://www.fincen.gov/base/EFL_SARXBatchSchema.xsd';

/** Kinds of parties, and of what identifies them. */
const TRANSMITTER = '35';
const TRANSMITTER_CONTACT = '37';
const FILER = '30';
const CONTACT_OFFICE = '8';
const SUBJECT = '33';
const ACTIVITY_AT = '34';
const HOLDS_ACCOUNT = '41';
const EIN = '2';
const TIN = '4';
const CONTROL_CODE = '28';
const IRS = '7';
const MONEY_SERVICES = '4';
const AFFECTED_ACCOUNT = '7';
const HELD_HERE = '5';

const NARRATIVE_PART = 4_000;
const NARRATIVE_PARTS = 5;
/** The narrative that fits. */
const NARRATIVE_MAX = NARRATIVE_PART * NARRATIVE_PARTS;
const ADDRESSES_MAX = 99;

const day = (text: string): string => text.replaceAll('-', '');
const yes = (name: string): string => element(name, 'Y');

/** Elements with a number each, counted through the file. */
class Numbered {
  private last = 0;

  element(name: string, parts: () => readonly string[]): string {
    this.last += 1;
    const own = this.last;
    return `<${name} SeqNum="${own}">${parts().join('')}</${name}>`;
  }
}

export function writeFincenSar(report: CaseReport): string {
  const { amount } = report;
  const counts = `TotalAmount="${amount}" PartyCount="1" ActivityCount="1" ActivityAttachmentCount="0" AttachmentCount="0"`;
  const names = `xmlns="${NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${NAMESPACE} ${SCHEMA}"`;
  const activity = activityOf(new Numbered(), report);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<EFilingBatchXML ${counts} ${names}>${element('FormTypeCode', 'SARX')}${activity}</EFilingBatchXML>\n`;
}

function activityOf(numbered: Numbered, report: CaseReport): string {
  const filed = new Date(report.filedAt).toISOString().slice(0, 10);
  return numbered.element('Activity', () => [
    element('FilingDateText', day(filed)),
    textElement('FilingInstitutionNotetoFinCEN', report.recordNo, 50),
    numbered.element('ActivityAssociation', () => [yes('InitialReportIndicator')]),
    ...filerParties(numbered, report),
    subjectParty(numbered, report),
    ...suspiciousActivity(numbered, report),
  ]);
}

function filerParties(numbered: Numbered, { filer }: CaseReport): string[] {
  const { name, phone, tin, tcc, contact } = filer;
  const party = (type: string, parts: () => readonly string[]) =>
    numbered.element('Party', () => [element('ActivityPartyTypeCode', type), ...parts()]);
  const named = (text: string) => nameOf(numbered, text);
  const address = () => addressOf(numbered, filer);
  const call = () => phoneOf(numbered, phone);
  const identified = (type: string, number: string) => identity(numbered, type, number);
  const business = () =>
    numbered.element('OrganizationClassificationTypeSubtype', () => [
      element('OrganizationTypeID', MONEY_SERVICES),
    ]);
  const regulator = element('PrimaryRegulatorTypeCode', IRS);
  return [
    party(TRANSMITTER, () => [
      named(name),
      address(),
      call(),
      identified(CONTROL_CODE, tcc),
      identified(TIN, tin),
    ]),
    party(TRANSMITTER_CONTACT, () => [named(contact)]),
    party(FILER, () => [regulator, named(name), address(), identified(EIN, tin), business()]),
    party(CONTACT_OFFICE, () => [named(contact), call()]),
    party(ACTIVITY_AT, () => [
      yes('NoBranchActivityInvolvedIndicator'),
      regulator,
      named(name),
      address(),
      identified(EIN, tin),
      business(),
    ]),
  ];
}

/** What the server does not know of the customer is marked as unknown: people read it on the document. */
function subjectParty(numbered: Numbered, { subject, filer }: CaseReport): string {
  const { name, email, phone, memberId, isCustomer } = subject;
  const words = textLine(name, 150).split(' ');
  const last = words.at(-1) ?? '';
  const unknown = ['City', 'CountryCode', 'StateCode', 'StreetAddress', 'ZIPCode'];
  return numbered.element('Party', () => [
    element('ActivityPartyTypeCode', SUBJECT),
    yes('BirthDateUnknownIndicator'),
    yes('UnknownGenderIndicator'),
    numbered.element('PartyName', () => [
      last === '' ? yes('EntityLastNameUnknownIndicator') : '',
      words.length < 2 ? yes('FirstNameUnknownIndicator') : '',
      element('PartyNameTypeCode', 'L'),
      textElement('RawEntityIndividualLastName', last, 150),
      textElement('RawIndividualFirstName', words.slice(0, -1).join(' '), 35),
    ]),
    numbered.element('Address', () => unknown.map((part) => yes(`${part}UnknownIndicator`))),
    phoneOf(numbered, phone),
    numbered.element('PartyIdentification', () => [yes('TINUnknownIndicator')]),
    numbered.element('PartyIdentification', () => [yes('IdentificationPresentUnknownIndicator')]),
    numbered.element('ElectronicAddress', () => [
      textElement('ElectronicAddressText', email, 517),
      element('ElectronicAddressTypeCode', 'E'),
    ]),
    numbered.element('PartyAssociation', () => [
      yes('CustomerIndicator'),
      isCustomer ? yes('RelationshipContinuesIndicator') : '',
      textElement('SubjectRelationshipFinancialInstitutionTINText', filer.tin, 25),
    ]),
    numbered.element('PartyAccountAssociation', () => [
      element('PartyAccountAssociationTypeCode', AFFECTED_ACCOUNT),
      numbered.element('Party', () => [
        element('ActivityPartyTypeCode', HOLDS_ACCOUNT),
        identity(numbered, TIN, filer.tin),
        numbered.element('Account', () => [
          element('AccountNumberText', String(memberId)),
          numbered.element('PartyAccountAssociation', () => [
            element('PartyAccountAssociationTypeCode', HELD_HERE),
          ]),
        ]),
      ]),
    ]),
  ]);
}

function suspiciousActivity(numbered: Numbered, report: CaseReport): string[] {
  const { amount, fromDay, untilDay, subject, narrative } = report;
  const found = numbered.element('SuspiciousActivity', () => [
    amount === 0 ? yes('AmountUnknownIndicator') : '',
    element('SuspiciousActivityFromDateText', day(fromDay)),
    element('SuspiciousActivityToDateText', day(untilDay)),
    amount === 0 ? '' : element('TotalSuspiciousAmountText', String(amount)),
    ...report.suspicions.map((suspicion) => {
      const [subtype, type] = suspicions[suspicion];
      return numbered.element('SuspiciousActivityClassification', () => [
        element('SuspiciousActivitySubtypeID', subtype),
        element('SuspiciousActivityTypeID', type),
      ]);
    }),
  ]);
  const addresses = subject.addresses
    .slice(0, ADDRESSES_MAX)
    .map((address) =>
      numbered.element('ActivityIPAddress', () => [textElement('IPAddressText', address, 39)]),
    );
  const text = textLine(narrative, NARRATIVE_MAX);
  const parts = Array.from({ length: Math.ceil(text.length / NARRATIVE_PART) }, (_none, at) =>
    numbered.element('ActivityNarrativeInformation', () => [
      element('ActivityNarrativeSequenceNumber', String(at + 1)),
      element(
        'ActivityNarrativeText',
        escaped(text.slice(at * NARRATIVE_PART, (at + 1) * NARRATIVE_PART)),
      ),
    ]),
  );
  return [found, ...addresses, ...parts];
}

const nameOf = (numbered: Numbered, name: string): string =>
  numbered.element('PartyName', () => [
    element('PartyNameTypeCode', 'L'),
    textElement('RawPartyFullName', name, 150),
  ]);

const addressOf = (numbered: Numbered, filer: CaseReport['filer']): string =>
  numbered.element('Address', () => [
    textElement('RawCityText', filer.city, 50),
    textElement('RawCountryCodeText', filer.country, 2),
    textElement('RawStateCodeText', filer.state, 3),
    textElement('RawStreetAddress1Text', filer.street, 100),
    textElement('RawZIPCode', filer.zip, 9),
  ]);

const phoneOf = (numbered: Numbered, phone: string): string =>
  phone === ''
    ? ''
    : numbered.element('PhoneNumber', () => [
        textElement('PhoneNumberText', phone.replaceAll(/\D/g, ''), 16),
      ]);

const identity = (numbered: Numbered, type: string, number: string): string =>
  number === ''
    ? ''
    : numbered.element('PartyIdentification', () => [
        textElement('PartyIdentificationNumberText', number, 25),
        element('PartyIdentificationTypeCode', type),
      ]);
