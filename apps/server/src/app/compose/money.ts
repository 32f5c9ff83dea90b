/** Money in and out, between members, what members have, and their statements. */
import { readStatements } from '../../adapters/bank-files/read-statements.ts';
import { writePain001 } from '../../adapters/bank-files/write-pain001.ts';
import { createWatchedFolder } from '../../adapters/watched-folder.ts';
import type { Auth } from '../../features/account/auth/index.ts';
import { hasProvenFunds, verifiedName } from '../../features/account/identity/index.ts';
import { createAssets } from '../../features/money/assets/index.ts';
import { createFunding, listOutgoingFees } from '../../features/money/funding/index.ts';
import { createMemberTransfers } from '../../features/money/member-transfer/index.ts';
import { createStatements } from '../../features/money/statement/index.ts';
import { paidForCoins } from '../../features/products/offering/index.ts';
import type { PublicLog } from '../../features/proof/public-log/index.ts';
import { STATEMENT_BYTES_MAX } from '../../kernel/banks/bank-statement.ts';
import { demandsOf, type Kernel } from './kernel.ts';
import type { Market } from './market.ts';
import type { Parts } from './parts.ts';

export function composeMoney(
  parts: Parts,
  kernel: Kernel,
  given: { auth: Auth; publicLog: PublicLog } & Pick<Market, 'history' | 'gaps'>,
) {
  const { auth, history, gaps, publicLog } = given;
  const { assets, confirmations, images, instruments, lists, prices, rails, reviews } = kernel;
  const { terms, valuation, worthOf } = kernel;
  return {
    funding: createFunding({
      ...parts,
      ...demandsOf(parts),
      assets,
      instruments,
      prices,
      valuation,
      reviews,
      terms,
      rails,
      images,
      auth,
      confirmations,
      verifiedName,
      hasProvenFunds,
      readStatements,
      writePayments: writePain001,
      statementFolder:
        parts.bankFolder === undefined
          ? undefined
          : createWatchedFolder(parts.bankFolder, {
              clock: parts.clock,
              bytesMax: STATEMENT_BYTES_MAX,
            }),
    }),
    memberTransfers: createMemberTransfers({
      ...parts,
      ...demandsOf(parts),
      assets,
      confirmations,
      verifiedName,
      worthOf,
    }),
    assets: createAssets({
      ...parts,
      lists,
      assets,
      prices,
      rails,
      valuation,
      history,
      gaps,
      outgoingFees: listOutgoingFees,
      paidForCoins,
    }),
    statements: createStatements({
      ...parts,
      publicLog,
      valuation,
      history,
      outgoingFees: listOutgoingFees,
    }),
  };
}
