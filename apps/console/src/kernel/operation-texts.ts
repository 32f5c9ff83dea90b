/** Texts of operations: invariants and read-only mode. */
export const operationTexts = {
  operations: {
    broken: (rules: number) =>
      rules === 1 ? 'A rule of the books is broken.' : `${rules} rules of the books are broken.`,
    waiting: 'The books were not checked yet.',
    late: 'The books were not checked in the last minutes.',
    mode: 'Read-only',
    invariants: 'Invariants',
    hold: (holding: number, all: number) => `${holding} of ${all} hold`,
    tookAll: (ms: number) => `The last check took ${ms} ms.`,
    holds: 'Holds',
    isBroken: 'Broken',
    unchecked: 'Not checked',
    periods: 'Read-only mode',
    none: 'Read-only mode was never needed.',
    now: 'Customers can see everything and change nothing: no orders, payments, settlements or payouts.',
    heads: { began: 'Began', rule: 'Broken rule', proposed: 'Proposed by', lifted: 'Lifted by' },
    still: 'Still read-only',
    faults: 'First faults found',
    reasons: 'Reasons',
    propose: 'Propose lifting',
    proposeAsk: 'Propose to lift read-only mode?',
    proposeFollows:
      'A second approver lifts it. Money moves again then, and the next check starts the mode again if a rule is still broken.',
    proposed: 'Proposed. A second approver lifts it.',
    lift: 'Lift read-only mode',
    liftAsk: 'Lift read-only mode?',
    liftFollows:
      'Orders, payments and payouts start immediately. The next check starts the mode again if a rule is still broken.',
    lifted: 'Read-only mode lifted',
    own: 'You proposed it, so another approver has to lift it.',
    hint: 'Shown in the audit log.',
  },
} as const;
