import { describe, expect, it } from 'vitest';
import { readList } from './read-list.ts';

const read = (text: string, name = 'list.xml') => readList(new TextEncoder().encode(text), name);

/** Shaped as the publishers' files; the people are invented. */
const OFAC = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
<publshInformation><Publish_Date>11/20/2026</Publish_Date><Record_Count>3</Record_Count></publshInformation>
<sdnEntry><uid>90001</uid><firstName>Tamás</firstName><lastName>VARGA</lastName><sdnType>Individual</sdnType>
  <programList><program>CYBER2</program><program>SDGT</program></programList>
  <idList><id><uid>1</uid><idType>Passport</idType><idNumber>BX1</idNumber><idCountry>Hungary</idCountry></id>
    <id><uid>2</uid><idType>Digital Currency Address - ETH</idType><idNumber>0xAbC0</idNumber></id>
    <id><uid>3</uid><idType>Gender</idType><idNumber>Male</idNumber></id></idList>
  <akaList><aka><uid>4</uid><type>a.k.a.</type><category>weak</category><lastName>TOMI</lastName></aka></akaList>
  <nationalityList><nationality><uid>5</uid><country>Hungary</country></nationality></nationalityList>
  <dateOfBirthList><dateOfBirthItem><uid>6</uid><dateOfBirth>03 Feb 1968</dateOfBirth></dateOfBirthItem></dateOfBirthList>
  <placeOfBirthList><placeOfBirthItem><uid>7</uid><placeOfBirth>Győr, Hungary</placeOfBirth></placeOfBirthItem></placeOfBirthList></sdnEntry>
<sdnEntry><uid>90002</uid><lastName>SAMPLE SHIP</lastName><sdnType>Vessel</sdnType></sdnEntry>
<sdnEntry><uid>90003</uid><lastName>SAMPLE &amp; CO</lastName><sdnType>Entity</sdnType></sdnEntry>
</sdnList>`;

const EU = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-11-19T17:21:28.000+01:00" globalFileId="1">
<sanctionEntity designationDate="" designationDetails="" euReferenceNumber="EU.1.2" logicalId="13">
  <regulation entryIntoForceDate="2022-02-03" programme="IRQ"><publicationUrl>x</publicationUrl></regulation>
  <subjectType code="person" classificationCode="P"/>
  <nameAlias firstName="Tamás" middleName="" lastName="Varga" wholeName="Tamás Varga" gender="M" strong="true"/>
  <nameAlias firstName="T." middleName="" lastName="Varga" wholeName="" gender=""/>
  <citizenship countryIso2Code="HU" countryDescription="HUNGARY"/>
  <birthdate birthdate="" year="1968" city="Győr" countryDescription="HUNGARY"/>
  <identification identificationTypeCode="passport" number="BX1" countryIso2Code="HU"/></sanctionEntity>
</export>`;

const UK = `<?xml version="1.0" encoding="utf-8"?>
<Designations xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><DateGenerated>21/11/2026</DateGenerated>
<Designation><UniqueID>AAA0001</UniqueID><DateDesignated>03/02/2022</DateDesignated>
  <Names><Name><Name6>Tomi</Name6><NameType>Alias</NameType></Name>
    <Name><Name1>Tamás</Name1><Name6>VARGA</Name6><NameType>Primary Name</NameType></Name></Names>
  <NonLatinNames><NonLatinName><NameNonLatinScript>Тамаш Варга</NameNonLatinScript></NonLatinName></NonLatinNames>
  <RegimeName>The Sample Regulations</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip>
  <IndividualDetails><Individual><DOBs><DOB>dd/mm/1968</DOB></DOBs><Nationalities><Nationality>Hungary</Nationality></Nationalities>
    <BirthDetails><Location><TownOfBirth>Győr</TownOfBirth><CountryOfBirth>Hungary</CountryOfBirth></Location></BirthDetails>
    <PassportDetails><Passport><PassportNumber>BX1</PassportNumber></Passport></PassportDetails>
    <Genders><Gender>Male</Gender></Genders></Individual></IndividualDetails></Designation>
<Designation><UniqueID>AAA0002</UniqueID><Names><Name><Name6>A ship</Name6><NameType>Primary Name</NameType></Name></Names>
  <IndividualEntityShip>Ship</IndividualEntityShip></Designation></Designations>`;

const UN = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="2026-11-18T23:00:05.000Z"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID>
  <FIRST_NAME>Tamás</FIRST_NAME><SECOND_NAME>Varga</SECOND_NAME><UN_LIST_TYPE>Sample</UN_LIST_TYPE>
  <REFERENCE_NUMBER>XXi.001</REFERENCE_NUMBER><LISTED_ON>2022-02-03</LISTED_ON><GENDER>Male</GENDER>
  <NAME_ORIGINAL_SCRIPT>Тамаш Варга</NAME_ORIGINAL_SCRIPT><NATIONALITY><VALUE>Hungary</VALUE></NATIONALITY>
  <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Tomi</ALIAS_NAME></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1968-02-03</DATE></INDIVIDUAL_DATE_OF_BIRTH>
  <INDIVIDUAL_PLACE_OF_BIRTH><CITY>Győr</CITY><COUNTRY>Hungary</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>
  <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>BX1</NUMBER></INDIVIDUAL_DOCUMENT></INDIVIDUAL></INDIVIDUALS>
<ENTITIES><ENTITY><DATAID>2</DATAID><FIRST_NAME>Sample Trading</FIRST_NAME><REFERENCE_NUMBER>XXe.001</REFERENCE_NUMBER></ENTITY></ENTITIES>
</CONSOLIDATED_LIST>`;

/** What each list says of the same invented person. */
const person = {
  kind: 'person',
  nationalities: ['Hungary'],
  birthplaces: ['Győr, Hungary'],
  gender: 'male',
};

describe('lists of sanctions', () => {
  it('of OFAC have wallet addresses among the documents; ships are left out', async () => {
    const { list, publishedOn, entries } = await read(OFAC, 'sdn.xml');
    expect([list, publishedOn, entries.length]).toEqual(['OFAC', '2026-11-20', 2]);
    expect(entries[0]).toEqual({
      ...person,
      number: '90001',
      names: ['Tamás VARGA', 'TOMI'],
      births: ['03 Feb 1968'],
      documents: ['Hungary Passport BX1'],
      since: '',
      programme: 'CYBER2, SDGT',
      wallets: ['0xAbC0'],
    });
    expect(entries[1]).toMatchObject({ kind: 'entity', names: ['SAMPLE & CO'] });
    expect((await read(OFAC, 'CONSOLIDATED.XML')).list).toBe('OFAC-CONS');
  });

  it('of the EU have facts in attributes', async () => {
    const { list, publishedOn, entries } = await read(EU);
    expect([list, publishedOn, entries.length]).toEqual(['EU', '2026-11-19', 1]);
    expect(entries[0]).toEqual({
      ...person,
      number: 'EU.1.2',
      names: ['Tamás Varga', 'T. Varga'],
      births: ['1968'],
      birthplaces: ['Győr, HUNGARY'],
      nationalities: ['HUNGARY'],
      documents: ['HU passport BX1'],
      since: '2022-02-03',
      programme: 'IRQ',
      wallets: [],
    });
  });

  it('of the UK begin with the primary name', async () => {
    const { list, publishedOn, entries } = await read(UK);
    expect([list, publishedOn, entries.length]).toEqual(['UK', '2026-11-21', 1]);
    expect(entries[0]).toEqual({
      ...person,
      number: 'AAA0001',
      names: ['Tamás VARGA', 'Tomi', 'Тамаш Варга'],
      births: ['dd/mm/1968'],
      documents: ['BX1'],
      since: '2022-02-03',
      programme: 'The Sample Regulations',
      wallets: [],
    });
  });

  it('of the UN have people and entities', async () => {
    const { list, publishedOn, entries } = await read(UN);
    expect([list, publishedOn, entries.length]).toEqual(['UN', '2026-11-18', 2]);
    expect(entries[0]).toEqual({
      ...person,
      number: 'XXi.001',
      names: ['Tamás Varga', 'Tomi', 'Тамаш Варга'],
      births: ['1968-02-03'],
      documents: ['Passport BX1'],
      since: '2022-02-03',
      programme: 'Sample',
      wallets: [],
    });
    expect(entries[1]).toMatchObject({ kind: 'entity', number: 'XXe.001' });
  });

  it.each([
    ['nothing', '', /it is not XML/],
    ['another format', '<rss/>', /rss is no list of a known format/],
    ['no XML', 'name,born', /it is not XML/],
    ['a cut file', UN.slice(0, 700), /it is not XML/],
    ['no entry', '<sdnList></sdnList>', /has no entries/],
    ['a document type', `<!DOCTYPE a [<!ENTITY b "c">]>${UK}`, /document type/],
    ['an entry without a number', UK.replace('<UniqueID>AAA0001</UniqueID>', ''), /has no number/],
    ['depth', '<sdnList>'.repeat(60), /too many elements/],
  ])('is refused: %s', async (_name, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });
});
