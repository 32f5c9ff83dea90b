/** Texts of limits and fees. */
export const settingTexts = {
  limits: {
    tabs: {
      networks: 'Networks',
      currencies: 'Currencies',
      settings: 'Settings',
      changes: 'Changes',
    },
    show: 'Limits and fees by kind',
    /** Counts of zero are left out. */
    line: (ahead: number, proposed: number, paused: number) =>
      [
        ahead === 0 ? '' : ahead === 1 ? '1 upcoming change' : `${ahead} upcoming changes`,
        proposed === 0 ? '' : `${proposed} in review`,
        paused === 0 ? '' : paused === 1 ? '1 pause' : `${paused} pauses`,
      ]
        .filter((part) => part !== '')
        .join(', ') || 'No upcoming changes',
    rule: 'Every change needs two people and a date.',
    pauseRule:
      'A pause takes effect immediately and lasts up to 72 hours. Other changes wait for their date.',
    search: 'Coin or network',
    searchSettings: 'Name',
    noneFound: 'No results',
    versions: 'History',
    noVersions: 'No changes proposed yet.',
    change: 'Propose a change',
    states: {
      proposed: 'Second review',
      announced: 'Announced',
      inForce: 'In effect',
      rejected: 'Rejected',
      withdrawn: 'Withdrawn',
    },
    range: 'Possible values',
    withdraw: 'Withdraw',
    withdrawQuestion: (name: string) => `Withdraw the announced change of ${name}?`,
    withdrawText: 'It will not take effect. What is in effect now stays.',
    withdrawn: 'Change withdrawn',
    heads: {
      key: 'Name',
      value: 'Value',
      fallback: 'Default',
      unit: 'Unit',
      before: 'Before',
      after: 'After',
      what: 'Change',
      from: 'Effective from',
      state: 'Status',
      by: 'Proposed by',
      reason: 'Reason',
    },
    propose: {
      title: (key: string) => `Propose ${key}`,
      lead: 'Your proposal is the first approval. Customers see the change once a second person approves it.',
      value: 'New value',
      from: 'Effective from',
      submit: 'Propose',
      proposed: 'Proposed, waiting for a second person',
    },
  },
} as const;
