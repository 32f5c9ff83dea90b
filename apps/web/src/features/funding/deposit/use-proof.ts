/** Uploads the proof of a deposit, from the chosen file to its id on the server. */
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../../kernel/error-sentence.ts';
import { CallError } from '../../../platform/http/call-error.ts';
import { useI18n } from '../../../platform/i18n/i18n.tsx';
import { uploadProof } from './api.ts';
import { type ProofFile, readProofFile } from './proof-file.ts';

export type ProofState =
  | { stage: 'none' }
  /** `share` from 0 to 1. */
  | { stage: 'uploading'; file: ProofFile; share: number }
  | { stage: 'done'; file: ProofFile; id: number }
  | { stage: 'failed'; file: ProofFile; reason: string };

export interface Proof {
  state: ProofState;
  choose: (file: File) => void;
  /** Uploads the same image again. */
  retry: () => void;
}

/** `onChoice` receives why an image cannot be used, or undefined when it can. */
export function useProof(onChoice: (fault: string | undefined) => void): Proof {
  const { t } = useI18n();
  const reasonOf = useReason();
  const [state, setState] = useState<ProofState>({ stage: 'none' });
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const upload = async (file: ProofFile) => {
    current.current?.abort();
    const attempt = new AbortController();
    current.current = attempt;
    const { signal } = attempt;
    const put = (next: ProofState) => {
      if (!signal.aborted) setState(next);
    };
    put({ stage: 'uploading', file, share: 0 });
    try {
      const onProgress = (share: number) => put({ stage: 'uploading', file, share });
      const id = await uploadProof({ dataUrl: file.dataUrl, onProgress, signal });
      put({ stage: 'done', file, id });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CallError)) throw error;
      put({ stage: 'failed', file, reason: reasonOf(error) });
    }
  };

  const choose = async (chosen: File) => {
    const file = await readProofFile(chosen).catch(() => 'wrongType' as const);
    if (typeof file === 'string') {
      onChoice(t(`deposit.${file}`));
      return;
    }
    onChoice(undefined);
    await upload(file);
  };
  const retry = () => {
    if (state.stage === 'failed') void upload(state.file);
  };
  return { state, choose: (file) => void choose(file), retry };
}

function useReason(): (error: CallError) => string {
  const i18n = useI18n();
  return (error) => {
    if (error.refusal === 'invalid-file') return i18n.t('deposit.wrongType');
    return error.kind === 'refused'
      ? sentenceOf(error, i18n, false)
      : i18n.t('deposit.uploadFailed');
  };
}
