/**
 * Running contracts, newest first, with their count; hidden while there are none. Ended ones keep their place, so that rows
 * do not move under the finger.
 */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Section, TextButton } from '@tern/ui';
import { useEffect, useState } from 'react';
import { pages } from '../../../../kernel/pages.ts';
import { rowsOf } from '../../../../kernel/paged-list.tsx';
import { serverNow } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { contractsQuery, onContractEnd } from '../api.ts';
import type { Contract } from '../contract-pages.ts';
import { isPending } from '../contract-view.ts';
import { RunningRow } from './running-row.tsx';

/** The rest is in the records. */
const SHOWN = 3;

interface Ended {
  row: Contract;
  /** In server time. */
  at: number;
}

/** Contracts that ended while the page was open, until the member leaves it or places another one. */
function useEnded(running: readonly Contract[]): readonly Contract[] {
  const [ended, setEnded] = useState<readonly Ended[]>([]);
  useEffect(() => {
    const stop = onContractEnd((row) =>
      setEnded((before) => [{ row, at: serverNow() }, ...before]),
    );
    return () => {
      stop();
      setEnded([]);
    };
  }, []);
  return ended
    .filter(({ at }) => !running.some(({ CreatedAt }) => Date.parse(CreatedAt) > at))
    .map(({ row }) => row);
}

export function RunningList({ onOpen }: { onOpen: (id: number) => void }) {
  const t = useT();
  const to = useLinks();
  const { data } = useInfiniteQuery(contractsQuery({ part: 'running' }));
  const running = rowsOf(data).filter(isPending);
  const ended = useEnded(running);
  const count = Math.max(running.length, data?.pages[0]?.total ?? 0);
  const rows = [...running, ...ended].toSorted((one, other) => other.ID - one.ID);
  if (rows.length === 0) return null;
  return (
    <Section
      title={count === 0 ? t('futures.noneRunning') : t('futures.runningCount', { count })}
      aside={
        count > SHOWN && (
          <TextButton isFlush {...to(pages.contractHistory)}>
            {t('futures.all')}
          </TextButton>
        )
      }
    >
      <ul>
        {rows.slice(0, SHOWN).map((contract) => (
          <li key={contract.ID}>
            <RunningRow contract={contract} onPress={() => onOpen(contract.ID)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
