/** Sends a large body and reports upload progress, which `fetch` cannot. */
import type { Transport } from './call.ts';

/** `onProgress` receives a share from 0 to 1. @throws Error if no answer arrived */
export function reportingProgress(onProgress: (share: number) => void): Transport {
  return ({ url, method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const fail = () => reject(new Error(`no answer from ${url}`));
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        if (total > 0) onProgress(loaded / total);
      });
      request.addEventListener('load', () =>
        resolve({ status: request.status, body: request.responseText }),
      );
      request.addEventListener('error', fail);
      request.addEventListener('abort', fail);
      signal.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body ?? null);
    });
}
