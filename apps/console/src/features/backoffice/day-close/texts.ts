/** Texts of the day close. */
export const dayCloseTexts = {
  line: (failed: number) =>
    failed === 0
      ? 'Every day below ties out.'
      : `${failed} of the days below ${failed === 1 ? 'does' : 'do'} not tie out.`,
  list: 'Closed days',
  none: 'No day is closed yet. The first one is closed a quarter of an hour after its end.',
  more: 'Older days',
  rule: 'A closed day can’t be changed. A mistake is put right by an entry of a later day.',
  heads: { day: 'Day, UTC', state: 'Status', late: 'Posted late', closed: 'Closed' },
  tiedOut: 'Tied out',
  differences: (count: number) => (count === 1 ? '1 difference' : `${count} differences`),
  hasLate: 'includes postings dated earlier',
  all: 'All days',
  coin: 'Coin',
  through: 'Journal until posting',
  closed: 'closed',
  file: 'CSV',
  saved: 'The trial balance is saved as a file. It is logged.',
  ledger: {
    title: 'Ledger as a file',
    lead: 'Every posting that counts on these days, by account and part of a balance. Members stand in it by their number. Each file is logged.',
    from: 'From day',
    until: 'Until day',
    hint: 'Like 2026-11-21. Both are closed days, and in the file.',
    make: 'Make the file',
    saved: 'The file is being saved. It is logged.',
  },
  keys: { file: 'save as CSV' },
  differ: {
    title: 'What does not tie out',
    lead: 'The day is stored with what was found. Look for an entry of this amount; the next day compares again.',
    heads: {
      coin: 'Coin',
      account: 'Account',
      reason: 'Reason',
      expected: 'Expected',
      found: 'Found',
      difference: 'Difference',
    },
    coin: 'All accounts',
    reasons: {
      sides: 'Debits and credits differ',
      balances: 'The balances say something else than the journal',
    },
  },
  trial: {
    title: (coin: string) => `Trial balance, ${coin}`,
    heads: {
      account: 'Account',
      opening: 'Opening',
      debits: 'Debits',
      credits: 'Credits',
      closing: 'Closing',
      late: 'Posted late',
    },
    sum: 'Total',
    lateNote:
      'Posted late: dated on an earlier day, which was closed before. It is in debits and credits of this day.',
  },
  sums: {
    title: (coin: string) => `The day in sums, ${coin}`,
    opening: 'Owed to members, opening',
    cameIn: 'Came in',
    wentOut: 'Went out',
    otherwise: 'Trades, products and fees, net',
    closing: 'Owed to members, closing',
  },
  kinds: {
    members: 'Members, by kind',
    income: 'Income of the exchange, by kind',
    kind: 'Kind',
    amount: 'Amount',
    total: 'Total',
    none: 'Nothing changed.',
  },
  accounts: {
    'members.available': 'Members, available',
    'members.held': 'Members, held',
    'members.locked': 'Members, locked',
    'members.staked': 'Members, staked',
    'members.financed': 'Members, in fixed terms',
    'members.loan': 'Members, loans',
    fees: 'Trading and withdrawal fees',
    rounding: 'Rounding',
    liquidity: 'Liquidity',
    contracts: 'Timed contracts, stakes',
    contractPayouts: 'Timed contracts, payouts',
    yields: 'Yields',
    yieldReserve: 'Yield reserve',
    rewards: 'Rewards of invitations',
    paperIssuance: 'Issue of paper money',
    custody: 'Bank accounts',
    offerings: 'New coins',
    loans: 'Loans, ready to lend',
    loanReceivables: 'Loans, owed by borrowers',
    loanInterest: 'Interest of loans',
    machineSales: 'Sale of mining machines',
  } as Readonly<Record<string, string>>,
  network: (name: string) => `Network ${name}`,
};

const NETWORK = 'network.';

/** Of `fees`, or `network.TRC20`; an unknown account shows its own name. */
export const accountName = (account: string): string =>
  account.startsWith(NETWORK)
    ? dayCloseTexts.network(account.slice(NETWORK.length))
    : (dayCloseTexts.accounts[account] ?? account);
