/** Uploads an image for the next answer. */
import { useRef, useState } from 'react';
import { dataUrlOf } from '../../../kernel/data-url.ts';
import { sentenceOf } from '../../../kernel/loaded.tsx';
import { call, CallError } from '../../../platform/call.ts';
import { setImage } from './unsent.ts';
import { supportTexts } from './texts.ts';

const BYTES_MAX = 8 * 1024 * 1024;

export function useAttach(conversation: string) {
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const upload = async (file: File) => {
    if (file.size > BYTES_MAX) return setError(supportTexts.answer.tooLarge);
    setError('');
    setBusy(true);
    try {
      const base64Str = await dataUrlOf(file);
      const input = { ID: conversation, base64Str };
      const { ID } = await call('POST /operator/service/uploadImage', input);
      setBusy(false);
      setImage(conversation, { id: ID, name: file.name });
    } catch (failure) {
      setBusy(false);
      const isRefused = failure instanceof CallError && failure.kind === 'refused';
      setError(isRefused ? sentenceOf(failure) : supportTexts.answer.uploadFailed);
    }
  };
  const take = (chosen: HTMLInputElement) => {
    const [file] = chosen.files ?? [];
    // The same file may be chosen again.
    chosen.value = '';
    if (file !== undefined) void upload(file);
  };
  return { field, isBusy, error, take };
}
