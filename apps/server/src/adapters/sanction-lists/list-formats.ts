/** The public formats of four publishers: which elements are entries, and where they say what. */
import type { ListedEntry } from '../../kernel/screening/list-entry.ts';
import { allAt, type Element, joined, textAt, textsAt, unique } from './read-entries.ts';

export interface ListFormat {
  readonly publisher: 'OFAC' | 'EU' | 'UK' | 'UN';
  /** The outermost element. */
  readonly root: string;
  readonly entries: ReadonlySet<string>;
  /** An element beside the entries that has the day. */
  readonly dated: string;
  dayOf(given: Readonly<Record<string, string>> | Element): string | null;
  /** Undefined for ships, aircraft and what else nobody can be. */
  entryOf(element: Element): ListedEntry | undefined;
}

const isElement = (given: Readonly<Record<string, string>> | Element): given is Element =>
  Array.isArray(given['children']);

const DAY = /^(\d{4}-\d\d-\d\d)/;
const dayFirst = (text: string, order: readonly [day: number, month: number]): string | null => {
  const [day, month] = order;
  const parts = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(text);
  return parts === null ? null : `${parts[3]}-${parts[month]}-${parts[day]}`;
};

/** sdn.xml and consolidated.xml of the Office of Foreign Assets Control. */
const ofac: ListFormat = {
  publisher: 'OFAC',
  root: 'sdnList',
  entries: new Set(['sdnEntry']),
  dated: 'publshInformation',
  dayOf: (given) => (isElement(given) ? dayFirst(textAt(given, 'Publish_Date'), [2, 1]) : null),
  entryOf(element) {
    const type = textAt(element, 'sdnType');
    if (type !== 'Individual' && type !== 'Entity') return undefined;
    const nameOf = (one: Element) => joined([textAt(one, 'firstName'), textAt(one, 'lastName')]);
    const ids = allAt(element, 'idList/id').map((id) => ({
      type: textAt(id, 'idType'),
      number: textAt(id, 'idNumber'),
      country: textAt(id, 'idCountry'),
    }));
    const wallets = ids.filter(({ type: of }) => of.startsWith('Digital Currency Address'));
    const gender = ids.find(({ type: of }) => of === 'Gender')?.number ?? '';
    const documents = ids.filter((id) => !wallets.includes(id) && id.type !== 'Gender');
    return {
      number: textAt(element, 'uid'),
      kind: type === 'Individual' ? 'person' : 'entity',
      names: unique([nameOf(element), ...allAt(element, 'akaList/aka').map(nameOf)]),
      births: textsAt(element, 'dateOfBirthList/dateOfBirthItem/dateOfBirth'),
      birthplaces: textsAt(element, 'placeOfBirthList/placeOfBirthItem/placeOfBirth'),
      nationalities: unique([
        ...textsAt(element, 'nationalityList/nationality/country'),
        ...textsAt(element, 'citizenshipList/citizenship/country'),
      ]),
      documents: documents.map((id) => joined([id.country, id.type, id.number])),
      gender: gender.toLowerCase(),
      since: '',
      programme: textsAt(element, 'programList/program').join(', '),
      wallets: unique(wallets.map(({ number }) => number)),
    };
  },
};

const attribute = ({ attributes }: Element, name: string): string => attributes[name] ?? '';

/** The full list of financial sanctions of the European Union, version 1.1. */
const eu: ListFormat = {
  publisher: 'EU',
  root: 'export',
  entries: new Set(['sanctionEntity']),
  dated: '',
  dayOf: (given) =>
    isElement(given) ? null : (DAY.exec(given['generationDate'] ?? '')?.[1] ?? null),
  entryOf(element) {
    const [type] = allAt(element, 'subjectType');
    const [rule] = allAt(element, 'regulation');
    const names = allAt(element, 'nameAlias');
    const births = allAt(element, 'birthdate');
    const nameOf = (name: Element) =>
      attribute(name, 'wholeName') ||
      joined(['firstName', 'middleName', 'lastName'].map((part) => attribute(name, part)));
    const genders: Readonly<Record<string, string>> = { M: 'male', F: 'female' };
    const gender = names.map((name) => genders[attribute(name, 'gender')] ?? '');
    return {
      number: attribute(element, 'euReferenceNumber') || attribute(element, 'logicalId'),
      kind: type && attribute(type, 'code') === 'person' ? 'person' : 'entity',
      names: unique(names.map(nameOf)),
      births: unique(
        births.map((birth) => attribute(birth, 'birthdate') || attribute(birth, 'year')),
      ),
      birthplaces: unique(
        births.map((birth) =>
          joined([attribute(birth, 'city'), attribute(birth, 'countryDescription')], ', '),
        ),
      ),
      nationalities: unique(
        allAt(element, 'citizenship').map((one) => attribute(one, 'countryDescription')),
      ),
      documents: allAt(element, 'identification').map((one) =>
        joined([
          attribute(one, 'countryIso2Code'),
          attribute(one, 'identificationTypeCode'),
          attribute(one, 'number'),
        ]),
      ),
      gender: unique(gender)[0] ?? '',
      since:
        attribute(element, 'designationDate') ||
        (rule ? attribute(rule, 'entryIntoForceDate') : ''),
      programme: rule ? attribute(rule, 'programme') : '',
      wallets: [],
    };
  },
};

/** The UK Sanctions List of the Foreign, Commonwealth & Development Office. */
const uk: ListFormat = {
  publisher: 'UK',
  root: 'Designations',
  entries: new Set(['Designation']),
  dated: 'DateGenerated',
  dayOf: (given) => (isElement(given) ? dayFirst(given.text.trim(), [1, 2]) : null),
  entryOf(element) {
    const type = textAt(element, 'IndividualEntityShip');
    if (type !== 'Individual' && type !== 'Entity') return undefined;
    const person = 'IndividualDetails/Individual';
    const parts = ['Name1', 'Name2', 'Name3', 'Name4', 'Name5', 'Name6'];
    const names = allAt(element, 'Names/Name').map((name) => ({
      isMain: textAt(name, 'NameType') === 'Primary Name',
      name: joined(parts.map((part) => textAt(name, part))),
    }));
    const places = allAt(element, `${person}/BirthDetails/Location`).map((place) =>
      joined([textAt(place, 'TownOfBirth'), textAt(place, 'CountryOfBirth')], ', '),
    );
    return {
      number: textAt(element, 'UniqueID'),
      kind: type === 'Individual' ? 'person' : 'entity',
      names: unique([
        ...names.filter(({ isMain }) => isMain).map(({ name }) => name),
        ...names.map(({ name }) => name),
        ...textsAt(element, 'NonLatinNames/NonLatinName/NameNonLatinScript'),
      ]),
      births: textsAt(element, `${person}/DOBs/DOB`),
      birthplaces: unique(places),
      nationalities: textsAt(element, `${person}/Nationalities/Nationality`),
      documents: [
        ...textsAt(element, `${person}/PassportDetails/Passport/PassportNumber`),
        ...textsAt(
          element,
          `${person}/NationalIdentifierDetails/NationalIdentifier/NationalIdentifierNumber`,
        ),
      ],
      gender: textAt(element, `${person}/Genders/Gender`).toLowerCase(),
      since: dayFirst(textAt(element, 'DateDesignated'), [1, 2]) ?? '',
      programme: textAt(element, 'RegimeName'),
      wallets: [],
    };
  },
};

/** The consolidated list of the Security Council of the United Nations. */
const un: ListFormat = {
  publisher: 'UN',
  root: 'CONSOLIDATED_LIST',
  entries: new Set(['INDIVIDUAL', 'ENTITY']),
  dated: '',
  dayOf: (given) =>
    isElement(given) ? null : (DAY.exec(given['dateGenerated'] ?? '')?.[1] ?? null),
  entryOf(element) {
    const isPerson = element.name === 'INDIVIDUAL';
    const of = (part: string) => `${element.name}_${part}`;
    const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];
    const births = allAt(element, of('DATE_OF_BIRTH')).flatMap((birth) => [
      textAt(birth, 'DATE') || textAt(birth, 'YEAR') || textAt(birth, 'FROM_YEAR'),
    ]);
    return {
      number: textAt(element, 'REFERENCE_NUMBER') || textAt(element, 'DATAID'),
      kind: isPerson ? 'person' : 'entity',
      names: unique([
        joined(parts.map((part) => textAt(element, part))),
        ...textsAt(element, `${of('ALIAS')}/ALIAS_NAME`),
        textAt(element, 'NAME_ORIGINAL_SCRIPT'),
      ]),
      births: unique(births),
      birthplaces: unique(
        allAt(element, of('PLACE_OF_BIRTH')).map((place) =>
          joined([textAt(place, 'CITY'), textAt(place, 'COUNTRY')], ', '),
        ),
      ),
      nationalities: textsAt(element, 'NATIONALITY/VALUE'),
      documents: unique(
        allAt(element, of('DOCUMENT')).map((one) =>
          joined([
            textAt(one, 'ISSUING_COUNTRY'),
            textAt(one, 'TYPE_OF_DOCUMENT'),
            textAt(one, 'NUMBER'),
          ]),
        ),
      ),
      gender: textAt(element, 'GENDER').toLowerCase(),
      since: textAt(element, 'LISTED_ON').slice(0, 10),
      programme: textAt(element, 'UN_LIST_TYPE'),
      wallets: [],
    };
  },
};

export const listFormats: readonly ListFormat[] = [ofac, eu, uk, un];
