/** Uploads one image for one later use. */
import { call } from '../../platform/http/call.ts';
import { reportingProgress } from '../../platform/http/upload-progress.ts';

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
export function uploadImage(upload: Upload): Promise<number> {
  const sent = previous.then(() => send(upload));
  previous = sent.catch(() => undefined);
  return sent;
}

async function send({ dataUrl, onProgress, signal }: Upload): Promise<number> {
  const options = { signal, transport: reportingProgress(onProgress), limitMs: UPLOAD_LIMIT_MS };
  return (await call('POST /user/uploadBase64', { base64Str: dataUrl }, options)).ID;
}
