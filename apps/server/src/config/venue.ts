/** Reads on which exchange this one hedges from the environment. */
import type { VenueSettings } from '../adapters/htx-venue/htx-venue.ts';
import { describeSettings, type Given as GivenOf, type NameOf } from './setting.ts';

export const venueSettings = describeSettings({
  VENUE_URL: {
    description:
      "Another exchange with HTX's API, on which this one hedges; nothing is hedged without it. It begins when two operators have set limits and agreed (docs/features/backoffice/hedging.md).",
    format: 'an `https://` address; `http://` only to this machine',
    rationale: 'Orders for real money that anyone on the way could read or change.',
    isShared: true,
  },
  VENUE_ACCESS_KEY: {
    description:
      'The access key of our account there. Give it the rights to read and to trade, never to withdraw.',
    format: 'text',
    rationale: 'A key that could empty the account: the server needs none.',
  },
  VENUE_SECRET_FILE: {
    description: 'A file with the secret of that key.',
    format: 'the path of a file with the rights 0600',
    rationale: 'A secret in the environment, where other programs and crash reports can read it.',
  },
});

type Given = GivenOf<NameOf<typeof venueSettings>>;

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** Undefined without any of them. Faults are added to `faults`. */
export function readVenue(
  given: Given,
  mode: 'paper' | 'live',
  faults: string[],
): VenueSettings | undefined {
  const names = Object.keys(venueSettings) as (keyof typeof venueSettings)[];
  const named = names.filter((name) => given(name) !== undefined);
  if (named.length === 0) return undefined;
  if (mode !== 'live') {
    faults.push(`${named.join(', ')} only go with MODE=live: paper money is not hedged with real`);
    return undefined;
  }
  const absent = names.filter((name) => given(name) === undefined);
  if (absent.length > 0) faults.push(`${named.join(', ')} need ${absent.join(', ')}`);
  const url = given('VENUE_URL') ?? '';
  if (url !== '' && !isSafe(url)) {
    faults.push('VENUE_URL must be an https:// address without a path; http:// only to localhost');
  }
  return {
    url,
    accessKey: given('VENUE_ACCESS_KEY') ?? '',
    secretFile: given('VENUE_SECRET_FILE') ?? '',
  };
}

function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  if (pathname !== '/' || `${search}${hash}${username}${password}` !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOCAL.includes(hostname));
}
