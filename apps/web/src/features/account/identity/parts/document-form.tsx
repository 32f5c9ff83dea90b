/** The form of a member's documents: name, type, three photographs. */
import { Button, CtaBar, Note, Segmented, Stack, Text, TextButton } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { pages } from '../../../../kernel/pages.ts';
import { useIsSimulated } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { documentTypes, type Identity, sides } from '../api.ts';
import { samplePhoto } from '../sample-photos.ts';
import { type IdentityForm, useIdentityForm } from '../use-identity-form.ts';
import { rejectionOf } from '../view-model.ts';
import { FundsField, NumberFields, PersonFields, TaxFields } from './detail-fields.tsx';
import styles from './identity.module.css';
import { PhotoCard } from './photo-card.tsx';

export function DocumentForm({ identity }: { identity: Identity | undefined }) {
  const t = useT();
  const identityForm = useIdentityForm(identity);
  const { form, type, setType, photos, send, isBusy, isOff } = identityForm;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const options = documentTypes.map((key) => ({ key, label: t(`identity.${key}`) }));
  return (
    <Stack
      as="form"
      ref={form.ref}
      noValidate
      gap={16}
      aria-label={t('identity.yourDocument')}
      onSubmit={submit}
    >
      <div className={styles.intro}>
        <h2>{t('identity.yourDetails')}</h2>
        <Text size="label" tone="soft" top={4}>
          {t('identity.lead')}
        </Text>
      </div>
      <Rejection identity={identity} />
      <PersonFields identityForm={identityForm} />
      <Text as="h3" size="strong" top={8}>
        {t('identity.yourDocument')}
      </Text>
      <div className={styles.type}>
        <p className={styles.label}>{t('identity.type')}</p>
        <Segmented label={t('identity.type')} options={options} value={type} onChange={setType} />
      </div>
      <NumberFields identityForm={identityForm} />
      <div role="group" aria-label={t('identity.photos')}>
        <p className={styles.label}>
          {t('identity.photos')}{' '}
          <Text as="span" tone="faint">
            {t('identity.fileHint')}
          </Text>
        </p>
        <div className={styles.photos}>
          {sides.map((side) => (
            <PhotoCard key={side} side={side} photo={photos[side]} error={form.errors[side]} />
          ))}
        </div>
      </div>
      <TaxFields identityForm={identityForm} />
      <FundsField identityForm={identityForm} />
      <SampleNote identityForm={identityForm} />
      <CtaBar>
        <Button
          type="submit"
          kind="primary"
          isFull
          isBusy={isBusy}
          busyLabel={t('transfer.sending')}
          isDisabled={isOff}
        >
          {t('identity.submit')}
        </Button>
      </CtaBar>
    </Stack>
  );
}

/** Why the documents have to be sent again. */
function Rejection({ identity }: { identity: Identity | undefined }) {
  const t = useT();
  const to = useLinks();
  const rejection = rejectionOf(identity);
  if (rejection === undefined) return null;
  if (rejection === 'removed') {
    return (
      <Note kind="warn">
        <p>{t('identity.removed')}</p>
        <TextButton tone="accent" isFlush {...to(pages.staffActions)}>
          {t('identity.seeReason')}
        </TextButton>
      </Note>
    );
  }
  return (
    <Note kind="warn">
      <p>
        <b>{t('identity.rejected')}</b>
      </p>
      <p>{t('identity.reason', { reason: rejection.reason })}</p>
      <p>{t('identity.takeAgain')}</p>
    </Note>
  );
}

/** Of nobody; it lasts for ever. */
const SAMPLE = {
  birthDate: '1990-03-21',
  nationality: 'CH',
  residence: 'CH',
  address: 'Seeweg 1, 8000 Zürich',
  documentNumber: 'X0000000',
  taxCountry: 'CH',
  taxNumber: '756.0000.0000.00',
  isCertified: 'yes',
} as const;

const typedKeys = <T extends object>(given: T) => Object.keys(given) as (keyof T)[];

/** Asks for no real document in the simulation, and offers samples. */
function SampleNote({ identityForm }: { identityForm: IdentityForm }) {
  const t = useT();
  const { form, photos } = identityForm;
  const [isBusy, setBusy] = useState(false);
  const use = async () => {
    setBusy(true);
    for (const side of sides)
      photos[side].choose(await samplePhoto(side, t('identity.sampleMark')));
    const sample = { ...SAMPLE, name: t('identity.sampleName') };
    for (const field of typedKeys(sample))
      if (form.values[field] === '') form.set(field, sample[field]);
    setBusy(false);
  };
  if (!useIsSimulated()) return null;
  return (
    <Note kind="paper">
      <p>{t('identity.paper')}</p>
      <div className={styles.sample}>
        <TextButton tone="accent" isFlush onPress={() => !isBusy && void use()}>
          {t('identity.useSamples')}
        </TextButton>
      </div>
    </Note>
  );
}
