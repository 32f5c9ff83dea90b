/** The identity form's state: name, document, three photographs, validation and sending. */
import type { RefusalName } from '@tern/protocol/refusals';
import { useState } from 'react';
import { useForm } from '../../../kernel/form.ts';
import { type ImageUpload, useImageUpload } from '../../../kernel/image-upload/use-image-upload.ts';
import { serverNow } from '../../../kernel/site-config.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import {
  type DocumentsInput,
  type DocumentType,
  type Identity,
  IDENTITY_FIELDS,
  reloadIdentity,
  type Documents,
  sendDocuments,
  type Side,
  sides,
} from './api.ts';
import {
  type DetailField,
  detailFaults,
  detailFields,
  type DetailValues,
  faultOf,
  isDetail,
} from './details.ts';
import { smallPhoto } from './small-photo.ts';

const MISSING = {
  front: 'identity.addFront',
  back: 'identity.addBack',
  hand: 'identity.addHand',
} as const;

const OUTDATED: ReadonlySet<RefusalName | undefined> = new Set([
  'identity-in-review',
  'identity-verified',
  'not-found',
]);

type IdentityField = 'name' | Side | DetailField;

/** Name and document are those of rejected documents; their photographs have to be taken again. */
export function useIdentityForm(identity: Identity | undefined) {
  const t = useT();
  const { documents } = identity ?? {};
  const form = useForm<IdentityField>({
    name: documents?.name ?? '',
    front: '',
    back: '',
    hand: '',
    ...detailsOf(documents),
  });
  const [type, setType] = useState<DocumentType>(documents?.type ?? 'passport');
  const photos = {
    front: usePhoto((fault) => report('front', fault)),
    back: usePhoto((fault) => report('back', fault)),
    hand: usePhoto((fault) => report('hand', fault)),
  };
  const report = (side: Side, fault: string | undefined) =>
    fault === undefined ? form.set(side, '') : void form.fail({ ...form.errors, [side]: fault });
  const { submit, isBusy, isOff } = useSubmit<DocumentsInput, void>({
    send: sendDocuments,
    onDone: reloadIdentity,
    onRefused: (error) => {
      // Another device was first, or operators decided meanwhile.
      if (OUTDATED.has(error.refusal)) reloadIdentity();
      const { fields = [] } = (error.data ?? {}) as { fields?: readonly string[] };
      const [field] = fields.flatMap((name) => IDENTITY_FIELDS[name] ?? []);
      if (field === undefined) return false;
      if (isDetail(field)) return form.fail({ [field]: t(faultOf(field)) });
      return form.fail({
        [field]: t(field === 'name' ? 'identity.enterName' : 'identity.otherPhoto'),
      });
    },
  });
  const send = () => {
    const name = form.values.name.trim();
    const images = idsOf(photos);
    const faults = sides.flatMap((side) => {
      const { stage } = photos[side].state;
      if (stage === 'done') return [];
      const isComing = stage === 'reading' || stage === 'uploading';
      return [[side, t(isComing ? 'identity.waitForUpload' : MISSING[side])] as const];
    });
    const today = new Date(serverNow()).toISOString().slice(0, 10);
    const wrong = Object.entries(detailFaults(form.values, today));
    const isFaulty = form.fail({
      ...Object.fromEntries(wrong.map(([field, fault]) => [field, t(fault)])),
      ...(name === '' ? { name: t('identity.enterName') } : {}),
      ...Object.fromEntries(faults),
    });
    if (isFaulty || images === undefined) return;
    const isRejected = identity?.status === 'rejected';
    const details = Object.fromEntries(
      detailFields.map((field) => [field, form.values[field].trim()]),
    ) as DetailValues;
    const replacedId = isRejected ? documents?.ID : undefined;
    submit({ replacedId, type, name, images, details });
  };
  return { form, type, setType, photos, send, isBusy, isOff };
}

export type IdentityForm = ReturnType<typeof useIdentityForm>;

/** Of earlier documents what still holds: of numbers only the ends are known, and a new document has another end. */
function detailsOf(documents: Documents | undefined): DetailValues {
  const { birthDate, nationality, residence, address, taxCountry, funds } =
    documents?.details ?? NO_DETAILS;
  const known = { birthDate, nationality, residence, address, taxCountry, funds };
  return { ...NO_DETAILS, ...known };
}

const NO_DETAILS = Object.fromEntries(detailFields.map((field) => [field, ''])) as DetailValues;

/** Undefined until all three are uploaded. */
function idsOf(photos: Record<Side, ImageUpload>): Record<Side, number> | undefined {
  const { front, back, hand } = photos;
  if (front.state.stage !== 'done' || back.state.stage !== 'done' || hand.state.stage !== 'done')
    return undefined;
  return { front: front.state.id, back: back.state.id, hand: hand.state.id };
}

function usePhoto(onChoice: (fault: string | undefined) => void): ImageUpload {
  const t = useT();
  const texts = {
    wrongType: t('identity.wrongType'),
    tooLarge: t('identity.tooLarge'),
    uploadFailed: t('identity.uploadFailed'),
    tooMany: t('transfer.tooManyImages'),
  };
  return useImageUpload({ texts, prepare: smallPhoto, onChoice });
}
