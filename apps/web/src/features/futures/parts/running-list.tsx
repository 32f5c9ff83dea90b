/** What runs now, newest first, with its count; nothing while nothing runs. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Section, TextButton } from '@tern/ui';
import { pages } from '../../../kernel/pages.ts';
import { rowsOf } from '../../../kernel/paged-list.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import { contractsQuery } from '../api.ts';
import { isPending } from '../contract-view.ts';
import { RunningRow } from './running-row.tsx';

/** More than these are in the records. */
const SHOWN = 3;

export function RunningList({ onOpen }: { onOpen: (id: number) => void }) {
  const t = useT();
  const to = useLinks();
  const { data } = useInfiniteQuery(contractsQuery({ status: 1 }));
  const rows = rowsOf(data).filter(isPending);
  const count = Math.max(rows.length, data?.pages[0]?.total ?? 0);
  if (rows.length === 0) return null;
  return (
    <Section
      title={t('futures.runningCount', { count })}
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
