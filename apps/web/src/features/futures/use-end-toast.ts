/** A toast with the result of a contract whose sheet is not open. */
import { formatAmount, showToast, useNumberLocale } from '@tern/ui';
import { useEffect, useEffectEvent } from 'react';
import { pages } from '../../kernel/pages.ts';
import { useT } from '../../platform/i18n/i18n.tsx';
import { useLinks } from '../../platform/navigation/links.ts';
import { onContractEnd } from './api.ts';
import type { Contract } from './contract-pages.ts';
import { STAKE_PLACES, stateOf } from './contract-view.ts';

/** `shown`: the contract whose sheet is open; it shows its own result. */
export function useEndToast(shown: number | undefined): void {
  const t = useT();
  const to = useLinks();
  const locale = useNumberLocale();
  const ended = useEffectEvent((row: Contract) => {
    if (row.ID === shown) return;
    const market = `${row.base}/${row.quote}`;
    const link = to(pages.contractDetail, { id: String(row.ID) });
    const view = { label: t('common.view'), ...link };
    if (stateOf(row, 0) === 'invalid') {
      return showToast(t('futures.endedBack', { market }), 'info', view);
    }
    const sum = formatAmount(row.profit, { locale, places: STAKE_PLACES, isSigned: true });
    showToast(t('futures.ended', { market, amount: `${sum} USDT` }), 'info', view);
  });
  useEffect(() => onContractEnd((row) => ended(row)), []);
}
