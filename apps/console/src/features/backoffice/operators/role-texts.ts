/** Texts of the matrix of roles, and of the page of one. */
export const roleTexts = {
  show: 'Operators and roles',
  tabs: { people: 'People', roles: 'Roles' },
  matrix: 'What each role may do',
  what: 'What',
  people: 'People at work',
  rule: 'The server enforces what stands here. No role can set a price, an outcome or a balance.',
  lacking: (count: number) =>
    count === 1
      ? 'One row can’t be done by the people at work.'
      : `${count} rows can’t be done by the people at work.`,
  lacks: {
    everyone: 'Nobody at work may do it.',
    second: 'Nobody could be the second.',
  },
  marks: { sees: 'sees', first: 'first', second: 'second', either: 'either', alone: 'alone' },
  legend: {
    sees: 'looks only',
    first: 'of two people',
    second: 'of two people',
    either: 'first or second, never both of one record',
    alone: 'one person is enough',
  },
  groups: {
    customers: 'Customers',
    decisions: 'Decisions',
    offer: 'Offer',
    exchange: 'Exchange',
  },
  page: {
    all: 'All roles',
    add: 'New role',
    lead: 'A role opens exactly what is chosen here. A second person decides about each change.',
    gone: 'There is no such role.',
    heldBy: (logins: readonly string[]) =>
      logins.length === 0 ? 'Nobody at work holds it' : `Held by ${logins.join(', ')}`,
    waits: 'Change waits',
    changeWaits: 'A change of this role waits for a second person.',
    open: 'Open it',
    what: 'Role',
    name: 'Name',
    nameHint: 'As colleagues will read it.',
    keyHint: (key: string) => `As colleagues read it. In the public log it stays “${key}”.`,
    outdated:
      'A colleague’s change of this role came into force since you opened it. Yours stays in the form.',
    goOn: 'Put mine on the new version',
    changes: 'What changes',
    unchanged: 'Nothing is changed yet.',
    now: 'Now',
    proposed: 'Proposed',
    yes: 'yes',
    no: 'no',
    mixed: (name: string) => `Two people should do this: the role ${name}.`,
    propose: 'Propose',
    reason: 'Reason',
    proposeNew: 'Propose the role',
    proposeChange: 'Propose the change',
    proposeEnd: 'Propose to end the role',
  },
} as const;
