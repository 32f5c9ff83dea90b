/** The picture of a listed coin: chosen, redrawn by the server, and shown as members will see it. */
import { Button, CoinMark, Inline, Stack, Text } from '@tern/ui';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { dataUrlOf } from '../../../../kernel/data-url.ts';
import { sentenceOf } from '../../../../kernel/loaded.tsx';
import { call, CallError } from '../../../../platform/call.ts';
import type { Coin } from './draft.ts';
import { listingTexts as texts } from './texts.ts';

const { picture: labels } = texts.coin;

const TYPES = ['image/png', 'image/webp', 'image/svg+xml'];
const BYTES_MAX = 512 * 1024;
/** As members see it: in lists, and on pages of the coin. */
const SIZES = [20, 32, 64];

/** The file is no square picture that is large enough. */
const INVALID_FILE = 5008;

interface CoinPictureProps {
  readonly coin: Coin;
  /** Empty: none. May be called after the coin has changed. */
  onPicture(picture: string): void;
}

export function CoinPicture({ coin, onPicture }: CoinPictureProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const { picture = '', code } = coin;
  const upload = async (file: File) => {
    if (!TYPES.includes(file.type)) return setFault(labels.wrongType);
    if (file.size > BYTES_MAX) return setFault(labels.tooLarge);
    setFault('');
    setBusy(true);
    try {
      const base64Str = await dataUrlOf(file);
      const made = await call('POST /operator/listing/uploadPicture', { base64Str });
      // Typing went on meanwhile: what is typed next has to begin with the picture.
      flushSync(() => onPicture(made.picture));
    } catch (failure) {
      setFault(faultOf(failure));
    } finally {
      setBusy(false);
    }
  };
  const take = (chosen: HTMLInputElement) => {
    const [file] = chosen.files ?? [];
    // The same file may be chosen again.
    chosen.value = '';
    if (file !== undefined) void upload(file);
  };
  const logo = picture === '' ? undefined : `/coin-pictures/${picture}.png`;
  return (
    <Stack gap={8}>
      <Text as="h3" size="strong">
        {labels.title}
      </Text>
      <Inline gap={12} align="center" isWrapped>
        {SIZES.map((size) => (
          <CoinMark key={size} symbol={code === '' ? '?' : code} logo={logo} size={size} />
        ))}
        <Button isSmall isBusy={isBusy} onPress={() => field.current?.click()}>
          {picture === '' ? labels.choose : labels.replace}
        </Button>
        {picture !== '' && (
          <Button isSmall onPress={() => onPicture('')}>
            {labels.remove}
          </Button>
        )}
      </Inline>
      <input
        ref={field}
        type="file"
        hidden
        accept={TYPES.join(',')}
        aria-label={labels.choose}
        onChange={(event) => take(event.currentTarget)}
      />
      {fault === '' ? (
        <Text as="p" size="label" tone="soft">
          {labels.hint}
        </Text>
      ) : (
        <Text as="p" size="label" tone="alert" role="alert">
          {fault}
        </Text>
      )}
    </Stack>
  );
}

function faultOf(failure: unknown): string {
  if (!(failure instanceof CallError) || failure.kind !== 'refused') return labels.failed;
  return failure.code === INVALID_FILE ? labels.notSquare : sentenceOf(failure);
}
