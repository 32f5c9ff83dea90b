/** The captcha of a form: loaded with the form, replaced after every failure. */
import type { Output } from '@tern/protocol/client';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../platform/http/call.ts';

/** A captcha expires after two minutes (rules §10); replace it before that. */
const STALE_MS = 100_000;

export interface Captcha {
  /** Undefined while loading or after a failure. */
  image: Output<'POST /base/captcha'> | undefined;
  hasFailed: boolean;
  /** Loads another image. */
  renew: () => void;
}

export function useCaptcha(): Captcha {
  const [image, setImage] = useState<Captcha['image']>();
  const [hasFailed, setFailed] = useState(false);
  const [fetchedAt, setFetchedAt] = useState(0);

  const fetchImage = async () => {
    try {
      setImage(await call('POST /base/captcha', {}));
      setFetchedAt(Date.now());
      setFailed(false);
    } catch {
      setImage(undefined);
      setFailed(true);
    }
  };
  const renewStale = useEffectEvent(() => {
    if (Date.now() - fetchedAt > STALE_MS) void fetchImage();
  });
  useEffect(() => renewStale(), []);
  return { image, hasFailed, renew: () => void fetchImage() };
}
