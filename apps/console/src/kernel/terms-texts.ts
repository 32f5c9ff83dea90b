/** The words of networks' and currencies' terms: bounds, fees, switches, pauses. */
const network = {
  inMin: 'Deposit minimum',
  inMax: 'Deposit maximum',
  inFee: 'Deposit fee',
  outMin: 'Withdrawal minimum',
  outMax: 'Withdrawal maximum',
  outFee: 'Withdrawal fee',
  takesIn: 'Takes deposits',
  takesOut: 'Takes withdrawals',
};

const currency: typeof network = {
  inMin: 'Wire minimum',
  inMax: 'Wire maximum',
  inFee: 'Wire fee',
  outMin: 'Payout minimum',
  outMax: 'Payout maximum',
  outFee: 'Payout fee',
  takesIn: 'Takes wires',
  takesOut: 'Takes payouts',
};

export const termsTexts = {
  terms: {
    networks: 'Networks',
    currencies: 'Fiat currencies',
    settings: 'Other limits and fees',
    fields: { network, currency },
    directions: {
      network: { in: 'Deposits', out: 'Withdrawals' },
      currency: { in: 'Wires', out: 'Payouts' },
    },
    heads: { name: 'Name', bounds: 'From – to', fee: 'Fee', coming: 'Coming', act: 'Change' },
    on: 'on',
    off: 'off',
    paused: 'paused',
    comingCount: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
    open: 'Open',
    openOf: (key: string) => `Open: ${key}`,
    now: 'In force',
    coming: 'Announced',
    nothingComing: 'Nothing is announced.',
    from: 'from',
    all: 'All limits and fees',
    change: (field: string, from: string, to: string) =>
      from === '' ? `${field}: ${to}` : `${field}: ${from} → ${to}`,
    pauses: {
      title: 'Pause at once',
      lead: 'One person may stop what is new for 72 hours at most. Only somebody else, or you after 30 days, may stop it again. What was submitted goes on.',
      running: (what: string, by: string) => `${what} are paused by ${by} until`,
      hours: 'It lasts',
      reason: 'Reason of the pause',
      pause: (what: string) => `Pause ${what.toLowerCase()}`,
      resume: (what: string) => `Take ${what.toLowerCase()} again`,
      question: (act: string, key: string) => `${act}: ${key}?`,
      done: 'Done',
    },
    propose: {
      title: (key: string) => `Propose a change of ${key}`,
      lead: 'Your proposal is the first approval. Customers see it with before and after once a second person agrees, and it holds an hour later at the earliest. What is under review keeps its fee.',
      summary: 'What changes',
      nothing: 'Change at least one value.',
      before: 'Now',
      after: 'Then',
      field: 'What',
    },
  },
} as const;
