/** The exchange accounts that operators fund, in the API. */
import { Type } from 'typebox';
import { fundedAccounts } from './funded-accounts.ts';

export type FundedAccount = (typeof fundedAccounts)[number];

export const FundedAccount = () =>
  Type.Unsafe<FundedAccount>(
    Type.Union(
      fundedAccounts.map((account) => Type.Literal(account)),
      {
        description:
          'what pays yields; what is lent; new coins to sell; what the exchange trades and swaps with; what backs timed contracts; what pays rewards of invitations',
      },
    ),
  );
