/** Texts of the terms of networks and currencies: bounds, fees, switches, pauses. */
const network = {
  inMin: 'Deposit minimum',
  inMax: 'Deposit maximum',
  inFee: 'Deposit fee',
  outMin: 'Withdrawal minimum',
  outMax: 'Withdrawal maximum',
  outFee: 'Withdrawal fee',
  takesIn: 'Accepts deposits',
  takesOut: 'Accepts withdrawals',
};

const currency: typeof network = {
  inMin: 'Wire minimum',
  inMax: 'Wire maximum',
  inFee: 'Wire fee',
  outMin: 'Payout minimum',
  outMax: 'Payout maximum',
  outFee: 'Payout fee',
  takesIn: 'Accepts wires',
  takesOut: 'Accepts payouts',
};

export const termsTexts = {
  terms: {
    fields: { network, currency },
    directions: {
      network: { in: 'Deposits', out: 'Withdrawals' },
      currency: { in: 'Wires', out: 'Payouts' },
    },
    heads: {
      network: 'Network',
      currency: 'Currency',
      min: 'Minimum',
      max: 'Maximum',
      fee: 'Fee',
      ahead: 'Upcoming',
    },
    on: 'on',
    off: 'off',
    paused: 'paused',
    offPill: (what: string) => `${what} off`,
    pausedPill: (what: string, left: string) => `${what} paused, ${left}`,
    ahead: (when: string) => `From ${when}`,
    oneOfTwo: '1 of 2',
    now: 'In force',
    coming: 'Announced',
    nothingComing: 'No changes announced.',
    comingFrom: (when: string) => `In force from ${when}`,
    keepsFee: 'Earlier requests keep their fee.',
    all: 'Limits and fees',
    pauses: {
      lead: 'New requests are refused; submitted ones continue. Within 30 days, only another person can pause it again.',
      resumeLead: 'New requests are accepted again immediately.',
      running: (what: string, by: string) => `${what} are paused by ${by} until`,
      hours: 'Duration',
      pause: (what: string) => `Pause ${what.toLowerCase()}`,
      resume: (what: string) => `Resume ${what.toLowerCase()}`,
      question: (act: string, key: string) => `${act}: ${key}?`,
      done: { pause: 'Paused', resume: 'Resumed' },
    },
    propose: {
      title: 'Propose a change',
      lead: 'Your proposal is the first approval. Customers see the old and new values once a second person approves. The change takes effect an hour later at the earliest.',
      summary: 'What changes',
      nothing: 'Change at least one value.',
      before: 'Now',
      after: 'New',
      field: 'Value',
    },
  },
} as const;
