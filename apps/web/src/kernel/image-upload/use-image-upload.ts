/** Uploads an image, from the chosen file to its id on the server. */
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../platform/http/call-error.ts';
import { call } from '../../platform/http/call.ts';
import { reportingProgress } from '../../platform/http/upload-progress.ts';
import { useI18n } from '../../platform/i18n/i18n.tsx';
import { sentenceOf } from '../error-sentence.ts';
import { type FileFault, type ImageFile, readImageFile } from './image-file.ts';

export type UploadState =
  | { stage: 'none' }
  /** It is prepared and read, which takes a slow phone a second. */
  | { stage: 'reading' }
  /** `share` from 0 to 1. */
  | { stage: 'uploading'; file: ImageFile; share: number }
  | { stage: 'done'; file: ImageFile; id: number }
  | { stage: 'failed'; file: ImageFile; reason: string };

export interface ImageUpload {
  state: UploadState;
  choose: (file: File) => void;
  /** Uploads the same image again. */
  retry: () => void;
}

/** What the member reads when an image cannot be used. */
export type UploadTexts = Readonly<Record<FileFault | 'uploadFailed' | 'tooMany', string>>;

export interface ImageUploadOptions {
  texts: UploadTexts;
  /** Changes the file before it is read: makes it smaller. */
  prepare?: (file: File) => Promise<File>;
  /** Receives why an image cannot be used, or undefined when it can. */
  onChoice: (fault: string | undefined) => void;
}

const NONE: UploadState = { stage: 'none' };

export function useImageUpload({ texts, prepare, onChoice }: ImageUploadOptions): ImageUpload {
  const reasonOf = useReason(texts);
  const [state, setState] = useState(NONE);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  /** Ends the attempt before. Returns its signal, and the way to show its state as long as it is the newest. */
  const begin = () => {
    current.current?.abort();
    const attempt = new AbortController();
    current.current = attempt;
    const { signal } = attempt;
    const put = (next: UploadState) => {
      if (!signal.aborted) setState(next);
    };
    return { signal, put };
  };

  const upload = async (file: ImageFile, { signal, put }: ReturnType<typeof begin>) => {
    put({ stage: 'uploading', file, share: 0 });
    try {
      const onProgress = (share: number) => put({ stage: 'uploading', file, share });
      const id = await uploadImage({ dataUrl: file.dataUrl, onProgress, signal });
      put({ stage: 'done', file, id });
      // The form may have been sent meanwhile, and says that it waits for this image.
      if (!signal.aborted) onChoice(undefined);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CallError)) throw error;
      put({ stage: 'failed', file, reason: reasonOf(error) });
    }
  };

  const choose = async (chosen: File) => {
    const before = state.stage === 'done' || state.stage === 'failed' ? state : NONE;
    const attempt = begin();
    attempt.put({ stage: 'reading' });
    const prepared = (await prepare?.(chosen)) ?? chosen;
    const file = await readImageFile(prepared).catch(() => 'wrongType' as const);
    // Another image was chosen meanwhile.
    if (attempt.signal.aborted) return;
    if (typeof file === 'string') {
      attempt.put(before);
      onChoice(texts[file]);
      return;
    }
    onChoice(undefined);
    await upload(file, attempt);
  };
  const retry = () => {
    if (state.stage === 'failed') void upload(state.file, begin());
  };
  return { state, choose: (file) => void choose(file), retry };
}

function useReason(texts: UploadTexts): (error: CallError) => string {
  const i18n = useI18n();
  return (error) => {
    if (error.refusal === 'invalid-file') return texts.wrongType;
    if (error.refusal === 'limit-reached') return texts.tooMany;
    return error.kind === 'refused' ? sentenceOf(error, i18n, false) : texts.uploadFailed;
  };
}

/** An image over a slow connection. */
const UPLOAD_LIMIT_MS = 60_000;

interface Upload {
  /** `data:image/png;base64,…` */
  dataUrl: string;
  /** Called with a share from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** The server takes few concurrent large bodies of one member, so images go one after the other. */
let previous: Promise<unknown> = Promise.resolve();

/** Returns the id of the image. @throws invalid-file if it is not an image, limit-reached */
function uploadImage(upload: Upload): Promise<number> {
  const sent = previous.then(() => send(upload));
  previous = sent.catch(() => undefined);
  return sent;
}

async function send({ dataUrl, onProgress, signal }: Upload): Promise<number> {
  const options = { signal, transport: reportingProgress(onProgress), limitMs: UPLOAD_LIMIT_MS };
  return (await call('POST /user/uploadBase64', { base64Str: dataUrl }, options)).ID;
}
