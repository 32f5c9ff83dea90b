/** Says in a line how a contract ended whose sheet is not open. */
import { formatAmount, showToast, useNumberLocale } from '@tern/ui';
import { useEffect, useEffectEvent } from 'react';
import { useT } from '../../platform/i18n/i18n.tsx';
import { onContractEnd } from './api.ts';
import type { ContractRow } from './contract-pages.ts';
import { stateOf } from './contract-view.ts';

const PLACES = 2;

/** `shown`: the contract whose sheet is open and says it itself. */
export function useEndToast(shown: number | undefined): void {
  const t = useT();
  const locale = useNumberLocale();
  const ended = useEffectEvent((row: ContractRow) => {
    if (row.ID === shown) return;
    const market = `${row.base}/${row.quote}`;
    if (stateOf(row, 0) === 'invalid') return showToast(t('futures.endedBack', { market }));
    const sum = formatAmount(row.ploss, { locale, places: PLACES, isSigned: true });
    showToast(t('futures.ended', { market, amount: `${sum} USDT` }));
  });
  useEffect(() => onContractEnd((row) => ended(row)), []);
}
