/** Texts of the search, and the groups of what it finds. */

export const groups = ['customers', 'records', 'addresses', 'announcements', 'notes'] as const;
export type Group = (typeof groups)[number];

export const findTexts = {
  title: 'Find',
  field: 'Name, e-mail, phone, ID, record, address, transaction',
  groups: {
    customers: 'Customers',
    records: 'Records',
    addresses: 'Addresses',
    announcements: 'Announcements',
    notes: 'Notes',
  } satisfies Record<Group, string>,
  all: 'All',
  found: (count: string) => `${count} found`,
  nothing: (words: string) => `Nothing found for “${words}”`,
  nothingText: 'Names are found in any order, addresses and transactions from four signs.',
  failed: 'Couldn’t search. Try again.',
  exchange: 'The exchange',
  verified: 'verified',
  notVerified: 'not verified',
  open: 'open',
  done: 'done',
  published: 'published',
  draft: 'draft',
  ownAddress: (who: string) => `for deposits of ${who}`,
  savedAddress: (who: string, name: string) =>
    name === '' ? `saved by ${who}` : `saved by ${who} as “${name}”`,
  noteOf: (login: string, who: string) => `note of ${login} on ${who}`,
  kinds: {
    verification: 'Identity',
    order: 'Order',
    contract: 'Timed contract',
    swap: 'Swap',
    staking: 'Mining or staking',
    earn: 'Fixed term',
    subscription: 'Offering',
  } as Readonly<Record<string, string>>,
  preview: {
    name: 'Preview',
    verified: 'Verified',
    notVerified: 'Not verified',
    since: 'Member since',
    openRecords: 'Open',
    none: 'nothing',
    stopped: 'Stopped',
    acts: { freeze: 'withdrawals', ban: 'sign-in', unverify: 'verification' },
    open: 'Open',
    openInTab: 'Open in a new tab',
    copyId: 'Copy the ID',
    logged: 'A preview counts as a look and is logged.',
  },
  foot: {
    move: 'move',
    open: 'open',
    record: 'record',
    customer: 'customer',
    nextGroup: 'next group',
  },
};
