/** The frozen terms of contracts in a batch, cached by their columns. */
import type { Terms } from '@tern/settlement';
import { STAKE_ASSET, termsOf } from '../contract.ts';
import type { FuturesDeps } from '../deps.ts';
import type { UnopenedRow } from '../store-settlement.ts';

type TermColumns = Pick<
  UnopenedRow,
  | 'instrumentId'
  | 'rule'
  | 'durationS'
  | 'payoutRatio'
  | 'openAfterMs'
  | 'openWithinMs'
  | 'staleAfterMs'
>;

export function termsReader({
  instruments,
  assets,
}: Pick<FuturesDeps, 'instruments' | 'assets'>): (row: TermColumns) => Terms {
  const assetScale = assets.get(STAKE_ASSET).scale;
  const known = new Map<string, Terms>();
  return (row) => {
    const { instrumentId, rule, durationS, payoutRatio } = row;
    const { openAfterMs, openWithinMs, staleAfterMs } = row;
    const key = `${instrumentId} ${rule} ${durationS} ${payoutRatio} ${openAfterMs} ${openWithinMs} ${staleAfterMs}`;
    let terms = known.get(key);
    if (terms === undefined) {
      const { symbol } = instruments.findById(instrumentId)!;
      terms = termsOf({ ...row, durationSeconds: durationS }, { symbol, assetScale });
      known.set(key, terms);
    }
    return terms;
  };
}
