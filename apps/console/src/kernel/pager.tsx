/** Paging of a list through its address. */
import { Button } from '@tern/ui';
import { goTo, useAddress } from '../platform/address.ts';
import styles from './pager.module.css';
import { texts } from './texts.ts';

export const PAGE_SIZE = 50;

/** The page number in the address, from 1. */
export function pageOf(params: Readonly<Record<string, string>>): number {
  const page = Number(params['page'] ?? '1');
  return Number.isInteger(page) && page > 0 ? page : 1;
}

export function Pager({ total }: { total: number }) {
  const { path, params } = useAddress();
  const page = pageOf(params);
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (pages === 1 && page === 1) return null;
  const turn = (to: number) => goTo(path, { ...params, page: String(to) });
  return (
    <nav className={styles.pager} aria-label={texts.pager.name}>
      <Button isSmall isDisabled={page <= 1} onPress={() => turn(page - 1)}>
        {texts.pager.back}
      </Button>
      <span>{texts.pager.where(page, pages)}</span>
      <Button isSmall isDisabled={page >= pages} onPress={() => turn(page + 1)}>
        {texts.pager.on}
      </Button>
    </nav>
  );
}
