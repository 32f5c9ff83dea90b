/** The files of a report: well-formed, in the order and with the lengths of the formats, whatever the texts contain. */
import { operatorCaseCalls } from '@tern/protocol/operator';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { CaseReport } from '../../kernel/cases/report.ts';
import { writeFincenSar } from './write-fincen-sar.ts';
import { writeGoaml } from './write-goaml.ts';

const report: CaseReport = {
  recordNo: 'CS-118',
  filer: {
    name: 'Tern & Sons <Exchange>',
    street: '1 Harbour Road',
    city: 'Wilmington',
    country: 'US',
    state: 'DE',
    zip: '19801',
    phone: '+1 302 555 0100',
    tin: '123456789',
    tcc: 'TBSATEST',
    contact: 'Ada Quill',
    entityId: '42',
    currency: 'USD',
  },
  filedAt: Date.parse('2026-11-24T16:00:00.000Z'),
  subject: {
    memberId: 8_200_009,
    name: 'Eve Maria Structur',
    email: 'eve@tern.test',
    phone: '436601234567',
    addresses: ['198.51.100.7', '2001:db8::1'],
    isCustomer: true,
  },
  suspicions: ['belowThreshold', 'sourceOfFunds'],
  fromDay: '2026-11-20',
  untilDay: '2026-11-22',
  amount: 3950,
  narrative: 'Four deposits of 980.00 to 995.00.\n\tNo source & no answer <given>.',
};

/** Paths of elements with their text, in order. @throws Error for what is not well-formed */
function elementsOf(xml: string): { path: string; text: string; seq: string | undefined }[] {
  const found: { path: string; text: string; seq: string | undefined }[] = [];
  const open: number[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const path = [...open.map((at) => found[at]!.path.split('/').at(-1)!), name].join('/');
    found.push({ path, text: '', seq: attributes['SeqNum'] as string | undefined });
    open.push(found.length - 1);
  });
  parser.on('text', (text) => {
    const at = open.at(-1);
    if (at !== undefined) found[at]!.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return found;
}
const textAt = (xml: string, path: string) =>
  elementsOf(xml)
    .filter((one) => one.path.endsWith(path))
    .map(({ text }) => text);
const children = (xml: string, parent: string) =>
  elementsOf(xml)
    .filter(
      ({ path }) => path.startsWith(`${parent}/`) && !path.slice(parent.length + 1).includes('/'),
    )
    .map(({ path }) => path.slice(parent.length + 1));

it('says the longest narrative whole, beside days and amount', () => {
  const { report: written } = operatorCaseCalls.proposeCaseAct.input.properties;
  const { maxLength = 0 } = written.properties.narrative as { maxLength?: number };
  const narrative = `${'x'.repeat(maxLength - 4)} end`;
  const longest = { ...report, narrative, amount: 999_999_999_999 };
  for (const xml of [writeFincenSar(longest), writeGoaml(longest)])
    expect(elementsOf(xml).some(({ text }) => text.endsWith('x end'))).toBe(true);
  expect(textAt(writeGoaml(longest), 'report/reason')[0]).toMatch(/ end$/);
});

describe('a FinCEN suspicious activity report', () => {
  const xml = writeFincenSar(report);

  it('has the parts of an activity in the order of the schema, six parties first', () => {
    expect(children(xml, 'EFilingBatchXML')).toEqual(['FormTypeCode', 'Activity']);
    expect(children(xml, 'EFilingBatchXML/Activity')).toEqual([
      'FilingDateText',
      'FilingInstitutionNotetoFinCEN',
      'ActivityAssociation',
      ...Array.from({ length: 6 }, () => 'Party'),
      'SuspiciousActivity',
      'ActivityIPAddress',
      'ActivityIPAddress',
      'ActivityNarrativeInformation',
    ]);
    expect(textAt(xml, 'Activity/Party/ActivityPartyTypeCode')).toEqual([
      '35',
      '37',
      '30',
      '8',
      '34',
      '33',
    ]);
  });

  it('numbers its elements once each, and gives days and sums as the schema wants them', () => {
    const numbers = elementsOf(xml).flatMap(({ seq }) => (seq === undefined ? [] : [Number(seq)]));
    expect(numbers).toEqual(numbers.map((_none, at) => at + 1));
    expect(textAt(xml, 'FilingDateText')).toEqual(['20261124']);
    expect(textAt(xml, 'SuspiciousActivityFromDateText')).toEqual(['20261120']);
    expect(textAt(xml, 'TotalSuspiciousAmountText')).toEqual(['3950']);
    expect(textAt(xml, 'SuspiciousActivitySubtypeID')).toEqual(['113', '821']);
    expect(textAt(xml, 'SuspiciousActivityTypeID')).toEqual(['1', '8']);
    expect(xml).toContain('TotalAmount="3950" PartyCount="1"');
  });

  it('says what is unknown of the customer, and names the account', () => {
    expect(textAt(xml, 'RawEntityIndividualLastName')).toEqual(['Structur']);
    expect(textAt(xml, 'RawIndividualFirstName')).toEqual(['Eve Maria']);
    expect(textAt(xml, 'AccountNumberText')).toEqual(['8200009']);
    expect(textAt(xml, 'BirthDateUnknownIndicator')).toEqual(['Y']);
    const nameless = writeFincenSar({
      ...report,
      amount: 0,
      subject: { ...report.subject, name: '', phone: '' },
    });
    expect(textAt(nameless, 'EntityLastNameUnknownIndicator')).toEqual(['Y']);
    expect(textAt(nameless, 'AmountUnknownIndicator')).toEqual(['Y']);
    expect(textAt(nameless, 'TotalSuspiciousAmountText')).toEqual([]);
  });

  it('writes any text in one line without a space at an end, and a long one in parts of 4,000', () => {
    expect(textAt(xml, 'RawPartyFullName')[0]).toBe('Tern & Sons <Exchange>');
    expect(textAt(xml, 'ActivityNarrativeText')).toEqual([
      'Four deposits of 980.00 to 995.00. No source & no answer <given>.',
    ]);
    const long = writeFincenSar({ ...report, narrative: 'x'.repeat(25_000) });
    expect(textAt(long, 'ActivityNarrativeText').map(({ length }) => length)).toEqual([
      4000, 4000, 4000, 4000, 4000,
    ]);
    expect(textAt(long, 'ActivityNarrativeSequenceNumber')).toEqual(['1', '2', '3', '4', '5']);
  });
});

describe('a goAML report', () => {
  const xml = writeGoaml(report);

  it('is a report of an activity with its party, in the order of goAML', () => {
    expect(children(xml, 'report')).toEqual([
      'rentity_id',
      'submission_code',
      'report_code',
      'entity_reference',
      'submission_date',
      'currency_code_local',
      'reporting_person',
      'location',
      'reason',
      'activity',
      'report_indicators',
    ]);
    expect(textAt(xml, 'report/report_code')).toEqual(['SAR']);
    expect(textAt(xml, 'submission_date')).toEqual(['2026-11-24T16:00:00']);
    expect(textAt(xml, 't_person/last_name')).toEqual(['Structur']);
    expect(textAt(xml, 'report/reason')[0]).toMatch(
      /^2026-11-20 to 2026-11-22\. Amount 3950 USD\./,
    );
  });
});
