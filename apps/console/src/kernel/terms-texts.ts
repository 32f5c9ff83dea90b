/** The words of networks' and currencies' terms: bounds, fees, switches, pauses. */
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
      ahead: 'Ahead',
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
    nothingComing: 'No change is announced.',
    comingFrom: (when: string) => `In force from ${when}`,
    keepsFee: 'Requests made before keep their fee.',
    all: 'Limits and fees',
    pauses: {
      lead: 'Nothing new is accepted; what was submitted continues. You alone may pause it again only after 30 days.',
      resumeLead: 'New requests are accepted again at once.',
      running: (what: string, by: string) => `${what} are paused by ${by} until`,
      hours: 'Duration',
      pause: (what: string) => `Pause ${what.toLowerCase()}`,
      resume: (what: string) => `Resume ${what.toLowerCase()}`,
      question: (act: string, key: string) => `${act}: ${key}?`,
      done: { pause: 'Paused', resume: 'Resumed' },
    },
    propose: {
      title: 'Propose a change',
      lead: 'Your proposal is the first approval. Customers see the values before and after once a second person approves; it takes effect an hour later at the earliest.',
      summary: 'What changes',
      nothing: 'Change at least one value.',
      before: 'Now',
      after: 'Then',
      field: 'What',
    },
  },
} as const;
