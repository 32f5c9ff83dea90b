/** The names of the accounts of the house that operators fund, in the order in which the console offers them. */
export const fundedAccounts = [
  'yields',
  'loans',
  'offerings',
  'liquidity',
  'contracts',
  'rewards',
] as const;
