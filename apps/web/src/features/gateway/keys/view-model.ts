/** What the form of a new key validates before sending; pure. */
import type { MessageKey } from '../../../platform/i18n/message-key.ts';

/** The entries of a list separated by commas, spaces or line breaks. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s,;，、]+/u).filter((entry) => entry !== '');
}

/** Roughly an IP address or range; the server validates it. */
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|(?=[0-9a-f.]*:)[0-9a-f:.]+)(\/\d{1,3})?$/i;

const NAME_MAX = 40;

export type KeyField = 'name' | 'addresses' | 'password';

/** Message key by field. */
export function keyFaults(
  values: Readonly<Record<KeyField, string>>,
): Partial<Record<KeyField, MessageKey>> {
  const faults: Partial<Record<KeyField, MessageKey>> = {};
  const name = values.name.trim();
  if (name === '' || name.length > NAME_MAX) faults.name = 'keys.enterName';
  if (!addressesIn(values.addresses).every((entry) => ADDRESS.test(entry))) {
    faults.addresses = 'keys.wrongAddress';
  }
  if (values.password === '') faults.password = 'keys.enterPassword';
  return faults;
}
