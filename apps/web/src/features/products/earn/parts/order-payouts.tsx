/** The newest payouts of an order; all of them in a sheet. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { chevronRightIcon, Sheet, TextButton } from '@tern/ui';
import { useState } from 'react';
import { PagedList, rowsOf } from '../../../../kernel/paged-list.tsx';
import { LastPayouts, PayoutRow } from '../../../../kernel/products/last-payouts.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type FixedTermOrder, payoutsQuery } from '../api.ts';

export function OrderPayouts({ order: { ID, asset } }: { order: FixedTermOrder }) {
  const t = useT();
  const query = useInfiniteQuery(payoutsQuery(ID));
  const [isOpen, setOpen] = useState(false);
  const count = query.data?.pages[0]?.total ?? 0;
  if (count === 0) return null;
  const all = (
    <TextButton isFlush iconAfter={chevronRightIcon} onPress={() => setOpen(true)}>
      {t('earn.allPayouts', { count })}
    </TextButton>
  );
  return (
    <>
      <LastPayouts title={t('earn.payouts')} all={all} payouts={rowsOf(query.data)} coin={asset} />
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('earn.payouts')}>
        <PagedList
          query={query}
          renderRow={(payout) => <PayoutRow payout={payout} coin={asset} />}
          empty={null}
        />
      </Sheet>
    </>
  );
}
