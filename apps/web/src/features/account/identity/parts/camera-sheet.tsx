/** Takes a photograph with a guide frame over the live picture, or chooses a file; shows it before it is used. */
import {
  Button,
  cameraIcon,
  classNames,
  FinePrint,
  imageIcon,
  Note,
  Sheet,
  Stack,
  Text,
} from '@tern/ui';
import { useEffect, useState } from 'react';
import { PictureInput } from '../../../../kernel/image-upload/picture-input.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Side } from '../api.ts';
import { useCamera } from '../use-camera.ts';
import styles from './camera.module.css';

export interface CameraSheetProps {
  side: Side;
  isOpen: boolean;
  onClose: () => void;
  onPhoto: (file: File) => void;
}

const GUIDES = {
  front: 'identity.guideFront',
  back: 'identity.guideBack',
  hand: 'identity.guideHand',
} as const;

export function CameraSheet({ side, isOpen, onClose, onPhoto }: CameraSheetProps) {
  const t = useT();
  const [taken, setTaken] = useState<File>();
  const close = () => {
    setTaken(undefined);
    onClose();
  };
  const use = (file: File) => {
    setTaken(undefined);
    onPhoto(file);
  };
  return (
    <Sheet isOpen={isOpen} onClose={close} title={t(`identity.${side}`)}>
      <Stack gap={12}>
        {taken === undefined ? (
          <Camera side={side} onTaken={setTaken} onChosen={use} />
        ) : (
          <>
            <Preview file={taken} />
            <div className={styles.buttons}>
              <Button onPress={() => setTaken(undefined)}>{t('identity.retake')}</Button>
              <Button kind="primary" onPress={() => use(taken)}>
                {t('identity.usePhoto')}
              </Button>
            </div>
          </>
        )}
      </Stack>
    </Sheet>
  );
}

interface CameraProps {
  side: Side;
  /** From the live picture: shown before it is used. */
  onTaken: (file: File) => void;
  /** From the library or the device's own camera, where it was seen already. */
  onChosen: (file: File) => void;
}

function Camera({ side, onTaken, onChosen }: CameraProps) {
  const t = useT();
  const facing = side === 'hand' ? 'user' : 'environment';
  const { video, state, take } = useCamera(facing);
  const capture = async () => {
    const photo = await take();
    if (photo) onTaken(photo);
  };
  return (
    <>
      <Text size="label" tone="soft">
        {t(GUIDES[side])}
      </Text>
      {state === 'off' ? (
        <Note>{t('identity.cameraOff')}</Note>
      ) : (
        <div className={styles.live}>
          <video
            ref={video}
            autoPlay
            muted
            playsInline
            aria-label={t('identity.livePicture')}
            className={classNames(facing === 'user' && styles.mirrored)}
          />
          <span className={side === 'hand' ? styles.face : styles.document} aria-hidden="true" />
          {side === 'hand' && <span className={styles.held} aria-hidden="true" />}
        </div>
      )}
      <div className={styles.buttons}>
        {state === 'off' ? (
          <PictureInput
            icon={cameraIcon}
            label={t('identity.takePhoto')}
            camera={facing}
            onPick={onChosen}
          />
        ) : (
          <Button
            kind="primary"
            icon={cameraIcon}
            isDisabled={state !== 'on'}
            onPress={() => void capture()}
          >
            {t('identity.takePhoto')}
          </Button>
        )}
        <PictureInput icon={imageIcon} label={t('identity.chooseImage')} onPick={onChosen} />
      </div>
      <FinePrint>{t('identity.fileHint')}</FinePrint>
    </>
  );
}

function Preview({ file }: { file: File }) {
  const t = useT();
  const [url] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img src={url} alt={t('identity.preview')} className={styles.preview} />;
}
