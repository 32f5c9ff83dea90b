/** The proof of a deposit: thumbnail in the details, large in a sheet, zoomed at a tap. */
import { classNames, Icon, searchIcon, Sheet } from '@tern/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../../../../kernel/loaded.tsx';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { proofQuery } from '../api.ts';
import styles from './proof.module.css';

/** `id` is the image's. */
export function ProofView({ id }: { id: number }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const query = useQuery(proofQuery(id));
  return (
    <>
      <button type="button" className={styles.proof} onClick={() => setOpen(true)}>
        {query.data === undefined ? (
          <span className={styles.thumb} />
        ) : (
          <img src={query.data} alt="" className={styles.thumb} />
        )}
        <span>{t('deposit.yourProof')}</span>
        <Icon of={`${searchIcon} ${PLUS}`} size={20} />
      </button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('deposit.yourProof')}>
        <Loaded query={query}>{(image) => <Whole image={image} />}</Loaded>
      </Sheet>
    </>
  );
}

/** Inside the lens of the search icon. */
const PLUS = 'M10.8 8.2v5.2 M8.2 10.8h5.2';

function Whole({ image }: { image: string }) {
  const t = useT();
  const [isLarge, setLarge] = useState(false);
  return (
    <button
      type="button"
      aria-label={t(isLarge ? 'deposit.shrink' : 'deposit.enlarge')}
      className={classNames(styles.whole, isLarge && styles.large)}
      onClick={() => setLarge(!isLarge)}
    >
      <img src={image} alt={t('deposit.proof')} />
    </button>
  );
}
