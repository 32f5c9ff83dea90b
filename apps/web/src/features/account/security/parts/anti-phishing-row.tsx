/** The member's word in our e-mails: shown here and there, nowhere else. */
import { mailIcon, Row, showToast, Text } from '@tern/ui';
import { useState } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { setAntiPhishingPhrase } from '../api.ts';
import { PasswordSheet } from './password-sheet.tsx';

const LENGTH_MAX = 40;

export function AntiPhishingRow({ word }: { word: string }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Row
        icon={mailIcon}
        title={t('security.word')}
        value={
          word === '' ? (
            t('security.set')
          ) : (
            <Text as="b" size="label-strong" tone="main" breaksAnywhere>
              {word}
            </Text>
          )
        }
        onPress={() => setOpen(true)}
      />
      <PasswordSheet
        isOpen={isOpen}
        title={t('security.word')}
        text={t('security.wordExplain')}
        action={t('security.saveWord')}
        more={{
          label: t('security.wordField'),
          initial: word,
          hint: t('security.wordHint'),
          missing: t('security.enterWord'),
          maxLength: LENGTH_MAX,
        }}
        send={(password, given) => setAntiPhishingPhrase(given, password)}
        onDone={() => {
          setOpen(false);
          showToast(t('security.wordSaved'), 'done');
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
