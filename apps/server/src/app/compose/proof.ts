/** What is published as proof: the public log, liabilities, evidence, figures. */
import { measureGaps, type Pricing } from '../../features/market/pricing/index.ts';
import { createLiabilities } from '../../features/proof/liabilities/index.ts';
import { createReserves } from '../../features/proof/reserves/index.ts';
import { createPublicLog, type PublicLog } from '../../features/proof/public-log/index.ts';
import {
  createPublicFigures,
  createTransparency,
} from '../../features/proof/transparency/index.ts';
import { measureWithdrawals } from '../../features/money/funding/index.ts';
import { measureContracts } from '../../features/trading/futures/index.ts';
import { countFrozen } from '../../features/backoffice/operators/index.ts';
import type { Kernel } from './kernel.ts';
import type { Parts } from './parts.ts';

export function composeProof(parts: Parts, kernel: Kernel, pricing: Pick<Pricing, 'ticks'>) {
  const { instruments, rails } = kernel;
  const publicLog = createPublicLog(parts);
  const liabilities = createLiabilities({ ...parts, publicLog });
  const isWitnessed = (parts.witnesses ?? []).length > 0;
  const reserves = createReserves({ ...parts, rails: rails.all, publicLog, isWitnessed });
  const transparency = createTransparency({
    ...parts,
    instruments,
    ticks: pricing.ticks,
    publicLog,
  });
  // What is owed, and what is held for it.
  return { publicLog, balances: [liabilities, reserves], transparency };
}

/** The public figures, from those who measure them. */
export const composePublicFigures = (
  parts: Parts,
  { assets, instruments }: Kernel,
  publicLog: Pick<PublicLog, 'measure'>,
) =>
  createPublicFigures({
    ...parts,
    assets,
    instruments,
    sources: {
      contracts: measureContracts,
      withdrawals: measureWithdrawals,
      gaps: measureGaps,
      frozen: countFrozen,
      log: publicLog.measure,
    },
  });
