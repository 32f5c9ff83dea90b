/** The names of the exchange accounts that operators fund, in the order in which the console offers them. */
export const fundedAccounts = [
  'yields',
  'loans',
  'offerings',
  'liquidity',
  'contracts',
  'rewards',
] as const;
