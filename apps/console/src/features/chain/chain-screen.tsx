/** Money on chains that came to a halt: transfers of nobody, and withdrawals whose rail is silent. */
import { Segmented } from '@tern/ui';
import { pages } from '../../kernel/pages.ts';
import styles from '../../kernel/room.module.css';
import { texts } from '../../kernel/texts.ts';
import { goTo, useAddress } from '../../platform/address.ts';
import { HaltedList } from './halted-list.tsx';
import { StrayList } from './stray-list.tsx';

export function ChainScreen() {
  const { params } = useAddress();
  const { chain } = texts;
  const show = params['show'] === 'withdrawals' ? 'withdrawals' : 'deposits';
  return (
    <div className={styles.room}>
      <h1>{texts.nav.chain}</h1>
      <Segmented
        label={chain.show}
        options={[
          { key: 'deposits', label: chain.deposits },
          { key: 'withdrawals', label: chain.withdrawals },
        ]}
        value={show}
        onChange={(next) => goTo(pages.chain, { show: next })}
      />
      {show === 'deposits' ? <StrayList params={params} /> : <HaltedList params={params} />}
    </div>
  );
}
