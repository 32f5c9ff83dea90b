/** The exchange accounts that receive revenue, in the order in which the console offers them. */
export const incomeAccounts = ['fees', 'loanInterest', 'machineSales', 'rounding'] as const;
