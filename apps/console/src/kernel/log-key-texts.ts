/** Texts of the keys of the public log: where each comes from, and the declaration of lost ones. */
const named = (lost: readonly number[]) =>
  lost.length === 1 ? `key ${lost[0]}` : `keys ${lost.join(', ')}`;

export const logKeyTexts = {
  logKeys: {
    title: 'Keys of the public log',
    undeclared:
      'A key signs the log, and nothing in the log says where it comes from. If the former one was lost, two approvers declare it. If not, the key may be a thief’s: keep a copy of everything, and stop.',
    key: (id: number) => `Key ${id}`,
    state: 'Origin',
    states: {
      first: 'the first one',
      introduced: 'introduced by the key before it',
      alone: 'signed its own entry',
      declared: 'declared, in place of a lost key',
      lost: 'declared as lost',
      undeclared: 'nothing says where it comes from',
    },
    since: 'Made',
    proposed: 'Proposed by',
    declared: 'Declared by',
    entry: (index: number) => `entry ${index} of the log`,
    would: (id: number, lost: readonly number[]) =>
      `The declaration says: from here on key ${id} signs; ${named(lost)} ${lost.length === 1 ? 'is' : 'are'} lost.`,
    own: 'You proposed this. Another approver declares it.',
    propose: 'Propose a declaration',
    declare: 'Declare',
    proposeAsk: 'Propose to declare a lost key?',
    proposeFollows:
      'Make sure that no copy of the lost key is left, in no backup and on no other machine. Another approver then writes the declaration into the public log.',
    declareAsk: 'Declare the key as lost?',
    declareFollows:
      'An entry of the public log says so for good, and everyone can read it. Phones that know the lost key warn their members once. Witnesses and verifiers must be given the new key.',
    hint: 'Kept in the audit log.',
    isProposed: 'Proposed, waiting for another approver',
    isDeclared: 'Declared in the public log',
  },
} as const;
