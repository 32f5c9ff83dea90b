/** The fields of documents: types, names, sides, and whether two names are the same. */
import { documentType, IDENTITY_NAME_MAX } from '@tern/protocol';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { hasWord, readVisible } from '../../../kernel/requests/visible-text.ts';

/** In the order of the form, with their fields in the API. */
export const sides = [
  { side: 'front', field: 'card_front', label: 'Front' },
  { side: 'back', field: 'card_end', label: 'Back' },
  { side: 'hand', field: 'card_hand', label: 'Holding it' },
] as const;
export type Side = (typeof sides)[number]['side'];

const TYPES: Readonly<Record<number, string>> = {
  [documentType.passport]: 'Passport',
  [documentType.drivingLicence]: 'Driving licence',
  [documentType.idCard]: 'ID card',
};

/** In English, for operators. */
export const typeName = (type: number): string => TYPES[type] ?? String(type);

/** @throws invalid-request naming the field */
export function readType(given: number | string): number {
  const type = Number(given);
  if (TYPES[type] === undefined) throw new Refusal('invalid-request', { fields: ['type'] });
  return type;
}

/** The name with single blanks between its words. @throws invalid-request naming the field */
export function readName(given: string): string {
  const name = readVisible(given, 'name').normalize('NFC').replaceAll(/\s+/gu, ' ');
  const isLong = [...name].length > IDENTITY_NAME_MAX;
  if (isLong || !hasWord(name)) throw new Refusal('invalid-request', { fields: ['name'] });
  return name;
}
