/** The accounts of the house that operators fund, on the wire. */
import { type Static, Type } from 'typebox';

export const FundedAccount = () =>
  Type.Union(
    [
      Type.Literal('yields'),
      Type.Literal('loans'),
      Type.Literal('offerings'),
      Type.Literal('liquidity'),
      Type.Literal('contracts'),
      Type.Literal('rewards'),
    ],
    {
      description:
        'what pays yields; what is lent; new coins to sell; what the house trades and swaps with; what backs short contracts; what pays rewards of invitations',
    },
  );

export type FundedAccount = Static<ReturnType<typeof FundedAccount>>;
