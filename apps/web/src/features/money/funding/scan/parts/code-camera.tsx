/** The camera behind a frame, with light, a picture of the library and the clipboard; whatever is read is given on as text. */
import { Button, copyIcon, imageIcon, Note, Stack, Text, timerIcon } from '@tern/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCameraStream } from '../../../../../kernel/camera-stream.ts';
import { PictureInput } from '../../../../../kernel/image-upload/picture-input.tsx';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { readCodes, readCodesOf } from '../read-codes.ts';
import styles from './scan.module.css';

/** Between two looks at the picture. */
const LOOK_MS = 200;
/** Without a code for so long, a hint helps. */
const HINT_MS = 8_000;

export interface CodeCameraProps {
  /** "Point at the code of the address" */
  title: string;
  /** What it is for. */
  text: string;
  /** One text, or several to choose from. */
  onTexts: (texts: readonly string[]) => void;
}

type Fault = 'noCode' | 'noClipboard';
const FAULTS = { noCode: 'scan.noCode', noClipboard: 'scan.noClipboard' } as const;

export function CodeCamera({ title, text, onTexts }: CodeCameraProps) {
  const t = useT();
  const { video, state, track } = useCameraStream('environment');
  const [isLate, setLate] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const look = useEffectEvent(async () => {
    const picture = video.current;
    const found = picture && picture.readyState >= 2 ? await readCodes(picture) : [];
    if (found.length > 0) onTexts(found);
  });
  useEffect(() => {
    if (state !== 'on') return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const next = async () => {
      await look();
      if (!isOver) timer = setTimeout(() => void next(), LOOK_MS);
    };
    void next();
    const hint = setTimeout(() => setLate(true), HINT_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      clearTimeout(hint);
    };
  }, [state]);
  const pick = async (file: File) => {
    const found = await readCodesOf(file);
    if (found.length === 0) setFault('noCode');
    else onTexts(found);
  };
  const paste = async () => {
    const pasted = await navigator.clipboard?.readText().catch(() => undefined);
    if (pasted === undefined || pasted.trim() === '') setFault('noClipboard');
    else onTexts([pasted]);
  };
  return (
    <Stack gap={16}>
      {state === 'off' ? (
        <Note kind="warn">
          <Text size="strong">{t('scan.noCamera')}</Text>
          {t('scan.howToAllow')}
        </Note>
      ) : (
        <div className={styles.view}>
          <video ref={video} autoPlay playsInline muted aria-label={title} />
          <span className={styles.frame} aria-hidden="true" />
        </div>
      )}
      <div className={styles.words} aria-live="polite">
        <Text size="strong">{title}</Text>
        <Text size="label" tone="soft">
          {text}
        </Text>
        {isLate && state === 'on' && <Text size="label">{t('scan.closer')}</Text>}
        {fault !== undefined && (
          <Text size="label" tone="alert">
            {t(FAULTS[fault])}
          </Text>
        )}
      </div>
      <div className={styles.actions}>
        {track !== undefined && <Light track={track} />}
        <PictureInput
          icon={imageIcon}
          label={t('scan.fromPicture')}
          onPick={(file) => void pick(file)}
        />
        <Button icon={copyIcon} onPress={() => void paste()}>
          {t('scan.paste')}
        </Button>
      </div>
      <p className={styles.fine}>{t('scan.onPhone')}</p>
    </Stack>
  );
}

/** Not in TypeScript's library yet. */
type Torch = { torch?: boolean };

/** Only where the camera has one. */
function Light({ track }: { track: MediaStreamTrack }) {
  const t = useT();
  const [isOn, setOn] = useState(false);
  const canLight = (track.getCapabilities?.() as Torch | undefined)?.torch === true;
  if (!canLight) return null;
  const turn = async () => {
    const advanced = [{ torch: !isOn } as MediaTrackConstraintSet];
    await track.applyConstraints({ advanced }).then(
      () => setOn(!isOn),
      () => undefined,
    );
  };
  return (
    <Button icon={timerIcon} kind={isOn ? 'primary' : 'secondary'} onPress={() => void turn()}>
      {t(isOn ? 'scan.lightOn' : 'scan.light')}
    </Button>
  );
}
