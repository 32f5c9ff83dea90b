/** The customer of the active row, beside the results. It is asked for after the row stays active: each preview is a logged look. */
import { useQuery } from '@tanstack/react-query';
import { DateText, Inline, Pill, SkeletonRows, Text } from '@tern/ui';
import { call } from '../../platform/call.ts';
import { copyText } from '../../kernel/copy-text.ts';
import { Facts } from '../../kernel/page.tsx';
import { texts } from '../../kernel/texts.ts';
import { useSettled } from '../../platform/settled.ts';
import styles from './find.module.css';
import { findTexts } from './texts.ts';

const STAYS_MS = 400;
const VERIFIED = 2;

interface FindPreviewProps {
  customerId: number;
  href: string;
  onOpen: () => void;
}

export function FindPreview({ customerId, href, onOpen }: FindPreviewProps) {
  const id = useSettled(customerId, STAYS_MS);
  const { preview } = findTexts;
  const query = useQuery({
    queryKey: ['find', 'preview', id],
    queryFn: async () => (await call('GET /operator/customer/find', { ID: String(id) })).recustomer,
  });
  const customer = id === customerId ? query.data : undefined;
  if (query.isError) return null;
  return (
    <aside className={styles.preview} aria-label={preview.name}>
      {customer === undefined ? (
        <SkeletonRows />
      ) : (
        <>
          <div>
            <Text as="h3" size="head">
              {customer.name === '' ? texts.queue.member(customer.ID) : customer.name}
            </Text>
            <Text as="p" size="label" tone="soft">
              {texts.queue.member(customer.ID)}
            </Text>
          </div>
          <Inline gap={6} isWrapped>
            <Pill kind={customer.realNameStatus === VERIFIED ? 'done' : 'neutral'}>
              {customer.realNameStatus === VERIFIED ? preview.verified : preview.notVerified}
            </Pill>
          </Inline>
          <Facts
            rows={[
              [preview.since, <DateText key="since" at={customer.CreatedAt} detail="day" />],
              [
                preview.openRecords,
                customer.reviews
                  .filter(({ state }) => state === 'open')
                  .map(({ recordNo }) => recordNo)
                  .join(', ') || preview.none,
              ],
              [
                preview.stopped,
                customer.blocks.map(({ act }) => preview.acts[act]).join(', ') || preview.none,
              ],
            ]}
          />
          <div className={styles.acts}>
            <a href={href} onClick={onOpen}>
              {preview.open} <kbd>↵</kbd>
            </a>
            <a href={href} target="_blank" rel="noopener">
              {preview.openInTab} <kbd>Ctrl ↵</kbd>
            </a>
            <button type="button" onClick={() => void copyText(String(customer.ID))}>
              {preview.copyId}
            </button>
          </div>
        </>
      )}
      <Text as="p" size="cap" tone="faint">
        {preview.logged}
      </Text>
    </aside>
  );
}
