/** API keys: list, create, delete, and a link to the documentation. */
import { useQuery } from '@tanstack/react-query';
import {
  bookIcon,
  Button,
  Card,
  keyIcon,
  NavBar,
  Note,
  Row,
  ScreenBody,
  ScreenHeader,
  StateBlock,
} from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type ApiKey, keysQuery, type NewKey } from '../api.ts';
import { CreateKeySheet } from '../parts/create-key-sheet.tsx';
import { DeleteKeyDialog } from '../parts/delete-key-dialog.tsx';
import { KeyCard } from '../parts/key-card.tsx';
import styles from '../parts/keys.module.css';
import { NewKeySheet } from '../parts/new-key-sheet.tsx';

/** A static page outside the app. */
const GUIDE = '/api/docs/trading';

export function KeysScreen() {
  const t = useT();
  const back = useBack();
  const query = useQuery(keysQuery);
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<NewKey>();
  const [asked, setAsked] = useState<ApiKey>();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('keys.title')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded>
        <div className={styles.stack}>
          <Note>{t('keys.intro')}</Note>
          <Loaded query={query}>
            {({ list, max }) => (
              <>
                <KeyList list={list} onDelete={setAsked} />
                {list.length < max ? (
                  <Button kind="primary" isFull onPress={() => setCreating(true)}>
                    {t('keys.create')}
                  </Button>
                ) : (
                  <Note>{t('keys.full', { max: String(max) })}</Note>
                )}
              </>
            )}
          </Loaded>
          <Card isPadded={false}>
            <Row title={t('keys.guide')} icon={bookIcon} href={GUIDE} />
          </Card>
        </div>
      </ScreenBody>
      <CreateKeySheet
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onMade={(fresh) => {
          setCreating(false);
          setMade(fresh);
        }}
      />
      <NewKeySheet made={made} onClose={() => setMade(undefined)} />
      <DeleteKeyDialog apiKey={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

function KeyList({ list, onDelete }: { list: ApiKey[]; onDelete: (key: ApiKey) => void }) {
  const t = useT();
  if (list.length === 0) {
    return (
      <StateBlock kind="empty" icon={keyIcon} title={t('keys.none')} text={t('keys.noneHint')} />
    );
  }
  return list.map((key) => <KeyCard key={key.ID} apiKey={key} onDelete={() => onDelete(key)} />);
}
